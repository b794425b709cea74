import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { servedEditors } from '../editors/editor-documents.ts';
import type { Editors } from '../editors/editors.ts';
import { atFolder, folderErrorOf } from '../foundation/files/folder-errors.ts';
import { portableName } from '../foundation/files/portable-name.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { Semaphore } from '../foundation/semaphore.ts';
import { settleWithin } from '../foundation/settle-within.ts';
import { appIsClosing, cancelledByUser, stopErrorOf, throwIfStopped } from '../foundation/wait.ts';
import type { Log, Power } from '../platform.ts';
import {
  type DeliveryRecord,
  type DeliveryStepTimes,
  isFinishedDelivery,
} from '../state/delivery-repository.ts';
import type { KnownFolders } from '../state/settings/known-folders.ts';
import { isPassingDownload } from '../transfers/engine/download-errors.ts';
import { noWait, type Blockers } from '../transfers/queue/blockers.ts';
import { RetryPolicy } from '../transfers/queue/retry-policy.ts';
import { DownloadFailed, receivedBytes, reopenDownloads } from './delivery-downloads.ts';
import { freshStep, leavesDownloads, pastNames } from './delivery-ledger.ts';
import { DeliverySource, type DeliverySourceParts } from './delivery-source.ts';
import type { CutToSend, SentCuts } from './sent-cuts.ts';
import { commitVersion, type VersionTarget } from './version/commit-version.ts';
import { filesOf, type Manifest, readManifest } from './version/manifest.ts';
import { requireRoomForVersion } from './version/path-length.ts';
import { VersionBuilder, type VersionContent } from './version/version-builder.ts';
import {
  ensureDownloads,
  longestClearingMs,
  openWorkspace,
  type Workspace,
  workspaceOf,
} from './workspace.ts';
import { requireTakes } from './your-cut-content.ts';

export interface DeliveryRunnerDeps extends DeliverySourceParts {
  readonly blockers: Blockers;
  readonly folders: KnownFolders;
  /** Shared by the deliveries of all connections, as unpacking and committing load the disk. */
  readonly unpacking: Semaphore;
  readonly power: Power;
  readonly editors: Pick<Editors, 'kdenliveVersion'>;
  readonly log: Log;
}

const withoutJobs = { interchangeJobId: null, captionsJobId: null, askedJobs: {} } as const;

/** Number of deliveries that the service prepares at a time; downloads wait in the transfer queue. */
const preparedAtOnce = 2;

/** Runs one delivery from the state of its record to its end. */
export class DeliveryRunner {
  readonly #deps: DeliveryRunnerDeps;
  readonly #preparing = new Semaphore(preparedAtOnce);

  constructor(deps: DeliveryRunnerDeps) {
    this.#deps = deps;
  }

  /** The cuts of the user, which its deliveries send. */
  get sentCuts(): SentCuts {
    return this.#deps.sentCuts;
  }

  /** Keeps your cut for a delivery that is about to begin. @throws AppError as `requireTakes`, `ensureDownloads`. */
  async keepCut(
    { rootFolder, deliveryId }: Pick<DeliveryRecord, 'rootFolder' | 'deliveryId'>,
    cut: CutToSend,
  ): Promise<void> {
    const { folders, sentCuts } = this.#deps;
    await requireTakes(cut.timeline);
    const workspace = workspaceOf(rootFolder, deliveryId);
    await ensureDownloads(rootFolder, workspace, () => folders.require(rootFolder));
    await sentCuts.store(workspace, cut).catch((error: unknown) => {
      throw folderErrorOf(error, rootFolder);
    });
  }

