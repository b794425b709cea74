import { AppError } from '../../src-shared/app-error.ts';
import type { Delivery, VersionFolder } from '../../src-shared/contract/delivery.ts';
import { measureFolders } from '../foundation/measure-folders.ts';
import type { Shell } from '../platform.ts';
import type { DeliveryRecord } from '../state/delivery-repository.ts';
import { type DeliveryLedger, deliveryKind } from './delivery-ledger.ts';
import { type Manifest, readManifest } from './manifest.ts';

export interface VersionFoldersDeps {
  readonly ledger: Pick<DeliveryLedger, 'get' | 'list' | 'listOf' | 'update'>;
  readonly shell: Pick<Shell, 'moveToTrash'>;
  /** How many returns of a version wait for the user or are being worked on, as far as is known. */
  readonly countOpenReturns: (deliveryId: string) => number;
  /** Looks for what came back into a version's folder. */
  readonly lookForReturns: (folderPath: string) => Promise<void>;
}

/** A version with its place. */
interface PlacedRecord extends DeliveryRecord {
  readonly folderName: string;
  readonly folderPath: string;
}

/** A version that is where it was put. */
interface Placed {
  readonly record: PlacedRecord;
  readonly manifest: Manifest;
}

/** Many more versions than anybody keeps. */
const maxVersions = 10_000;

/** The folders of versions: what they take on the disk, and the way to the system's trash. */
export class VersionFolders {
  readonly #deps: VersionFoldersDeps;

  constructor(deps: VersionFoldersDeps) {
    this.#deps = deps;
  }

  /**
   * Those on the disk, the largest first. A version that was put back from the trash is one of them again.
   * @param projectId null: of all projects of the connection.
   * @returns with `totalBytes`, where files that versions share count once.
   */
  async list(
    connectionId: string,
    projectId: string | null,
  ): Promise<{ folders: VersionFolder[]; totalBytes: number }> {
    const { ledger } = this.#deps;
    const records =
      projectId === null ? ledger.listOf(connectionId, maxVersions) : ledger.list(maxVersions, projectId);
    const placed = await placedOf(records.filter((record) => record.connectionId === connectionId));
    for (const { record } of placed)
      if (record.state === 'trashed') ledger.update(record.deliveryId, { state: 'done' });
    const { sizes, totalBytes } = await measureFolders(placed.map(({ record }) => record.folderPath));
    const folders = placed.map(({ record, manifest }, index): VersionFolder => {
      const { deliveryId, projectTitle, folderName, folderPath, createdAt, finishedAt } = record;
      const { sizeBytes = 0, ownBytes = 0 } = sizes[index] ?? {};
      return {
        ...{ deliveryId, projectId: record.projectId, projectTitle, folderName, folderPath },
        deliveredAt: finishedAt ?? createdAt,
        ...{ sizeBytes, freedBytes: ownBytes },
        openReturnCount: this.#deps.countOpenReturns(deliveryId),
        dependents: placed
          .filter((other) => other.manifest.basedOn === manifest.deliveryId)
          .map((other) => other.record.folderName),
      };
    });
    return { folders: folders.toSorted((a, b) => b.sizeBytes - a.sizeBytes), totalBytes };
  }

  /**
   * Moves a version to the system's trash.
   * @throws AppError `conflict` with the reason `open_returns` while returns of it are open, `not_found` where it is not in
   * its place, and of the port.
   */
  async discard(deliveryId: string): Promise<Delivery> {
    const { ledger, shell, countOpenReturns, lookForReturns } = this.#deps;
    const [placed] = await placedOf([ledger.get(deliveryId)]);
    if (!placed) throw new AppError('not_found', 'The version is not where it was put.');
    const { folderPath, folderName } = placed.record;
    await lookForReturns(folderPath);
    const count = countOpenReturns(deliveryId);
    if (count > 0)
      throw new AppError('conflict', `${String(count)} returns of the version are open.`, {
        details: { reason: 'open_returns', file: folderName, count },
      });
    await shell.moveToTrash(folderPath);
    return deliveryKind.shown(ledger.update(deliveryId, { state: 'trashed' }));
  }
}

/** Those whose folder is there and theirs: another version may have got the place of one that is gone. */
async function placedOf(records: readonly DeliveryRecord[]): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (const record of records) {
    const { state, folderPath, folderName } = record;
    if ((state !== 'done' && state !== 'trashed') || folderPath === null || folderName === null) continue;
    const manifest = await readManifest(folderPath);
    if (manifest?.deliveryId !== record.deliveryId) continue;
    placed.push({ record: { ...record, folderPath, folderName }, manifest });
  }
  return placed;
}
