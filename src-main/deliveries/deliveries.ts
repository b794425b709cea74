import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type Delivery,
  type DeliveryFormat,
  type DeliveryOutlook,
  type MediaDelivery,
  type OpenedVersion,
  queuedDelivery,
} from '../../src-shared/contract/delivery.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import { needsOf } from '../../src-shared/error-policy.ts';
import { projectTiming, type TimingWish } from '../../src-timeline/model/sequence-timing.ts';
import type { Projects } from '../api/projects.ts';
import {
  bestDocumentFor,
  bestFirst,
  documentFor,
  documentsFor,
  linkFormatFor,
  servedEditors,
} from '../editors/editor-documents.ts';
import type { Editors } from '../editors/editors.ts';
import { kdenliveVersionFor } from '../editors/kdenlive-version.ts';
import { isThere, presentIn } from '../foundation/files/is-there.ts';
import { removeTree } from '../foundation/files/remove-tree.ts';
import { Semaphore } from '../foundation/semaphore.ts';
import { settleWithin } from '../foundation/settle-within.ts';
import { JobEngine, type JobEngineDeps } from '../jobs/run/job-engine.ts';
import type { Shell } from '../platform.ts';
import { type DeliveryRecord, isFinishedDelivery, unaskedDelivery } from '../state/delivery-repository.ts';
import type { SettingsService } from '../state/settings/settings-service.ts';
import type { TransferLogs } from '../transfers/queue/transfer-logs.ts';
import type { TransferQueue } from '../transfers/queue/transfer-queue.ts';
import { endUnbegun, reopenDownloads } from './delivery-downloads.ts';
import { deliveryKind, leavesDownloads } from './delivery-ledger.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import type { EditorOffers } from './editor-offers.ts';
import { lossesByEditor } from './losses-by-editor.ts';
import { addDocuments } from './version/add-documents.ts';
import { filesOf, type Manifest, readManifest } from './version/manifest.ts';
import { readVersionCut } from './version/version-cut.ts';
import { longestClearingMs, workspaceOf } from './workspace.ts';

/** Optional wishes for a new delivery. */
interface DeliveryWishes {
  /** Id of the delivery, where it is known before it begins. */
  readonly deliveryId?: string | undefined;
  readonly editors?: readonly EditorName[] | undefined;
  /** True adds to the project's last version if nothing has changed since. */
  readonly mayAdd?: boolean | undefined;
  /** A failed delivery, continued from its received bytes if nothing has changed since. */
  readonly failed?: DeliveryRecord | undefined;
  /** Rate and timecode of the documents; the user's setting by default. */
  readonly timing?: TimingWish | undefined;
}

type DeliveryPlan = Pick<DeliveryRecord, 'format' | 'chosenEditors' | 'documents'>;
type TimedPlan = DeliveryPlan & Pick<DeliveryRecord, 'timing'>;

interface Revision {
  /** Time of the project's last change, from the service. */
  readonly updatedAt: number;
}

/** A delivery whose version is in the delivery folder. */
interface LastVersion extends DeliveryRecord {
  readonly folderName: string;
  readonly folderPath: string;
}

/** Number of recent deliveries to search for the last version. */
const lastDeliveries = 50;

export interface DeliveriesDeps extends JobEngineDeps<DeliveryRecord, Delivery> {
  readonly runner: DeliveryRunner;
  readonly projects: Pick<Projects, 'get'>;
  readonly transfers: TransferQueue;
  readonly logs: TransferLogs;
  readonly settings: SettingsService;
  readonly editors: Editors;
  readonly offers: Pick<EditorOffers, 'offer' | 'importInto'>;
  readonly shell: Pick<Shell, 'revealFile'>;
}

/** Puts versions of projects into the delivery folder, for one connection. */
export class Deliveries extends JobEngine<DeliveryRecord, Delivery> {
  readonly #deps: DeliveriesDeps;
  readonly #stopper = new AbortController();
  /** Limits additions to versions to one at a time. */
  readonly #adding = new Semaphore(1);

  constructor(deps: DeliveriesDeps) {
    super(deps);
    this.#deps = deps;
  }