  /**
   * Runs a delivery; waits for the network, the sign-in, the rate window, space and the folder instead of failing.
   * Never rejects: the ledger records every end except the app's own closing.
   */
  async run(deliveryId: string, signal: AbortSignal): Promise<void> {
    const { ledger, log, logs, transfers } = this.#deps;
    const receivedBefore = receivedBytes(transfers, deliveryId);
    try {
      logs.note(deliveryId, 'delivery_started');
      await this.#untilDelivered(deliveryId, signal);
    } catch (error) {
      const known = signal.aborted ? stopErrorOf(signal) : error;
      if (known === appIsClosing) return;
      if (!(known instanceof AppError)) log.error('A delivery failed unexpectedly.', known, { deliveryId });
      const isCancelled = known instanceof AppError && known.code === 'cancelled';
      const before = ledger.get(deliveryId);
      // When a job of the service failed or its result never arrives, a retry must start another job.
      const isStuck = isPassingDownload(known) && receivedBytes(transfers, deliveryId) <= receivedBefore;
      const isOfJob = before.state === 'preparing' || isStuck;
      // A cancelled delivery may have ended before its wait returned.
      if (isCancelled && isFinishedDelivery(before))
        log.info('A cancelled delivery has stopped.', { deliveryId });
      else if (isCancelled) ledger.finish(deliveryId, 'cancelled');
      else ledger.finish(deliveryId, 'failed', { error: known, ...(isOfJob ? withoutJobs : {}) });
    }
    await settleWithin(longestClearingMs, this.#clearAway(ledger.get(deliveryId)));
  }

  async #untilDelivered(deliveryId: string, signal: AbortSignal): Promise<void> {
    const { ledger, blockers, logs, transfers } = this.#deps;
    const retryPolicy = new RetryPolicy(this.#deps);
    let hasLostFile = false;
    for (;;) {
      throwIfStopped(signal);
      const record = ledger.get(deliveryId);
      try {
        await this.#deliver(record, signal);
        return;
      } catch (error) {
        throwIfStopped(signal);
        if (error instanceof DownloadFailed) {
          // The service may remove a file while its download is paused or waits. It makes another, once.
          if (hasLostFile || !isGone(error.cause)) throw error.cause;
          hasLostFile = true;
          reopenDownloads(transfers, deliveryId);
          continue;
        }
        const known = await this.#causeOf(error, record.rootFolder);
        const blocker = blockers.of(known);
        if (blocker === null || !(known instanceof AppError)) throw known;
        logs.note(deliveryId, 'delivery_waits', { waitingFor: blocker, reason: known.code });
        const { connectionId } = record;
        await blockers.waitFor(blocker, known, {
          connectionId,
          retryPolicy,
          signal,
          onWait: (wait) => {
            ledger.note(deliveryId, wait);
          },
        });
        ledger.note(deliveryId, noWait);
      }
    }
  }

  /** Returns the missing delivery folder as the cause where the folder went away, instead of a broken file. */
  async #causeOf(error: unknown, rootFolder: string): Promise<unknown> {
    const known = atFolder(folderErrorOf(error, rootFolder), rootFolder);
    const isOfUser = known instanceof AppError && known.code === 'cancelled';
    if (isOfUser || this.#deps.blockers.of(known) !== null) return known;
    return this.#deps.folders.require(rootFolder).then(
      () => known,
      (reason: unknown) => reason,
    );
  }

