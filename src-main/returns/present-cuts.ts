import { randomUUID } from 'node:crypto';
import { AppError, fromErrorBody, toErrorBody } from '../../src-shared/app-error.ts';
import { awaitsCut, type ProjectState } from '../../src-shared/contract/return.ts';
import type { Projects } from '../api/projects.ts';
import type { Deliveries } from '../deliveries/deliveries.ts';
import type { DeliveryLedger } from '../deliveries/delivery-ledger.ts';
import type { Log } from '../platform.ts';
import { isFinishedDelivery } from '../state/delivery-repository.ts';
import type { ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import { findNewestCut } from './standing-version.ts';

type OfConnection = Pick<ReturnRecord, 'connectionId'>;

export interface PresentCutsDeps {
  readonly repository: ReturnRepository;
  readonly ledger: Pick<DeliveryLedger, 'list' | 'peek'>;
  /** Those of the connection that the version came from. */
  readonly projectsOf: (record: OfConnection) => Pick<Projects, 'get'>;
  readonly deliveriesOf: (record: OfConnection) => Pick<Deliveries, 'sendAgain' | 'settled'>;
  /** Resolves as soon as that connection's service can be asked. */
  readonly whenReady: (record: OfConnection, signal: AbortSignal) => Promise<void>;
  /** Makes the edit with the project's changes up to a delivery a version; it waits for none from then on. */
  readonly update: (returnId: string, deliveryId: string) => Promise<unknown>;
  readonly onChange: (record: ReturnRecord) => void;
  readonly log: Log;
  /** Aborted when the app closes. */
  readonly signal: AbortSignal;
}

/** The user waits for the answer; what is not known by then is asked again with the delivery. */
const checkMs = 5_000;

/**
 * Fetches the present cut of a project by a delivery, for an edit that is then updated with it. The id of the delivery is
 * journalled with the return before it begins.
 */
export class PresentCuts {
  readonly #deps: PresentCutsDeps;

  constructor(deps: PresentCutsDeps) {
    this.#deps = deps;
  }

  /** Takes up what was waited for. */
  start(): void {
    for (const record of this.#deps.repository.listUnfinished())
      if (awaitsCut(record)) this.#follow(record.returnId);
  }

  /** Whether the project is still as it was when its newest version was sent. Never rejects. */
  async check(record: ReturnRecord): Promise<ProjectState> {
    const { ledger } = this.#deps;
    const newest = await findNewestCut(record, ledger);
    const versionName = newest?.name ?? record.versionName;
    const sent = newest && ledger.peek(newest.manifest.deliveryId);
    const now = await this.#updatedAt(record);
    if (!sent || sent.projectUpdatedAt === null || now === null) return { state: 'unknown', versionName };
    return { state: now === sent.projectUpdatedAt ? 'unchanged' : 'changed', versionName };
  }

  /**
   * Begins to fetch it; one that is on its way stays the one that is waited for.
   * @throws AppError `not_found` where nothing tells how it was sent before, and as `Deliveries.sendAgain`: the return is
   * as it was then.
   */
  async begin(record: ReturnRecord): Promise<ReturnRecord> {
    if (awaitsCut(record)) return record;
    const { returnId } = record;
    const before = record.awaitedCut;
    this.#put({ ...record, awaitedCut: { deliveryId: randomUUID(), error: null } });
    try {
      await this.#send(returnId);
    } catch (error) {
      const now = this.#deps.repository.get(returnId);
      if (now && !this.#deps.signal.aborted) this.#put({ ...now, awaitedCut: before });
      throw error;
    }
    this.#follow(returnId);
    return this.#deps.repository.get(returnId) ?? record;
  }

  /** When the project was changed last, in Unix seconds, as the service says; null where it does not. */
  async #updatedAt(record: ReturnRecord): Promise<number | null> {
    const signal = AbortSignal.any([this.#deps.signal, AbortSignal.timeout(checkMs)]);
    try {
      return (await this.#deps.projectsOf(record).get(record.projectId, signal)).updatedAt;
    } catch {
      return null;
    }
  }

  /** Begins the delivery that is waited for, unless it has begun; the last version may turn out to be the present one. */
  async #send(returnId: string): Promise<void> {
    const { repository, ledger, deliveriesOf } = this.#deps;
    const record = repository.get(returnId);
    const wanted = record?.awaitedCut?.deliveryId;
    if (!record || wanted === undefined || ledger.peek(wanted)) return;
    const newest = await findNewestCut(record, ledger);
    const like = newest?.manifest.deliveryId ?? record.deliveryId;
    const { deliveryId } = await deliveriesOf(record).sendAgain(like, wanted);
    const now = repository.get(returnId);
    if (deliveryId !== wanted && now && awaitsCut(now))
      this.#put({ ...now, awaitedCut: { deliveryId, error: null } });
  }

  #follow(returnId: string): void {
    this.#finish(returnId).catch((error: unknown) => {
      if (this.#deps.signal.aborted) return;
      this.#deps.log.warn('An edit was not updated.', { returnId, error });
      const now = this.#deps.repository.get(returnId);
      if (now?.awaitedCut)
        this.#put({ ...now, awaitedCut: { ...now.awaitedCut, error: toErrorBody(error) } });
    });
  }

  async #finish(returnId: string): Promise<void> {
    const { repository, ledger, deliveriesOf, whenReady, update, signal } = this.#deps;
    const record = repository.get(returnId);
    if (!record?.awaitedCut) return;
    if (!ledger.peek(record.awaitedCut.deliveryId)) {
      await whenReady(record, signal);
      await this.#send(returnId);
    }
    const { deliveryId } = repository.get(returnId)?.awaitedCut ?? record.awaitedCut;
    await deliveriesOf(record).settled(deliveryId);
    const delivery = ledger.peek(deliveryId);
    // The app closes: it goes on at the next start.
    if (signal.aborted || !delivery || !isFinishedDelivery(delivery)) return;
    if (delivery.state === 'cancelled') throw new AppError('cancelled', 'The delivery was cancelled.');
    if (delivery.error) throw fromErrorBody(delivery.error);
    // Another version may have been sent meanwhile: its cut is no older.
    const newest = (await findNewestCut(record, ledger))?.manifest.deliveryId ?? deliveryId;
    // What is being kept as it came back, begun before this was, is updated after that.
    while (this.#awaits(returnId)) await update(returnId, newest);
  }

  #awaits(returnId: string): boolean {
    const record = this.#deps.repository.get(returnId);
    return record !== null && awaitsCut(record);
  }

  #put(record: ReturnRecord): void {
    this.#deps.repository.put(record);
    this.#deps.onChange(record);
  }
}
