import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { ProjectRecord } from '../../../src-shared/api/projects.ts';
import { AppError, fromErrorBody, toErrorBody } from '../../../src-shared/app-error.ts';
import { awaitsCut, type ProjectState } from '../../../src-shared/contract/return.ts';
import type { Availability } from '../../api/http/availability.ts';
import type { Projects } from '../../api/projects.ts';
import type { Deliveries } from '../../deliveries/deliveries.ts';
import type { DeliveryLedger } from '../../deliveries/delivery-ledger.ts';
import type { VersionInFolder } from '../../deliveries/version/manifest.ts';
import { storeWithRetry } from '../../foundation/store-with-retry.ts';
import type { Clock, Log } from '../../platform.ts';
import { type DeliveryRecord, isFinishedDelivery } from '../../state/delivery-repository.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import { findForUpdate, findNewestCut } from './find-versions.ts';
import { isSameCut } from './update-edit.ts';

export interface PresentCutsDeps {
  readonly repository: ReturnRepository;
  readonly ledger: Pick<DeliveryLedger, 'list' | 'peek'>;
  /** Returns the connection that the version came from. @throws AppError `not_found` once removed. */
  readonly connectionOf: (record: Pick<ReturnRecord, 'connectionId'>) => {
    readonly projectsApi: Pick<Projects, 'get'>;
    readonly deliveries: Pick<Deliveries, 'sendAgain' | 'settled' | 'yourCutId'>;
    readonly availability: Pick<Availability, 'whenReady'>;
  };
  /** Makes the edit with the project's changes up to a delivery a version; the edit then awaits no delivery. */
  readonly update: (returnId: string, deliveryId: string) => Promise<unknown>;
  readonly onChange: (record: ReturnRecord) => void;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the app closes. */
  readonly signal: AbortSignal;
}

/** Longest wait for the answer, because the user waits too. The later delivery requests it again. */
const checkMs = 5_000;

/**
 * Delivers the present cut of a project for an edit, which is then updated with it: yours, or the project's without
 * your changes. Journals the delivery's id with the
 * return before the delivery begins.
 */
export class PresentCuts {
  readonly #deps: PresentCutsDeps;

  constructor(deps: PresentCutsDeps) {
    this.#deps = deps;
  }

  /** Resumes edits that await a delivery. */
  start(): void {
    for (const record of this.#deps.repository.listUnfinished())
      if (awaitsCut(record)) this.#follow(record.returnId);
  }

  /** Checks whether the project and your cut are unchanged since the newest version was delivered. Never rejects. */
  async check(record: ReturnRecord): Promise<ProjectState> {
    const { ledger } = this.#deps;
    const { newCut: newest, base } = await findForUpdate(record, {}, ledger);
    const facts = {
      versionName: newest ? basename(newest.folder) : record.versionName,
      isInEdit: newest !== null && hasCut(newest, base, record),
    };
    const sent = newest && ledger.peek(newest.manifest.deliveryId);
    const now = await this.#presentCut(record);
    if (!sent || sent.projectUpdatedAt === null || now === null) return { state: 'unknown', ...facts };
    const isSame = now.updatedAt === sent.projectUpdatedAt && now.yourCutId === sent.yourCutId;
    return { state: isSame ? 'unchanged' : 'changed', ...facts };
  }

  /**
   * Begins the delivery; an edit that awaits one already keeps it. On failure the return is as before.
   * @throws AppError `not_found` where no earlier delivery is known, and as `Deliveries.sendAgain`.
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

  /** Identifies the cut that would be sent now; null where the service does not report the project. */
  async #presentCut(
    record: ReturnRecord,
  ): Promise<(Pick<ProjectRecord, 'updatedAt'> & Pick<DeliveryRecord, 'yourCutId'>) | null> {
    const signal = AbortSignal.any([this.#deps.signal, AbortSignal.timeout(checkMs)]);
    try {
      const { projectsApi, deliveries } = this.#deps.connectionOf(record);
      const { updatedAt } = await projectsApi.get(record.projectId, signal);
      return { updatedAt, yourCutId: deliveries.yourCutId(record.projectId) };
    } catch {
      return null;
    }
  }

  /** Begins the awaited delivery unless it has begun. `sendAgain` may return the last version if it is current. */
  async #send(returnId: string): Promise<void> {
    const { repository, ledger, connectionOf } = this.#deps;
    const record = repository.get(returnId);
    const wanted = record?.awaitedCut?.deliveryId;
    if (!record || wanted === undefined || ledger.peek(wanted)) return;
    const newest = await findNewestCut(record, ledger);
    const like = newest?.manifest.deliveryId ?? record.deliveryId;
    const { deliveryId } = await connectionOf(record).deliveries.sendAgain(like, wanted);
    const now = repository.get(returnId);
    if (deliveryId !== wanted && now && awaitsCut(now))
      this.#put({ ...now, awaitedCut: { deliveryId, error: null } });
  }

  #follow(returnId: string): void {
    const { log, repository, signal } = this.#deps;
    this.#finish(returnId)
      .catch(async (error: unknown) => {
        if (signal.aborted) return;
        log.warn('An edit was not updated.', { returnId, error });
        const failedId = repository.get(returnId)?.awaitedCut?.deliveryId;
        const note = (): void => {
          const now = repository.get(returnId);
          if (now?.awaitedCut && now.awaitedCut.deliveryId === failedId)
            this.#put({ ...now, awaitedCut: { ...now.awaitedCut, error: toErrorBody(error) } });
        };
        await storeWithRetry(note, this.#deps, signal);
      })
      // The app is closing; the work continues at the next start.
      .catch(() => undefined);
  }

  async #finish(returnId: string): Promise<void> {
    const { repository, ledger, connectionOf, update, signal } = this.#deps;
    const record = repository.get(returnId);
    if (!record?.awaitedCut) return;
    if (!ledger.peek(record.awaitedCut.deliveryId)) {
      await connectionOf(record).availability.whenReady(signal);
      await this.#send(returnId);
    }
    const { deliveryId } = repository.get(returnId)?.awaitedCut ?? record.awaitedCut;
    await connectionOf(record).deliveries.settled(deliveryId);
    const delivery = ledger.peek(deliveryId);
    // The app is closing; the work continues at the next start.
    if (signal.aborted || !delivery || !isFinishedDelivery(delivery)) return;
    if (delivery.state === 'cancelled') throw new AppError('cancelled', 'The delivery was cancelled.');
    if (delivery.error) throw fromErrorBody(delivery.error);
    // Another version may have been delivered meanwhile; its cut is no older.
    const newest = (await findNewestCut(record, ledger))?.manifest.deliveryId ?? deliveryId;
    // `update` may first finish an earlier keep of the edit as returned; the edit is updated after that.
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

/** An update with choices may be made again with others. */
function hasCut(
  newest: VersionInFolder,
  base: VersionInFolder | null,
  { lastUpdate }: ReturnRecord,
): boolean {
  if (base && isSameCut(newest, base)) return true;
  const isLast = lastUpdate?.deliveryId === newest.manifest.deliveryId;
  return isLast && Object.keys(lastUpdate.choices).length === 0;
}
