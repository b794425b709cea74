import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../src-shared/app-error.ts';
import {
  type DeliveredCut,
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
import { bestDocumentFor, bestFirst, documentFor, servedEditors } from '../editors/editor-documents.ts';
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
import { type LastVersion, outlookOf } from './delivery-outlook.ts';
import { type DeliveryPlan, deliveryPlan, maySendYours } from './delivery-plan.ts';
import type { DeliveryRunner } from './delivery-runner.ts';
import type { EditorOffers } from './editor-offers.ts';
import { idOfCut } from './sent-cuts.ts';
import { addDocuments } from './version/add-documents.ts';
import { filesOf, type Manifest } from './version/manifest.ts';
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
  /** Yours by default, where it can be sent. */
  readonly cut?: DeliveredCut | undefined;
  /** Rate and timecode of the documents; the user's setting by default. */
  readonly timing?: TimingWish | undefined;
}

/** What a delivery is made of. */
interface Revision extends Pick<DeliveryRecord, 'projectId' | 'rootFolder' | 'yourCutId'> {
  /** Time of the project's last change, from the service. */
  readonly updatedAt: number;
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

  /**
   * @throws AppError for an unset, missing or unusable delivery folder, `not_found` for an unknown project, and as
   * `SentCuts.take`.
   */
  async startDelivery(
    projectId: string,
    format: DeliveryFormat | null,
    mediaDelivery: MediaDelivery,
    {
      deliveryId = randomUUID(),
      editors = [],
      mayAdd = false,
      failed,
      cut = 'yours',
      timing = this.#deps.settings.documentTiming,
    }: DeliveryWishes = {},
  ): Promise<Delivery> {
    const { settings, projects, runner, clock, connectionId } = this.#deps;
    const { title, updatedAt } = await projects.get(projectId, this.#stopper.signal);
    const rootFolder = await settings.requireDeliveryFolder();
    const mayBeYours = cut === 'yours' && maySendYours(mediaDelivery, format);
    const yours = mayBeYours ? await runner.sentCuts.take(projectId, updatedAt, this.#stopper.signal) : null;
    const yourCutId = yours && idOfCut(yours.timeline);
    const revision = { projectId, updatedAt, rootFolder, yourCutId };
    const plan = deliveryPlan({ editors, format, mediaDelivery, isYours: yours !== null, timing });
    const known = await this.#goOnWith(revision, plan, { failed, mayAdd });
    if (known) return known;
    const createdAt = Math.floor(clock.now() / 1000);
    if (yours) await runner.keepCut({ rootFolder, deliveryId }, yours);
    return this.add({
      deliveryId,
      connectionId,
      projectId,
      projectTitle: title,
      ...plan,
      ...queuedDelivery,
      ...unaskedDelivery,
      cutOrigin: yours && { editor: 'dailies', madeAt: createdAt },
      yourCutId,
      createdAt,
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
    return this.#startLike(failed, { failed, cut: failed.yourCutId === null ? 'project' : 'yours' });
  }

  /**
   * Delivers the cut of the user as it is now, to the same editors in the same way.
   * @param asDeliveryId the id of the new delivery.
   * @returns the new delivery, or the last version if nothing has changed since.
   * @throws as `startDelivery`.
   */
  sendAgain(deliveryId: string, asDeliveryId: string): Promise<Delivery> {
    return this.#startLike(this.get(deliveryId), { deliveryId: asDeliveryId, mayAdd: true });
  }

  /** Returns the identity of your cut as it would be sent now; null if it is the project cut. */
  yourCutId(projectId: string): string | null {
    return this.#deps.runner.sentCuts.idOf(projectId);
  }

  #startLike(
    { projectId, format, mediaDelivery, chosenEditors: editors, timing }: DeliveryRecord,
    wishes: Pick<DeliveryWishes, 'deliveryId' | 'mayAdd' | 'failed' | 'cut'>,
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
  outlook(projectId: string, cut: DeliveredCut = 'yours'): Promise<DeliveryOutlook> {
    const yourCutId = cut === 'yours' ? this.yourCutId(projectId) : null;
    const ofCut = this.#lastVersionOf(projectId, yourCutId);
    return outlookOf(ofCut ?? this.#lastVersionOf(projectId), ofCut !== null);
  }

  /** Returns the newest version; with `yourCutId`, the newest of that cut. */
  #lastVersionOf(projectId: string, yourCutId?: string | null): LastVersion | null {
    const { ledger, connectionId } = this.#deps;
    const last = ledger.list(lastDeliveries, projectId).find((record) => {
      const isVersion = record.state === 'done' && record.mediaDelivery === 'BUNDLE';
      const isOfCut = yourCutId === undefined || (record.yourCutId === yourCutId && !isFromEditor(record));
      return isVersion && isOfCut && record.connectionId === connectionId;
    });
    if (!last || last.folderPath === null || last.folderName === null) return null;
    return { ...last, folderPath: last.folderPath, folderName: last.folderName };
  }

  /** Adds missing documents to the project's last version; null if there is none of the unchanged project. */
  async #addToCurrent(
    { projectId, updatedAt, rootFolder, yourCutId }: Revision,
    { documents, chosenEditors, timing }: DeliveryPlan,
  ): Promise<Delivery | null> {
    if (documents.length === 0) return null;
    const last = this.#lastVersionOf(projectId, yourCutId);
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

  /** Resumes a failed delivery, or adds to the last version; null if a new delivery is needed. */
  async #goOnWith(
    revision: Revision,
    plan: DeliveryPlan,
    { failed, mayAdd = false }: Pick<DeliveryWishes, 'failed' | 'mayAdd'>,
  ): Promise<Delivery | null> {
    const goingOn = failed ? await this.#goOn(failed, revision) : null;
    return goingOn ?? (mayAdd ? this.#addToCurrent(revision, plan) : null);
  }

  /** Resumes a failed delivery. Removes its files and returns null if none of them can be used. */
  async #goOn(
    failed: DeliveryRecord,
    { updatedAt, rootFolder, yourCutId }: Revision,
  ): Promise<Delivery | null> {
    const { ledger, transfers } = this.#deps;
    const { deliveryId } = failed;
    const { path, downloads } = workspaceOf(failed.rootFolder, deliveryId);
    const isSame =
      failed.rootFolder === rootFolder &&
      failed.projectUpdatedAt === updatedAt &&
      failed.yourCutId === yourCutId;
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

/** True for the cut of a return. */
function isFromEditor({ cutOrigin }: DeliveryRecord): boolean {
  return cutOrigin !== null && cutOrigin.editor !== 'dailies';
}

function pathsOf({ documents }: Manifest): string[] {
  return documents.map(({ path }) => path);
}

function noDocument(path: string): AppError {
  return new AppError('not_found', 'The delivered document is not there.', { details: { path } });
}