  /** Resumes unfinished deliveries. */
  override start(): void {
    const { ledger, transfers, connectionId, log } = this.#deps;
    const unfinished = ledger.listUnfinishedOf(connectionId);
    const ids = new Set(unfinished.map(({ deliveryId }) => deliveryId));
    transfers.settleOrphans(
      ({ owner, connectionId: whose }) =>
        owner?.kind === 'delivery' && whose === connectionId && !ids.has(owner.id),
    );
    for (const { deliveryId, state } of unfinished) {
      if (state === 'committing') continue;
      try {
        ledger.update(deliveryId, { state: 'queued' });
      } catch (error) {
        // The disk may be full. The delivery writes its next state itself, and waits for room with it.
        log.warn('The state of a delivery could not be written.', { deliveryId, error });
      }
    }
    super.start();
  }

  /** @throws AppError for an unset, missing or unusable delivery folder, and `not_found` for an unknown project. */
  async startDelivery(
    projectId: string,
    format: DeliveryFormat | null,
    mediaDelivery: MediaDelivery,
    {
      deliveryId = randomUUID(),
      editors = [],
      mayAdd = false,
      failed,
      timing = this.#deps.settings.documentTiming,
    }: DeliveryWishes = {},
  ): Promise<Delivery> {
    const { settings, projects, clock, connectionId } = this.#deps;
    const { title, updatedAt } = await projects.get(projectId, this.#stopper.signal);
    const rootFolder = await settings.requireDeliveryFolder();
    const goingOn = failed && (await this.#goOn(failed, { updatedAt, rootFolder }));
    if (goingOn) return goingOn;
    const isBundle = mediaDelivery === 'BUNDLE' && format !== 'SRT';
    const plan = { ...planOf(editors, format, isBundle), timing: isBundle ? neededTiming(timing) : null };
    if (mayAdd && plan.documents.length > 0) {
      const current = await this.#addToCurrent({ projectId, updatedAt, rootFolder }, plan);
      if (current) return current;
    }
    return this.add({
      deliveryId,
      connectionId,
      projectId,
      projectTitle: title,
      ...plan,
      // Captions refer to no media.
      mediaDelivery: isBundle ? 'BUNDLE' : 'REMOTE_URLS',
      ...queuedDelivery,
      ...unaskedDelivery,
      createdAt: Math.floor(clock.now() / 1000),
      rootFolder,
      projectUpdatedAt: updatedAt,
    });
  }

  /**
   * Continues a failed delivery from its received bytes if the project is unchanged, else starts a new one.
   * @throws AppError `not_found`, `conflict` unless it failed or was cancelled, and as `startDelivery`.
   */
  async retry(deliveryId: string): Promise<Delivery> {
    const failed = this.getRetryable(deliveryId);
    return this.#startLike(failed, { failed });
  }

  /**
   * Delivers the project as it is now, to the same editors in the same way.
   * @param asDeliveryId the id of the new delivery.
   * @returns the new delivery, or the last version if nothing has changed since.
   * @throws as `startDelivery`.
   */
  sendAgain(deliveryId: string, asDeliveryId: string): Promise<Delivery> {
    return this.#startLike(this.get(deliveryId), { deliveryId: asDeliveryId, mayAdd: true });
  }

  #startLike(
    { projectId, format, mediaDelivery, chosenEditors: editors, timing }: DeliveryRecord,
    wishes: Pick<DeliveryWishes, 'deliveryId' | 'mayAdd' | 'failed'>,
  ): Promise<Delivery> {
    const isOfEditors = editors.length > 0;
    return this.startDelivery(projectId, isOfEditors ? null : format, mediaDelivery, {
      ...wishes,
      editors,
      timing: timing ?? projectTiming,
    });
  }

  /**
   * Starts an editor with its document, or has an open DaVinci Resolve Studio import it. Shows the document in its
   * folder where neither is possible.
   * @throws AppError `not_found` without such a version, document or editor, `editor_not_started`.
   */
  async open(deliveryId: string, editorId: string): Promise<OpenedVersion> {
    const { ledger, shell, editors } = this.#deps;
    const { folderPath } = ledger.get(deliveryId);
    const installed = await editors.get(editorId);
    const { editor } = installed;
    if (folderPath === null) throw noDocument('');
    const version = kdenliveVersionFor([installed]);
    const manifest = await this.#adding.run(this.#stopper.signal, () =>
      addDocuments({ deliveryId, folderPath }, [bestDocumentFor(editor)], version),
    );
    const paths = manifest ? pathsOf(manifest) : [];
    const name = documentFor(editor, await presentIn(folderPath, paths));
    if (!manifest || name === null) throw noDocument(join(folderPath, documentFor(editor, paths) ?? ''));
    const path = join(folderPath, name);
    this.#noteDocuments(deliveryId, manifest);
    if (await editors.open(installed, path)) return { way: 'started', path, missing: [] };
    const missing = await this.#deps.offers.importInto(deliveryId, installed);
    if (missing) return { way: 'imported', path, missing };
    await shell.revealFile(path);
    return { way: 'revealed', path, missing: [] };
  }