  async #deliver(record: DeliveryRecord, signal: AbortSignal): Promise<void> {
    const { folders, unpacking } = this.#deps;
    const { rootFolder, deliveryId } = record;
    const requireRoot = (): Promise<void> => folders.require(rootFolder);
    await requireRoot();
    if (await this.#isCommitted(record)) return;
    requireRoomForVersion(rootFolder, portableName(record.projectTitle));
    const workspace = await openWorkspace(rootFolder, deliveryId, requireRoot);
    const source = new DeliverySource({ ...this.#deps, record, workspace, requireRoot, signal });
    await this.#preparing.run(signal, () => this.#timed(deliveryId, 'preparing', () => source.prepare()));
    await this.#timed(deliveryId, 'downloading', () => source.download());
    await unpacking.run(signal, () =>
      this.#awake(async () => {
        await requireRoot();
        const content = await this.#timed(deliveryId, 'unpacking', () => source.unpack());
        this.#noteContent(deliveryId, content);
        const { path, prepared } = await this.#timed(deliveryId, 'committing', () =>
          this.#commit(deliveryId, content, workspace, requireRoot, signal),
        );
        this.#finish(deliveryId, path, prepared);
      }),
    );
  }

  /**
   * True if the app stopped between the commit and its record: the folder is there with our manifest. Finishes the
   * record.
   */
  async #isCommitted(record: DeliveryRecord): Promise<boolean> {
    if (record.state !== 'committing' || record.folderName === null) return false;
    const path = join(record.rootFolder, portableName(record.projectTitle), record.folderName);
    const manifest = await readManifest(path);
    if (manifest?.deliveryId !== record.deliveryId) return false;
    this.#finish(record.deliveryId, path, manifest);
    return true;
  }

  async #commit(
    deliveryId: string,
    content: VersionContent,
    workspace: Workspace,
    requireRoot: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<VersionTarget & { readonly prepared: Manifest }> {
    const { ledger, clock, editors } = this.#deps;
    const record = ledger.get(deliveryId);
    const { rootFolder, projectTitle, projectId, format, mediaDelivery, interchangeJobId, timing } = record;
    const deliveredAt = Math.floor(clock.now() / 1000);
    const kdenlive = await editors.kdenliveVersion();
    const builder = new VersionBuilder({
      folder: workspace.folder,
      content,
      origin: {
        deliveryId,
        projectId,
        projectTitle,
        interchangeJobId,
        format,
        mediaDelivery,
        deliveredAt,
        timing,
        cutOrigin: record.cutOrigin,
      },
      plan: { documents: record.documents, editors: record.chosenEditors, kdenlive },
    });
    return commitVersion({
      rootFolder,
      projectName: portableName(projectTitle),
      pastNames: pastNames(ledger, projectId),
      builtFolder: workspace.folder,
      prepare: async (place) => {
        const manifest = await builder.build(place);
        ledger.update(deliveryId, { folderName: place.name });
        return manifest;
      },
      requireRoot,
      clock,
      signal,
    });
  }

  #finish(deliveryId: string, folderPath: string, manifest: Manifest): void {
    const { ledger, logs } = this.#deps;
    const fileCount = filesOf(manifest).length;
    logs.note(deliveryId, 'committed', { path: folderPath, fileCount });
    const { mainDocument: documentName, unreadable, documents } = manifest;
    const paths = documents.map(({ path }) => path);
    const editors = servedEditors(paths);
    ledger.finish(deliveryId, 'done', { folderPath, documentName, fileCount, unreadable, editors });
  }

  #noteContent(deliveryId: string, { media, movie }: VersionContent): void {
    const files = [...media, ...(movie ? [movie] : [])];
    const facts = files.map(({ path, sizeBytes, sha256 }) => ({ file: path, sizeBytes, sha256 }));
    this.#deps.logs.noteAll(deliveryId, 'unpacked', facts);
  }

  /** Removes the workspace of an ended delivery, except downloads that a retry can use. */
  async #clearAway(record: DeliveryRecord): Promise<void> {
    const { deliveryId, rootFolder, state, error } = record;
    if (!isFinishedDelivery(record)) return;
    const { logs, blockers } = this.#deps;
    logs.note(deliveryId, 'delivery_ended', { state, reason: error?.code ?? null });
    const workspace = workspaceOf(rootFolder, deliveryId);
    // Nobody retries a delivery of an unattended run.
    const isKept = blockers.isAttended && leavesDownloads(record);
    const path = isKept ? workspace.folder : workspace.path;
    await removeTree(path).catch((reason: unknown) => {
      this.#deps.log.warn('A workspace could not be removed.', { path, error: reason });
    });
  }

  async #awake<Result>(work: () => Promise<Result>): Promise<Result> {
    const allowSleep = this.#deps.power.keepAwake('A delivery is on its way.');
    try {
      return await work();
    } finally {
      allowSleep();
    }
  }

  async #timed<Result>(
    deliveryId: string,
    step: keyof DeliveryStepTimes,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { ledger, clock } = this.#deps;
    // The user may have cancelled it while it waited for a drive.
    if (isFinishedDelivery(ledger.get(deliveryId))) throw cancelledByUser;
    ledger.note(deliveryId, freshStep);
    ledger.update(deliveryId, { state: step });
    const startedMs = clock.monotonicMs();
    try {
      return await work();
    } finally {
      const { stepMs } = ledger.get(deliveryId);
      const elapsedMs = stepMs[step] + clock.monotonicMs() - startedMs;
      ledger.update(deliveryId, { stepMs: { ...stepMs, [step]: elapsedMs } });
    }
  }
}

function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
