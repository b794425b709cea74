import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Delivery, DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import type { Projects } from '../api/projects.ts';
import { RunningTasks } from '../foundation/running-tasks.ts';
import { storePatiently } from '../jobs/waiting.ts';
import type { Clock, Log, Shell } from '../platform.ts';
import {
  type DeliveryRecord,
  type DeliveryRepository,
  isFinishedDelivery,
} from '../state/delivery-repository.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferLogs } from '../transfers/queue/transfer-logs.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import type { DeliveryPerformer } from './delivery-performer.ts';
import { removeOrphans, type WorkspaceFate } from './workspace.ts';

export interface DeliveriesDeps {
  /** The one these belong to; those of others are left alone. */
  readonly connectionId: string;
  readonly ledger: DeliveryLedger;
  readonly repository: DeliveryRepository;
  readonly performer: DeliveryPerformer;
  readonly projects: Pick<Projects, 'get'>;
  readonly transfers: TransferQueue;
  readonly logs: TransferLogs;
  readonly settings: SettingsService;
  readonly shell: Shell;
  readonly clock: Clock;
  readonly log: Log;
  /** Hears of every end but the app's own closing. */
  readonly onFinished: (record: DeliveryRecord) => void;
}

/** Hand-offs of one connection to the delivery folder: asked for, listed, called off, asked for again. */
export class Deliveries {
  readonly #deps: DeliveriesDeps;
  readonly #tasks: RunningTasks;
  /** Ends on their way to the disk, which wait for room there. */
  readonly #ends: RunningTasks;
  readonly #stopper = new AbortController();

  constructor(deps: DeliveriesDeps) {
    this.#deps = deps;
    const onBug = (deliveryId: string, error: unknown): void => {
      deps.log.error('A delivery stopped unexpectedly.', error, { deliveryId });
    };
    // Each step has its own limit: one that waits for its drive must not hold up the others.
    this.#tasks = new RunningTasks({ limit: Infinity, onBug });
    this.#ends = new RunningTasks({ limit: Infinity, onBug });
  }