  /** Opens a version as `open` does, in its best editor on this computer; without one, shows it in its folder. */
  async openInFirst(deliveryId: string): Promise<void> {
    const { chosenEditors, editors: served } = this.#deps.ledger.get(deliveryId);
    const { editors: installed } = await this.#deps.editors.list(false);
    const [first] = bestFirst(served, chosenEditors).flatMap(({ editor }) =>
      installed.filter((each) => each.editor === editor),
    );
    await (first ? this.open(deliveryId, first.editorId) : this.reveal(deliveryId));
  }

  /** Shows the main document in its folder. @throws AppError `not_found` when it is missing. */
  async reveal(deliveryId: string): Promise<void> {
    const path = this.documentOf(deliveryId);
    if (path === null || !(await isThere(path))) throw noDocument(path ?? '');
    await this.#deps.shell.revealFile(path);
  }

  /** Path of the version's folder; null until it is in place. @throws AppError `not_found`. */
  folderOf(deliveryId: string): string | null {
    return this.#deps.ledger.get(deliveryId).folderPath;
  }

  /** Path of the document that opens the version; null until it is in place. @throws AppError `not_found`. */
  documentOf(deliveryId: string): string | null {
    const { folderPath, documentName } = this.#deps.ledger.get(deliveryId);
    return folderPath === null ? null : join(folderPath, documentName ?? '');
  }

  /** Shows the log of its transfers. @throws AppError `not_found` without a log. */
  async revealLog(deliveryId: string): Promise<void> {
    const { logs, shell } = this.#deps;
    await shell.revealFile(await logs.find(deliveryId));
  }

  override async dispose(): Promise<void> {
    this.#stopper.abort();
    await super.dispose();
  }

  protected override async perform(deliveryId: string, signal: AbortSignal): Promise<void> {
    const { runner, ledger, transfers } = this.#deps;
    await runner.run(deliveryId, signal);
    if (!isFinishedDelivery(ledger.get(deliveryId))) return;
    endUnbegun(transfers, deliveryId);
  }

  protected override endsHere(): boolean {
    return true;
  }

  /** Estimates the media size and each editor's losses of a delivery, from the project's last version. */
  async outlook(projectId: string): Promise<DeliveryOutlook> {
    const last = this.#lastVersionOf(projectId);
    const manifest = last && (await readManifest(last.folderPath));
    if (!last || manifest?.deliveryId !== last.deliveryId)
      return { lastVersion: null, mediaBytes: null, losses: [], frameSize: null };
    const cut = await readVersionCut(last.folderPath, manifest);
    return {
      lastVersion: { folderName: last.folderName, projectUpdatedAt: last.projectUpdatedAt },
      mediaBytes: sizeOf([...manifest.media, manifest.referenceMovie]),
      losses: cut === null ? [] : lossesByEditor(cut),
      frameSize: cut && { width: cut.width, height: cut.height },
    };
  }

