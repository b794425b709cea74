import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import { stopErrorOf, throwIfStopped, appIsClosing } from '../concurrency/wait.ts';
import { atFolder, folderErrorOf } from '../files/folder-errors.ts';
import { removeTree } from '../files/remove-tree.ts';
import type { Clock, Log, Power } from '../platform.ts';
import type { DeliveryRecord, DeliveryStepTimes } from '../store/delivery-repository.ts';
import type { Downloader } from '../transfers/download.ts';
import { commitVersion } from './commit-version.ts';
import type { DeliveryLedger } from './delivery-ledger.ts';
import { type BroughtContent, DeliverySource } from './delivery-source.ts';
import type { InterchangeRunner } from './interchange-runner.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { requireRoomForVersion } from './path-length.ts';
import type { ProjectMovies } from './project-movies.ts';
import { projectFolderName } from './project-name.ts';
import { VersionBuilder } from './version-builder.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

export interface DeliveryPerformerDeps {
  readonly ledger: DeliveryLedger;
  readonly interchange: InterchangeRunner;
  readonly movies: ProjectMovies;
  readonly downloader: Downloader;
  readonly power: Power;
  readonly clock: Clock;
  readonly log: Log;
}

/** Takes one hand-off from where its record stands to its end. */
export class DeliveryPerformer {
  readonly #deps: DeliveryPerformerDeps;

  constructor(deps: DeliveryPerformerDeps) {
    this.#deps = deps;
  }

  /** Never rejects: every end but the app's own closing is in the record. */
  async perform(deliveryId: string, signal: AbortSignal): Promise<void> {
    const { ledger, log, power } = this.#deps;
    const allowSleep = power.keepAwake('A delivery is on its way.');
    try {
      const record = ledger.get(deliveryId);
      if (!(await this.#isCommitted(record))) await this.#deliver(record, signal);
    } catch (error) {
      if (signal.reason === appIsClosing) return;
      const known = signal.aborted ? stopErrorOf(signal) : error;
      if (!(known instanceof AppError)) log.error('A delivery failed unexpectedly.', known, { deliveryId });
      const isCancelled = known instanceof AppError && known.code === 'cancelled';
      if (isCancelled) ledger.finish(deliveryId, 'cancelled');
      else ledger.finish(deliveryId, 'failed', known);
    } finally {
      allowSleep();
    }
  }

  /** The app may have stopped between the commit and its record: then the folder is there and ours. */
  async #isCommitted(record: DeliveryRecord): Promise<boolean> {
    if (record.state !== 'committing' || record.folderName === null) return false;
    const path = join(record.rootFolder, projectFolderName(record.projectTitle), record.folderName);
    const manifest = await readManifest(path);
    if (manifest?.deliveryId !== record.deliveryId) return false;
    this.#finish(record.deliveryId, path, manifest);
    return true;
  }

  async #deliver(record: DeliveryRecord, signal: AbortSignal): Promise<void> {
    throwIfStopped(signal);
    requireRoomForVersion(record.rootFolder, projectFolderName(record.projectTitle));
    const workspace = await openWorkspace(record.rootFolder, record.deliveryId);
    try {
      const content = await this.#bring(record, workspace, signal);
      await this.#timed(record.deliveryId, 'committing', () =>
        this.#commit(record.deliveryId, content, workspace, signal),
      );
    } catch (error) {
      throw atFolder(folderErrorOf(error, record.rootFolder), record.rootFolder);
    } finally {
      await removeTree(workspace.path).catch((error: unknown) => {
        this.#deps.log.warn('A workspace could not be removed.', { path: workspace.path, error });
      });
    }
  }

  async #bring(record: DeliveryRecord, workspace: Workspace, signal: AbortSignal): Promise<BroughtContent> {
    const { deliveryId } = record;
    const source = new DeliverySource({ ...this.#deps, record, workspace, signal });
    await this.#timed(deliveryId, 'preparing', () => source.prepare());
    await this.#timed(deliveryId, 'downloading', () => source.download());
    return this.#timed(deliveryId, 'unpacking', () => source.unpack());
  }

  async #commit(
    deliveryId: string,
    content: BroughtContent,
    workspace: Workspace,
    signal: AbortSignal,
  ): Promise<void> {
    const { ledger, clock } = this.#deps;
    const { rootFolder, projectTitle, projectId, format, mediaDelivery, interchangeJobId } =
      ledger.get(deliveryId);
    const deliveredAt = Math.floor(clock.now() / 1000);
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
      },
    });
    let manifest: Manifest | null = null;
    const target = await commitVersion({
      rootFolder,
      projectName: projectFolderName(projectTitle),
      builtFolder: workspace.folder,
      prepare: async (place) => {
        manifest = await builder.build(place);
        ledger.update(deliveryId, { folderName: place.name });
      },
      signal,
    });
    if (manifest) this.#finish(deliveryId, target.path, manifest);
  }

  #finish(deliveryId: string, folderPath: string, manifest: Manifest): void {
    const { documents, media, referenceMovie, mainDocument } = manifest;
    const fileCount = documents.length + media.length + (referenceMovie ? 1 : 0);
    this.#deps.ledger.update(deliveryId, { folderPath, documentName: mainDocument, fileCount });
    this.#deps.ledger.finish(deliveryId, 'done');
  }

  async #timed<Result>(
    deliveryId: string,
    step: keyof DeliveryStepTimes,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { ledger, clock } = this.#deps;
    ledger.enter(deliveryId, step);
    const startedMs = clock.monotonicMs();
    try {
      return await work();
    } finally {
      const { stepMs } = ledger.get(deliveryId);
      ledger.update(deliveryId, { stepMs: { ...stepMs, [step]: clock.monotonicMs() - startedMs } });
    }
  }
}