  /** Clears away what ended hand-offs left, then takes up what was under way. */
  async start(): Promise<void> {
    const { repository, ledger, transfers, settings, clock, connectionId } = this.#deps;
    const unfinished = repository.listUnfinishedOf(connectionId);
    const roots = new Set(unfinished.map(({ rootFolder }) => rootFolder));
    if (settings.deliveryFolderPath !== null) roots.add(settings.deliveryFolderPath);
    for (const root of roots) {
      await removeOrphans(root, (deliveryId) => this.#fateOf(deliveryId), clock.now());
    }
    const ids = new Set(unfinished.map(({ deliveryId }) => deliveryId));
    transfers.settleOrphans(
      ({ owner, connectionId: whose }) =>
        owner?.kind === 'delivery' && whose === connectionId && !ids.has(owner.id),
    );
    for (const { deliveryId, state } of unfinished) {
      if (state !== 'committing') ledger.update(deliveryId, { state: 'queued' });
      this.#run(deliveryId);
    }
  }

  /** @throws AppError for an unset, missing or unusable delivery folder, and `not_found` for an unknown project. */
  async startDelivery(
    projectId: string,
    format: DeliveryFormat,
    mediaDelivery: MediaDelivery,
  ): Promise<Delivery> {
    const { settings, projects, ledger, clock, connectionId } = this.#deps;
    const { title } = await projects.get(projectId, this.#stopper.signal);
    const rootFolder = await settings.requireDeliveryFolder();
    const record = ledger.put({
      deliveryId: randomUUID(),
      connectionId,
      projectId,
      projectTitle: title,
      format,
      // Captions refer to no media.
      mediaDelivery: format === 'SRT' ? 'REMOTE_URLS' : mediaDelivery,
      state: 'queued',
      waitingFor: null,
      missingRoom: null,
      progress: 0,
      receivedBytes: 0,
      totalBytes: null,
      bytesPerSecond: null,
      folderName: null,
      folderPath: null,
      fileCount: 0,
      unreadable: [],
      createdAt: Math.floor(clock.now() / 1000),
      finishedAt: null,
      error: null,
      rootFolder,
      interchangeJobId: null,
      captionsJobId: null,
      askedJobs: {},
      documentName: null,
      stepMs: { preparing: 0, downloading: 0, unpacking: 0, committing: 0 },
    });
    this.#run(record.deliveryId);
    return ledger.shown(record);
  }

  /** Newest first; of one project or of all, of this connection. */
  list(projectId: string | null, limit: number): Delivery[] {
    const { repository, ledger, connectionId } = this.#deps;
    const records =
      projectId === null ? repository.listOf(connectionId, limit) : repository.list(limit, projectId);
    return records
      .filter((record) => record.connectionId === connectionId)
      .map((record) => ledger.shown(record));
  }

  /** @throws AppError `not_found`. */
  get(deliveryId: string): DeliveryRecord {
    return this.#deps.ledger.get(deliveryId);
  }

  /** Resolves when nothing more happens to it in this session. */
  async settled(deliveryId: string): Promise<void> {
    await this.#tasks.settled(deliveryId);
    await this.#ends.settled(deliveryId);
  }

  /** Stops it and removes what it has so far, also while the state cannot be written. @throws AppError `not_found`, `conflict` when it has ended. */
  async cancel(deliveryId: string): Promise<Delivery> {
    const { ledger } = this.#deps;
    if (isFinishedDelivery(ledger.get(deliveryId))) {
      throw new AppError('conflict', 'The delivery has ended already.');
    }
    this.#tasks.cancel(deliveryId);
    await this.#tasks.settled(deliveryId);
    return ledger.shown(ledger.get(deliveryId));
  }

  /** @throws AppError `not_found`, `conflict` unless it failed or was cancelled, and as `startDelivery`. */
  async retry(deliveryId: string): Promise<Delivery> {
    const { state, projectId, format, mediaDelivery } = this.#deps.ledger.get(deliveryId);
    if (state !== 'failed' && state !== 'cancelled') {
      throw new AppError('conflict', 'Only a failed or cancelled delivery can be made again.');
    }
    return this.startDelivery(projectId, format, mediaDelivery);
  }

  /** Shows the main document. @throws AppError `not_found` when it is not there (any more). */
  async reveal(deliveryId: string): Promise<void> {
    const { ledger, shell } = this.#deps;
    const { folderPath, documentName } = ledger.get(deliveryId);
    const path = folderPath === null ? null : join(folderPath, documentName ?? '');
    const isThere = path !== null && (await stat(path).catch(() => null)) !== null;
    if (!isThere) {
      throw new AppError('not_found', 'The delivered document is not there.', {
        details: { path: path ?? '' },
      });
    }
    await shell.revealFile(path);
  }

  /** Shows the log of its transfers. @throws AppError `not_found` when there is none (any more). */
  async revealLog(deliveryId: string): Promise<void> {
    const { logs, shell } = this.#deps;
    await shell.revealFile(await logs.find(deliveryId));
  }

  async dispose(): Promise<void> {
    this.#stopper.abort();
    await this.#tasks.dispose();
    await this.#ends.dispose();
  }

  #fateOf(deliveryId: string): WorkspaceFate {
    const record = this.#deps.repository.get(deliveryId);
    if (!record) return 'unknown';
    return isFinishedDelivery(record) ? 'removed' : 'kept';
  }

  #run(deliveryId: string): void {
    const { performer, ledger, onFinished } = this.#deps;
    this.#tasks.run(deliveryId, async (signal) => {
      await performer.perform(deliveryId, signal);
      const record = ledger.get(deliveryId);
      if (!isFinishedDelivery(record)) return;
      this.#ends.run(deliveryId, (closing) =>
        storePatiently(() => ledger.storeEnd(deliveryId), this.#deps, closing),
      );
      onFinished(record);
    });
  }
}
