import { AppError } from '../../src-shared/app-error.ts';
import type { CutOf } from '../../src-shared/contract/cut.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';
import type { DeliveryLedger } from '../deliveries/delivery-ledger.ts';
import { readManifest } from '../deliveries/version/manifest.ts';
import { readVersionCut } from '../deliveries/version/version-cut.ts';
import { SingleFlight } from '../foundation/single-flight.ts';
import { absoluteLocation } from '../projects/documents.ts';
import type { FolderCut, Returns } from '../returns/returns.ts';
import type { ReturnRepository } from '../state/return-repository.ts';

export interface DeliveredCutsDeps {
  readonly ledger: Pick<DeliveryLedger, 'get'>;
  readonly returns: Pick<Returns, 'readCut'>;
  readonly returnRepository: Pick<ReturnRepository, 'get'>;
}

/** A cut of a version or return; all its media are at absolute locations. */
export interface DeliveredCut {
  readonly timeline: Timeline;
  /** Folder of its version, to which others may write. */
  readonly folder: string;
}

type OfDelivered = Extract<CutOf, { kind: 'version' | 'return' }>;

/** Number of cuts that stay in memory, because each of their media is asked for by itself. */
const maxCuts = 6;

/** Reads the cuts of versions and returns. */
export class DeliveredCuts {
  readonly #deps: DeliveredCutsDeps;
  readonly #reads = new SingleFlight<DeliveredCut>();
  readonly #cuts = new Map<string, DeliveredCut>();

  constructor(deps: DeliveredCutsDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `not_found`, `document_unreadable`; for a return as `Returns.readCut`. */
  async get(of: OfDelivered): Promise<DeliveredCut> {
    const key = this.#keyOf(of);
    const known = this.#cuts.get(key);
    if (known) return known;
    return this.#reads.run(key, async () => {
      const cut = located(await this.#read(of));
      this.#cuts.set(key, cut);
      const [oldest] = this.#cuts.keys();
      if (this.#cuts.size > maxCuts && oldest !== undefined) this.#cuts.delete(oldest);
      return cut;
    });
  }

  #keyOf(of: OfDelivered): string {
    if (of.kind === 'version') return `version ${of.deliveryId}`;
    return `return ${of.returnId} ${this.#deps.returnRepository.get(of.returnId)?.fingerprint ?? ''}`;
  }

  #read(of: OfDelivered): Promise<FolderCut> {
    return of.kind === 'return' ? this.#deps.returns.readCut(of.returnId) : this.#readVersion(of.deliveryId);
  }

  async #readVersion(deliveryId: string): Promise<FolderCut> {
    const { folderPath } = this.#deps.ledger.get(deliveryId);
    const manifest = folderPath === null ? null : await readManifest(folderPath);
    if (folderPath === null || manifest?.deliveryId !== deliveryId)
      throw new AppError('not_found', 'The version is not in its place.');
    const timeline = await readVersionCut(folderPath, manifest);
    if (timeline) return { timeline, folder: folderPath };
    const details = { document: manifest.mainDocument, reason: 'The records of the version are not there.' };
    throw new AppError('document_unreadable', 'The cut of a version cannot be read.', { details });
  }
}

function located({ timeline, folder }: FolderCut): DeliveredCut {
  const media = timeline.media.map((one) => ({ ...one, location: absoluteLocation(one.location, folder) }));
  return { timeline: { ...timeline, media }, folder };
}