  #lastVersionOf(projectId: string): LastVersion | null {
    const { ledger, connectionId } = this.#deps;
    const last = ledger.list(lastDeliveries, projectId).find((record) => {
      const isVersion = record.state === 'done' && record.mediaDelivery === 'BUNDLE';
      return isVersion && record.connectionId === connectionId;
    });
    if (!last || last.folderPath === null || last.folderName === null) return null;
    return { ...last, folderPath: last.folderPath, folderName: last.folderName };
  }

  /** Adds missing documents to the project's last version; null if there is none of the unchanged project. */
  async #addToCurrent(
    { projectId, updatedAt, rootFolder }: Pick<DeliveryRecord, 'projectId' | 'rootFolder'> & Revision,
    { documents, chosenEditors, timing }: TimedPlan,
  ): Promise<Delivery | null> {
    const last = this.#lastVersionOf(projectId);
    if (last?.rootFolder !== rootFolder || last.projectUpdatedAt !== updatedAt) return null;
    if (!isDeepStrictEqual(last.timing, timing)) return null;
    const { deliveryId } = last;
    const version = await this.#deps.editors.kdenliveVersion();
    const manifest = await this.#adding
      .run(this.#stopper.signal, () => addDocuments(last, documents, version))
      .catch((error: unknown) => {
        const needs = needsOf(error);
        // A new delivery waits for space or the folder instead of failing.
        if (needs === 'space' || needs === 'folder') return null;
        throw error;
      });
    if (!manifest) return null;
    this.#noteDocuments(deliveryId, manifest, chosenEditors);
    for (const editor of chosenEditors) await this.#deps.offers.offer(deliveryId, editor);
    return deliveryKind.shown(this.#deps.ledger.get(deliveryId));
  }

  /** Resumes a failed delivery. Removes its files and returns null if none of them can be used. */
  async #goOn(
    failed: DeliveryRecord,
    { updatedAt, rootFolder }: Pick<DeliveryRecord, 'rootFolder'> & Revision,
  ): Promise<Delivery | null> {
    const { ledger, transfers } = this.#deps;
    const { deliveryId } = failed;
    const { path, downloads } = workspaceOf(failed.rootFolder, deliveryId);
    const isSame = failed.rootFolder === rootFolder && failed.projectUpdatedAt === updatedAt;
    // A cancelled delivery may still wait for an unresponsive drive. Do not wait for it.
    const isUsable = isSame && leavesDownloads(failed) && (await this.#hasStopped(deliveryId, downloads));
    if (!isUsable) {
      const clearing = settleWithin(
        longestClearingMs,
        removeTree(path).catch(() => undefined),
      );
      // A delivery to another drive need not wait for the old one.
      if (failed.rootFolder === rootFolder) await clearing;
      return null;
    }
    this.getRetryable(deliveryId);
    try {
      reopenDownloads(transfers, deliveryId);
      ledger.update(deliveryId, queuedDelivery);
    } catch (error) {
      // The disk may be full. The delivery has still failed.
      endUnbegun(transfers, deliveryId);
      throw error;
    }
    this.run(deliveryId);
    return deliveryKind.shown(ledger.get(deliveryId));
  }

  /** Waits until nothing works on a failed delivery. @returns true if it left downloads. */
  async #hasStopped(deliveryId: string, downloads: string): Promise<boolean> {
    await this.#deps.ledger.storeEnd(deliveryId);
    await this.settled(deliveryId);
    return isThere(downloads);
  }

  #noteDocuments(deliveryId: string, manifest: Manifest, chosen: readonly EditorName[] = []): void {
    const { ledger } = this.#deps;
    const { chosenEditors, fileCount, editors } = ledger.get(deliveryId);
    const now = {
      fileCount: filesOf(manifest).length,
      editors: servedEditors(pathsOf(manifest)),
      chosenEditors: [...new Set([...chosenEditors, ...chosen])],
    };
    if (!isDeepStrictEqual(now, { fileCount, editors, chosenEditors })) ledger.update(deliveryId, now);
  }
}

/**
 * Plans which documents the service and the app write. For editors the service writes FCPXML, which holds most of a
 * cut, and the app writes all others from it. Links work only in the service's own document, so with links the service
 * writes the first editor's format.
 */
function planOf(
  editors: readonly EditorName[],
  format: DeliveryFormat | null,
  isBundle: boolean,
): DeliveryPlan {
  const [first] = editors;
  const chosenEditors = [...editors];
  if (first === undefined) return { format: format ?? 'FCPXML', chosenEditors, documents: [] };
  if (!isBundle) return { format: format ?? linkFormatFor(first), chosenEditors, documents: [] };
  return { format: 'FCPXML', chosenEditors, documents: documentsFor(editors, format) };
}

/** Null if the wish keeps the project's own rate and timecode. */
function neededTiming(timing: TimingWish): TimingWish | null {
  return timing.rate === null && timing.start === null ? null : timing;
}

function sizeOf(files: readonly ({ readonly sizeBytes: number } | null)[]): number {
  return files.reduce((sum, file) => sum + (file?.sizeBytes ?? 0), 0);
}

function pathsOf({ documents }: Manifest): string[] {
  return documents.map(({ path }) => path);
}

function noDocument(path: string): AppError {
  return new AppError('not_found', 'The delivered document is not there.', { details: { path } });
}
