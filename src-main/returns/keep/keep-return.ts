import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { CutOrigin, DocumentSuffix } from '../../../src-shared/contract/delivery.ts';
import { type EditorName, editorNameSchema } from '../../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../../src-shared/contract/return-editor.ts';
import { awaitsCut } from '../../../src-shared/contract/return.ts';
import { needsOf } from '../../../src-shared/error-policy.ts';
import { fileUrlOfPath } from '../../../src-timeline/formats/file-url.ts';
import type { KdenliveVersion } from '../../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { type DeliveryLedger, pastNames } from '../../deliveries/delivery-ledger.ts';
import { type EditorOffers, importsOffers } from '../../deliveries/editor-offers.ts';
import { collectMedia } from '../../deliveries/media/collect-media.ts';
import { commitVersion } from '../../deliveries/version/commit-version.ts';
import { documentsOfCut } from '../../deliveries/version/documents-of-cut.ts';
import { filesOf, type ManifestFile, type VersionInFolder } from '../../deliveries/version/manifest.ts';
import { requireRoomForVersion } from '../../deliveries/version/path-length.ts';
import { VersionBuilder } from '../../deliveries/version/version-builder.ts';
import { openWorkspace, type Workspace, workspaceOf } from '../../deliveries/workspace.ts';
import { documentsFor, servedEditors } from '../../editors/editor-documents.ts';
import type { Editors } from '../../editors/editors.ts';
import { portableName } from '../../foundation/files/portable-name.ts';
import { removeTree } from '../../foundation/files/remove-tree.ts';
import type { Clock } from '../../platform.ts';
import { reading } from '../../projects/documents.ts';
import type { DeliveryRecord } from '../../state/delivery-repository.ts';
import type { ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import type { KnownFolders } from '../../state/settings/known-folders.ts';
import { changedSince, readSeenCut } from '../read/returned-cut.ts';
import { notKeeping } from '../return-record.ts';
import type { ReturnReader } from '../thread/return-reader.ts';
import { findForUpdate, findVersionIn } from './find-versions.ts';
import type { KeptCut } from './kept-cut.ts';

export interface KeepReturnDeps {
  readonly repository: ReturnRepository;
  readonly ledger: DeliveryLedger;
  readonly folders: Pick<KnownFolders, 'require'>;
  readonly hashFile: (path: string) => Promise<string>;
  readonly clock: Clock;
  readonly editors: Pick<Editors, 'kdenliveVersion'>;
  readonly offers: Pick<EditorOffers, 'offer'>;
  readonly reader: Pick<ReturnReader, 'cutToKeep'>;
}

/**
 * Makes the returned cut the next version of its project, with the project's later changes if `record.updating` is set.
 * Journals the id of the new delivery before it writes, so that a repeated step finds the result of an interrupted one.
 * A repeated step without its drive, or without room on it, stays journaled.
 * @returns the record as stored.
 * @throws AppError `not_found` when the file is gone, `conflict` when it or the project's newest version changed since
 * or a conflict is undecided, and as a delivery.
 */
export async function keepReturn(
  record: ReturnRecord,
  deps: KeepReturnDeps,
  signal: AbortSignal,
): Promise<ReturnRecord> {
  const { repository, ledger } = deps;
  const deliveryId = record.keepingAs ?? randomUUID();
  const { rootFolder, projectName } = placeFor(record, ledger);
  const projectFolder = join(rootFolder, projectName);
  try {
    await deps.folders.require(rootFolder);
    const early = record.keepingAs === null ? null : await findVersionIn(projectFolder, deliveryId);
    const version =
      early ?? (await writeVersion({ record, deliveryId, rootFolder, projectName }, deps, signal));
    // The interrupted step had placed the version but not removed its workspace.
    if (early) await removeTree(workspaceOf(rootFolder, deliveryId).path).catch(() => undefined);
    if (!ledger.peek(deliveryId)) ledger.put(deliveryOf(record, version, rootFolder, deps));
    for (const editor of importersOf(record)) await deps.offers.offer(deliveryId, editor);
    return noteKept(record, { deliveryId, versionName: basename(version.folder) }, repository);
  } catch (reason) {
    const error = signal.aborted ? reason : await causeOf(reason, rootFolder, deps.folders);
    // A step stopped by the app's end, or with its version in place, continues at the next start.
    const isOpen =
      signal.aborted ||
      waitsForDrive(record, error) ||
      (await findVersionIn(projectFolder, deliveryId)) !== null;
    if (!isOpen) endKeeping(record, repository);
    throw error instanceof RangeError ? unwritable(record, error) : error;
  }
}

/** Returns the missing delivery folder as the cause where it went away, instead of what could not be read in it. */
async function causeOf(
  error: unknown,
  rootFolder: string,
  folders: KeepReturnDeps['folders'],
): Promise<unknown> {
  const needs = needsOf(error);
  if (needs === 'folder' || needs === 'space') return error;
  return folders.require(rootFolder).then(
    () => error,
    (reason: unknown) => reason,
  );
}

function endKeeping({ returnId }: ReturnRecord, repository: ReturnRepository): void {
  const now = repository.get(returnId);
  if (now && now.keepingAs !== null) repository.put({ ...now, ...notKeeping });
}

/** True if an interrupted step can go on when its drive is connected, or has room. */
function waitsForDrive({ keepingAs }: ReturnRecord, error: unknown): boolean {
  const needs = needsOf(error);
  return keepingAs !== null && (needs === 'folder' || needs === 'space');
}

/**
 * Returns the delivery folder of the return's version, and the folder in it for versions of the project: the version's
 * parent, or a new one where the version lies in the delivery folder itself.
 */
function placeFor(
  { deliveryId, versionFolder, projectTitle }: ReturnRecord,
  ledger: Pick<DeliveryLedger, 'peek'>,
): Pick<Work, 'rootFolder' | 'projectName'> {
  const beside = dirname(versionFolder);
  const rootFolder = ledger.peek(deliveryId)?.rootFolder ?? dirname(beside);
  const isInProject = relative(rootFolder, dirname(beside)) === '';
  const projectName = isInProject ? basename(beside) : portableName(projectTitle);
  return { rootFolder, projectName };
}

/**
 * Stores the kept return. A file that came back again meanwhile stays open for a decision. A delivery still under way
 * stays awaited unless this update contains it; the error of an earlier delivery is dropped.
 */
function noteKept(
  record: ReturnRecord,
  keptAs: NonNullable<ReturnRecord['keptAs']>,
  repository: ReturnRepository,
): ReturnRecord {
  const now = repository.get(record.returnId) ?? record;
  const isSame = now.fingerprint === record.fingerprint;
  const awaitedCut = record.updating === null && awaitsCut(now) ? now.awaitedCut : null;
  const kept: ReturnRecord = {
    ...now,
    ...notKeeping,
    awaitedCut,
    ...(isSame && { state: 'kept', keptAs }),
    ...(isSame && record.updating && { lastUpdate: record.updating }),
  };
  repository.put(kept);
  return kept;
}

function unwritable({ fileName }: ReturnRecord, cause: RangeError): AppError {
  const details = { document: fileName, reason: cause.message.slice(0, 500) };
  return new AppError('document_unreadable', `${fileName}: ${cause.message}`, { details, cause });
}

function readKeptCut(record: ReturnRecord, { reader, repository, ledger }: KeepReturnDeps): Promise<KeptCut> {
  const { updating } = record;
  return readSeenCut(record, repository, async (seen) => {
    const versions = updating && (await findForUpdate(record, updating.choices, ledger));
    const update = versions && updating && { ...versions, deliveryId: updating.deliveryId };
    return reader.cutToKeep({ ...seen, update });
  });
}

interface Work {
  readonly record: ReturnRecord;
  readonly deliveryId: string;
  readonly rootFolder: string;
  /** Name of the project folder for the new version. */
  readonly projectName: string;
}

async function writeVersion(work: Work, deps: KeepReturnDeps, signal: AbortSignal): Promise<VersionInFolder> {
  const { record, deliveryId, rootFolder, projectName } = work;
  const { updating, collects } = record;
  const cut = await readKeptCut(record, deps);
  const now = deps.repository.get(record.returnId) ?? record;
  // The file, or captions beside it, were described again while the cut was read and merged.
  if (now.fingerprint !== record.fingerprint) throw changedSince({ path: record.path });
  deps.repository.put({ ...now, keepingAs: deliveryId, updating, collects });
  const requireRoot = (): Promise<void> => deps.folders.require(rootFolder);
  requireRoomForVersion(rootFolder, projectName);
  const workspace = await openWorkspace(rootFolder, deliveryId, requireRoot);
  try {
    const collected = await collectMedia(cut, workspace.folder, signal);
    const shared = await shareMedia({ ...cut, timeline: collected.timeline }, workspace, deps);
    const files = [...shared.files, ...collected.files];
    const kdenlive = await deps.editors.kdenliveVersion();
    const builder = builderOf(
      work,
      { ...shared, files, basedOn: cut.basedOn, kdenlive },
      workspace,
      deps.clock,
    );
    const { prepared: manifest, path: placed } = await commitVersion({
      rootFolder,
      projectName,
      requireRoot,
      signal,
      clock: deps.clock,
      pastNames: pastNames(deps.ledger, record.projectId),
      builtFolder: workspace.folder,
      prepare: (target) => builder.build(target),
    });
    return { folder: placed, manifest };
  } finally {
    await removeTree(workspace.path).catch(() => undefined);
  }
}

/**
 * Adds the media of other versions as hard links, so that no byte is written twice. Without hard links in the file
 * system, the cut refers to the files at their places.
 */
async function shareMedia(
  { timeline, files: wanted }: KeptCut,
  workspace: Workspace,
  { hashFile }: KeepReturnDeps,
): Promise<{ readonly timeline: Timeline; readonly files: readonly ManifestFile[] }> {
  const files: ManifestFile[] = [];
  const elsewhere = new Map<string, string>();
  for (const { path, from, sizeBytes, sha256 } of wanted) {
    const to = join(workspace.folder, ...path.split('/'));
    const facts = await lstat(from).catch(() => null);
    if (!facts?.isFile()) continue;
    const isLinked = await mkdir(dirname(to), { recursive: true })
      .then(() => link(from, to))
      .then(
        () => true,
        () => false,
      );
    const hash = facts.size === sizeBytes ? sha256 : await hashFile(from);
    if (isLinked) files.push({ path, sizeBytes: facts.size, sha256: hash });
    else elsewhere.set(path, fileUrlOfPath(from, process.platform));
  }
  const media = timeline.media.map((one) => ({
    ...one,
    location: elsewhere.get(one.location) ?? one.location,
  }));
  return { timeline: { ...timeline, media }, files };
}

function builderOf(
  { record, deliveryId }: Work,
  {
    timeline,
    files,
    basedOn,
    kdenlive,
  }: Pick<KeptCut, 'timeline' | 'basedOn'> & {
    readonly files: readonly ManifestFile[];
    readonly kdenlive: KdenliveVersion;
  },
  workspace: Workspace,
  clock: Clock,
): VersionBuilder {
  const { projectId, projectTitle, fileName } = record;
  const places = timeline.media.map(({ location }) => location);
  return new VersionBuilder({
    folder: workspace.folder,
    content: {
      documents: reading(fileName, () => documentsOfCut(timeline, 'returned')),
      media: files,
      movie: null,
      cut: timeline,
      linkedMedia: new Set(places.filter((location) => /^file:/i.test(location))),
    },
    origin: {
      deliveryId,
      projectId,
      projectTitle,
      interchangeJobId: null,
      basedOn,
      cutOrigin: cutOriginOf(record),
      format: 'OTIO',
      mediaDelivery: 'BUNDLE',
      deliveredAt: Math.floor(clock.now() / 1000),
    },
    plan: { documents: plannedFor(record), editors: editorNameSchema.options, kdenlive },
  });
}

/** Returns the editor of the return if it imports the last version for it: the next import continues the edit. */
function importersOf({ editor }: ReturnRecord): EditorName[] {
  const name = editorOfReturn[editor];
  return name && importsOffers(name) ? [name] : [];
}

/** Documents for every editor, first those for the editor of the return. */
function plannedFor({ editor }: ReturnRecord): DocumentSuffix[] {
  const first = editorOfReturn[editor];
  const editors = editorNameSchema.options.filter((each) => each !== first);
  return documentsFor(first ? [first, ...editors] : editors, 'OTIO');
}

function cutOriginOf({ editor, returnedAt }: ReturnRecord): CutOrigin {
  return { editor, madeAt: returnedAt };
}

function deliveryOf(
  record: ReturnRecord,
  version: VersionInFolder,
  rootFolder: string,
  { clock }: KeepReturnDeps,
): DeliveryRecord {
  const { manifest: prepared, folder } = version;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const files = filesOf(prepared);
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  return {
    deliveryId: prepared.deliveryId,
    connectionId: record.connectionId,
    projectId: record.projectId,
    projectTitle: record.projectTitle,
    format: prepared.format,
    mediaDelivery: prepared.mediaDelivery,
    cutOrigin: cutOriginOf(record),
    yourCutId: null,
    state: 'done',
    waitingFor: null,
    missingRoom: null,
    progress: 1,
    bytesPerSecond: null,
    error: null,
    receivedBytes: sizeBytes,
    totalBytes: sizeBytes,
    fileCount: files.length,
    folderName: basename(folder),
    folderPath: folder,
    documentName: prepared.mainDocument,
    unreadable: prepared.unreadable,
    chosenEditors: importersOf(record),
    editors: servedEditors(prepared.documents.map((document) => document.path)),
    createdAt: nowSeconds,
    finishedAt: nowSeconds,
    rootFolder,
    // The cut is not the project's: a later delivery makes its own version.
    documents: [],
    timing: null,
    projectUpdatedAt: null,
    interchangeJobId: null,
    captionsJobId: null,
    askedJobs: {},
    stepMs: { preparing: 0, downloading: 0, unpacking: 0, committing: 0 },
  };
}
