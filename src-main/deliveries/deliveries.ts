import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { Delivery, DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import type { Projects } from '../api/projects.ts';
import { documentFor } from '../editors/editor-documents.ts';
import type { Editors } from '../editors/editors.ts';
import { JobEngine, type JobEngineDeps } from '../jobs/job-engine.ts';
import type { Shell } from '../platform.ts';
import { type DeliveryRecord, isFinishedDelivery } from '../state/delivery-repository.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferLogs } from '../transfers/queue/transfer-logs.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import { readManifest } from './manifest.ts';
import { removeOrphans, type WorkspaceFate } from './workspace.ts';

export interface DeliveriesDeps extends JobEngineDeps<DeliveryRecord, Delivery> {
  readonly runner: DeliveryRunner;
  readonly projects: Pick<Projects, 'get'>;
  readonly transfers: TransferQueue;
  readonly logs: TransferLogs;
  readonly settings: SettingsService;
  readonly editors: Editors;
  readonly shell: Shell;
}

/** Versions of projects put into the delivery folder, asked for on one connection. */
export class Deliveries extends JobEngine<DeliveryRecord, Delivery> {
  readonly #deps: DeliveriesDeps;
  readonly #stopper = new AbortController();

  constructor(deps: DeliveriesDeps) {
    super(deps);
    this.#deps = deps;
  }

  /** Clears away what ended deliveries left, then takes up what was under way. */
  override async start(): Promise<void> {
    const { ledger, transfers, settings, clock, connectionId } = this.#deps;
    const unfinished = ledger.listUnfinishedOf(connectionId);
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
    for (const { deliveryId, state } of ledger.listUnfinishedOf(connectionId)) {
      if (state !== 'committing') ledger.update(deliveryId, { state: 'queued' });
    }
    super.start();
  }

  /** @throws AppError for an unset, missing or unusable delivery folder, and `not_found` for an unknown project. */
  async startDelivery(
    projectId: string,
    format: DeliveryFormat,
    mediaDelivery: MediaDelivery,
  ): Promise<Delivery> {
    const { settings, projects, clock, connectionId } = this.#deps;
    const { title } = await projects.get(projectId, this.#stopper.signal);
    const rootFolder = await settings.requireDeliveryFolder();
    return this.add({
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
      editors: [],
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
  }

  /** @throws AppError `not_found`, `conflict` unless it failed or was cancelled, and as `startDelivery`. */
  async retry(deliveryId: string): Promise<Delivery> {
    const { projectId, format, mediaDelivery } = this.getRetryable(deliveryId);
    return this.startDelivery(projectId, format, mediaDelivery);
  }

  /**
   * Starts an editor with its document, or shows the document where the editor takes none.
   * @throws AppError `not_found` without such a version, document or editor, `editor_not_started`.
   */
  async open(deliveryId: string, editorId: string): Promise<{ way: 'started' | 'revealed'; path: string }> {
    const { ledger, shell, editors } = this.#deps;
    const { folderPath } = ledger.get(deliveryId);
    const manifest = folderPath === null ? null : await readManifest(folderPath);
    if (folderPath === null || manifest === null) throw noDocument(folderPath ?? '');
    const installed = await editors.get(editorId);
    const paths = manifest.documents.map(({ path }) => path);
    const name = documentFor(installed.editor, basename(folderPath), paths);
    const path = join(folderPath, name ?? '');
    if (name === null || !(await isThere(path))) throw noDocument(path);
    if (await editors.open(installed, path)) return { way: 'started', path };
    await shell.revealFile(path);
    return { way: 'revealed', path };
  }

  /** Shows the main document. @throws AppError `not_found` when it is not there (any more). */
  async reveal(deliveryId: string): Promise<void> {
    const { ledger, shell } = this.#deps;
    const { folderPath, documentName } = ledger.get(deliveryId);
    const path = folderPath === null ? null : join(folderPath, documentName ?? '');
    if (path === null || !(await isThere(path))) throw noDocument(path ?? '');
    await shell.revealFile(path);
  }

  /** Shows the log of its transfers. @throws AppError `not_found` when there is none (any more). */
  async revealLog(deliveryId: string): Promise<void> {
    const { logs, shell } = this.#deps;
    await shell.revealFile(await logs.find(deliveryId));
  }

  override async dispose(): Promise<void> {
    this.#stopper.abort();
    await super.dispose();
  }

  protected override perform(deliveryId: string, signal: AbortSignal): Promise<void> {
    return this.#deps.runner.run(deliveryId, signal);
  }

  protected override endsHere(): boolean {
    return true;
  }

  #fateOf(deliveryId: string): WorkspaceFate {
    const record = this.#deps.ledger.peek(deliveryId);
    if (!record) return 'unknown';
    return isFinishedDelivery(record) ? 'removed' : 'kept';
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function noDocument(path: string): AppError {
  return new AppError('not_found', 'The delivered document is not there.', { details: { path } });
}
