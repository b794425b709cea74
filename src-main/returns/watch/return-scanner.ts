import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { AppError } from '../../../src-shared/app-error.ts';
import type { WatchedFolder } from '../../../src-shared/contract/return.ts';
import { manifestPath, readManifest } from '../../deliveries/version/manifest.ts';
import { systemCodeOf } from '../../foundation/files/folder-errors.ts';
import { isInside } from '../../foundation/files/read-foreign-file.ts';
import { throwIfStopped } from '../../foundation/wait.ts';
import type { Clock } from '../../platform.ts';
import type { ReturnRecord } from '../../state/return-repository.ts';
import type { FoundVersion } from '../read/find-version.ts';
import { isRead, knownFingerprintOf, type WatchedVersion } from '../return-record.ts';
import type { ReturnReader } from '../thread/return-reader.ts';
import { type Rest, RestingFiles, stampOf } from './resting-files.ts';
import { type PublishReturns, ReturnChanges } from './return-changes.ts';
import {
  captionsLast,
  captionsTimeOf,
  filesElsewhere,
  isAsItWas,
  listFolderFiles,
  listReturnFiles,
  type ReturnFile,
} from './return-files.ts';
import { ReturnNotes, type ReturnNotesDeps } from './return-notes.ts';

export interface ReturnScannerDeps extends ReturnNotesDeps {
  readonly reader: Pick<ReturnReader, 'examine' | 'findVersion'>;
  readonly publish: PublishReturns;
  /** Called after a scan with the returns of one version that are new or have new content. */
  readonly announce: (returns: readonly ReturnRecord[]) => void;
  readonly clock: Clock;
}

/** The result of a scan. */
export interface ScanResult {
  /** False if some file has to rest first; then another scan after `settleMs` is worthwhile. */
  readonly isSettled: boolean;
}

interface QuietScan {
  /** Revision of the records when they were read. */
  readonly revision: number;
  /** Folder of the version, and whether the version was in it. */
  readonly folder: string;
  readonly isThere: boolean;
  readonly files: readonly ReturnFile[];
  /** The returns whose files lie outside the version's folder. */
  readonly elsewhere: readonly ReturnRecord[];
}

interface Survey extends QuietScan {
  /** Null where files and records are the same as at the last quiet scan. */
  readonly records: readonly ReturnRecord[] | null;
}

type ReadManifest = typeof readManifest;

/** Known facts about a file outside the versions' folders. */
interface Search {
  readonly record: ReturnRecord | undefined;
  readonly versions: readonly WatchedVersion[];
  readonly read: ReadManifest;
}

/** Compares a version's folder with its records: finds new, changed and missing returns. */
export class ReturnScanner {
  readonly #deps: ReturnScannerDeps;
  readonly #notes: ReturnNotes;
  readonly #resting: RestingFiles;
  /** Stamps of the app's own unchanged documents. */
  readonly #own = new Map<string, string>();
  /** Stamps of files in the user's folders that belong to no version. */
  readonly #strangers = new Map<string, string>();
  /** Deliveries whose versions were in their places at the last look. */
  readonly #standing = new Set<string>();
  /** Last scan of each delivery that had nothing to examine. A scan of the same files and records can be skipped. */
  readonly #quiet = new Map<string, QuietScan>();
  /** Deliveries by folder, with the stamps of the manifests that name them. */
  readonly #owners = new Map<string, { readonly stamp: string; readonly deliveryId: string }>();

  constructor(deps: ReturnScannerDeps) {
    this.#deps = deps;
    this.#notes = new ReturnNotes(deps);
    this.#resting = new RestingFiles(deps.clock);
  }

  /**
   * Scans a version's folder.
   * @returns `isThere` false where the version is not in its folder; files elsewhere are still scanned.
   * @throws AppError `disk_full`, `state_unreadable`, and the signal's reason.
   */
  scan(version: WatchedVersion, signal: AbortSignal): Promise<ScanResult & { readonly isThere: boolean }> {
    return this.#telling(async (changes) => {
      const isThere = await this.#isThere(version);
      const inside = isThere ? await listReturnFiles(version.folder).catch(() => null) : [];
      // Null: the folder could not be listed, so its files may still be there.
      const seen = inside && (await this.#survey(version, isThere, inside));
      const isSettled = !seen?.records || (await this.#compare(version, isThere, seen, { signal, changes }));
      return { isSettled, isThere };
    });
  }

  /** Lists all files of a version and, if files or records differ from the last quiet scan, its records. */
  async #survey(version: WatchedVersion, isThere: boolean, inside: readonly ReturnFile[]): Promise<Survey> {
    const { repository } = this.#deps;
    const readRecords = (): ReturnRecord[] => repository.listOfDelivery(version.deliveryId);
    const filesWith = async (elsewhere: QuietScan['elsewhere']): Promise<readonly ReturnFile[]> =>
      elsewhere.length === 0 ? inside : [...inside, ...(await filesElsewhere(elsewhere))];
    const place = { folder: version.folder, isThere };
    const last = this.#quiet.get(version.deliveryId);
    const revision = repository.revision;
    if (last?.revision === revision && last.folder === place.folder && last.isThere === isThere)
      if (areSame(last.files, await filesWith(last.elsewhere))) return { ...last, records: null };
    const now = { ...place, revision: repository.revision, records: readRecords() };
    const elsewhere = now.records.filter(({ relativePath }) => isAbsolute(relativePath));
    return { ...now, elsewhere, files: await filesWith(elsewhere) };
  }

  /** Examines new and changed files. @returns true if nothing is left to do until a file changes. */
  async #compare(
    version: WatchedVersion,
    isThere: boolean,
    { records, ...seen }: Survey,
    { signal, changes }: { readonly signal: AbortSignal; readonly changes: ReturnChanges },
  ): Promise<boolean> {
    const known = new Map((records ?? []).map((record) => [placeIn(record), record]));
    const read = onlyOnce(readManifest);
    const result = await this.#lookAtAll(seen.files, {
      signal,
      changes,
      version,
      recordAt: (file) => known.get(placeIn(file)),
      look: isThere ? (one) => this.#look(version, read, one, changes) : null,
    });
    for (const file of seen.files) known.delete(placeIn(file));
    this.#notes.missing(known.values(), isThere, changes);
    if (result.isQuiet) this.#quiet.set(version.deliveryId, seen);
    else this.#quiet.delete(version.deliveryId);
    return result.isSettled;
  }

  /**
   * Examines new and changed files. Captions come last: those that are part of a timeline's return are none of their own.
   * @returns `isSettled` as of a scan; `isQuiet` true if there was nothing to examine.
   */
  async #lookAtAll(
    files: readonly ReturnFile[],
    { recordAt, look, version, signal, changes }: Looking,
  ): Promise<ScanResult & { readonly isQuiet: boolean }> {
    let isSettled = true;
    let isQuiet = true;
    /** Paths of captions that are part of a return; false while it has not settled. */
    const taken = new Map<string, boolean>();
    for (const file of captionsLast(files)) {
      throwIfStopped(signal);
      const record = recordAt(file);
      const isTaken = taken.get(file.path);
      if (isTaken !== undefined) {
        if (isTaken) this.#notes.taken(record, changes);
        this.#notes.there(record, version, file, changes);
        continue;
      }
      const known = this.#unchanged(file, record);
      if (!known && this.#isOwn(file)) continue;
      if (known) this.#notes.there(known, version, file, changes);
      const looked = known
        ? { isSettled: true, captions: known.captions }
        : ((await look?.({ file, record })) ?? nothingToDo);
      for (const path of pathsOfCaptions(file, looked.captions)) taken.set(path, looked.isSettled);
      isSettled &&= looked.isSettled;
      isQuiet &&= known !== null || look === null;
    }
    return { isSettled, isQuiet };
  }

  /** Scans a user's folder for returns of all versions; writes nothing there. @throws as `scan`. */
  async scanFolder(
    folder: string,
    versions: readonly WatchedVersion[],
    signal: AbortSignal,
  ): Promise<ScanResult & { readonly state: WatchedFolder['state'] }> {
    const files = await listFolderFiles(folder).catch(stateOfFolder);
    if (files === null || typeof files === 'string') {
      for (const path of this.#strangers.keys()) if (isInside(path, folder)) this.#strangers.delete(path);
      return { isSettled: true, state: files ?? 'too_big' };
    }
    const read = onlyOnce(readManifest);
    const known = new Map(this.#deps.repository.listElsewhere().map((record) => [record.path, record]));
    return this.#telling(async (changes) => {
      const { isSettled } = await this.#lookAtAll(files, {
        signal,
        changes,
        version: null,
        recordAt: ({ path }) => known.get(path),
        look: ({ file, record }) => this.#lookElsewhere(file, { record, versions, read }, changes),
      });
      return { isSettled, state: 'watching' };
    });
  }

  /** Publishes and announces the results of a scan, even of an interrupted one. */
  async #telling<Result>(scan: (changes: ReturnChanges) => Promise<Result>): Promise<Result> {
    const changes = new ReturnChanges(this.#deps.publish);
    try {
      return await scan(changes);
    } finally {
      changes.flush();
      if (changes.news.length > 0) this.#deps.announce(changes.news);
    }
  }

  /** True if the version is in its folder. A new version may own files that belonged to none before. */
  async #isThere({ deliveryId, folder }: WatchedVersion): Promise<boolean> {
    const isThere = (await this.#ownerOf(folder)) === deliveryId;
    if (!isThere) this.#standing.delete(deliveryId);
    else if (!this.#standing.has(deliveryId)) {
      this.#standing.add(deliveryId);
      this.#strangers.clear();
    }
    return isThere;
  }

  /**
   * Returns the delivery of a folder; null without a readable manifest. Reads a manifest again only when its size or
   * time has changed.
   */
  async #ownerOf(folder: string): Promise<string | null> {
    const facts = await stat(manifestPath(folder)).catch(() => null);
    if (facts === null) return null;
    const stamp = stampOf({ sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs });
    const known = this.#owners.get(folder);
    if (known?.stamp === stamp) return known.deliveryId;
    const deliveryId = (await readManifest(folder))?.deliveryId ?? null;
    if (deliveryId !== null) this.#owners.set(folder, { stamp, deliveryId });
    return deliveryId;
  }

  #isOwn(file: ReturnFile): boolean {
    return this.#own.get(file.path) === stampOf(file);
  }

  /** Returns the record of a file whose current content has been read; null for a file to read. */
  #unchanged(file: ReturnFile, record: ReturnRecord | undefined): ReturnRecord | null {
    if (record === undefined || this.#isOwn(file)) return null;
    // A file blocked by a drive or program may be readable later.
    const isUnchanged = isAsItWas(record, file) && record.captionsAtMs === captionsTimeOf(file);
    return isRead(record) && isUnchanged ? record : null;
  }

  /** Examines a file outside the versions' folders. */
  async #lookElsewhere(
    file: ReturnFile,
    { record, versions, read }: Search,
    changes: ReturnChanges,
  ): Promise<Looked> {
    if (record) {
      const version = versions.find(({ deliveryId }) => deliveryId === record.deliveryId);
      return version ? this.#look(version, read, { file, record }, changes) : nothingToDo;
    }
    if (this.#strangers.get(file.path) === stampOf(file)) return nothingToDo;
    const rest = this.#resting.look(file);
    if (rest === 'moving') return notYet(file);
    const found = await this.#versionOf(file, versions);
    if (found === 'unreadable') return nothingToDo;
    if (found) return this.#examine(found, { file, record, rest }, changes);
    this.#strangers.set(file.path, stampOf(file));
    return nothingToDo;
  }

  /** Returns the version of a file; `unreadable` where it may be known later. */
  async #versionOf(
    file: ReturnFile,
    versions: Search['versions'],
  ): Promise<FoundVersion | 'unreadable' | null> {
    try {
      const found = await this.#deps.reader.findVersion({ file, name: basename(file.path), versions });
      return found === 'no_timeline' ? null : found;
    } catch (error) {
      return error instanceof AppError && error.code === 'document_unreadable' ? null : 'unreadable';
    }
  }

  /** Examines a file of a known version. */
  async #look(
    version: WatchedVersion,
    read: ReadManifest,
    seen: SeenFile,
    changes: ReturnChanges,
  ): Promise<Looked> {
    const manifest = await read(version.folder);
    if (manifest?.deliveryId !== version.deliveryId) return nothingToDo;
    return this.#examine({ version, manifest }, { ...seen, rest: this.#resting.look(seen.file) }, changes);
  }

  async #examine(
    { version, manifest }: FoundVersion,
    { file, record, rest }: SeenFile & { readonly rest: Rest },
    changes: ReturnChanges,
  ): Promise<Looked> {
    const { repository, reader } = this.#deps;
    const place = this.#notes.placeFor(version, file, record);
    const known = repository.get(place.returnId);
    const examined = await reader.examine({
      file,
      versionFolder: version.folder,
      manifest,
      sequence: known?.sequence ?? null,
      knownFingerprint: knownFingerprintOf(known),
      isResting: rest !== 'moving',
    });
    if (examined.kind === 'own') this.#own.set(file.path, stampOf(file));
    const isSettled = await this.#notes.examined(
      examined,
      { ...place, hasRested: rest === 'rested' },
      changes,
    );
    if (!isSettled) return notYet(file);
    return { isSettled, captions: 'captions' in examined ? examined.captions : [] };
  }
}

/** Files to look at, with what is known of them. */
interface Looking {
  /** Null for the version of each record. */
  readonly version: WatchedVersion | null;
  readonly recordAt: (file: ReturnFile) => ReturnRecord | undefined;
  /** Examines a new or changed file; null where none can be examined. */
  readonly look: ((seen: SeenFile) => Promise<Looked>) | null;
  readonly signal: AbortSignal;
  readonly changes: ReturnChanges;
}

/** The result of examining a file. */
interface Looked {
  /** True if it needs no work until it changes. */
  readonly isSettled: boolean;
  /** Names of the captions beside it that are part of it, or may be once it has settled. */
  readonly captions: readonly string[];
}

const nothingToDo: Looked = { isSettled: true, captions: [] };

/** Returns the paths of those captions beside a file that have the given names. */
function pathsOfCaptions({ captions }: ReturnFile, names: readonly string[]): readonly string[] {
  return captions.flatMap(({ name, path }) => (names.includes(name) ? path : []));
}

/** The result for a file that has to rest before it is read. */
function notYet({ captions }: ReturnFile): Looked {
  return { isSettled: false, captions: captions.map(({ name }) => name) };
}

/** A file, and the record of the return at its place. */
interface SeenFile {
  readonly file: ReturnFile;
  readonly record: ReturnRecord | undefined;
}

/** True if all files of a version are unchanged. */
function areSame(before: readonly ReturnFile[], now: readonly ReturnFile[]): boolean {
  const isSame = (file: ReturnFile, other: ReturnFile | undefined): boolean =>
    file.path === other?.path && isAsItWas(file, other) && captionsTimeOf(file) === captionsTimeOf(other);
  return before.length === now.length && before.every((file, index) => isSame(file, now[index]));
}

/** A place in a version's folder. File systems differ in the Unicode form of names. */
const placeIn = ({ relativePath }: Pick<ReturnFile, 'relativePath'>): string => relativePath.normalize('NFC');

/** Returns the state of a folder that cannot be listed. */
function stateOfFolder(error: unknown): 'missing' | 'no_permission' {
  return ['EACCES', 'EPERM'].includes(systemCodeOf(error)) ? 'no_permission' : 'missing';
}

/** Caches manifests, so that each is read once. */
function onlyOnce(read: ReadManifest): ReadManifest {
  const known = new Map<string, ReturnType<ReadManifest>>();
  return (folder) => {
    const manifest = known.get(folder) ?? read(folder);
    known.set(folder, manifest);
    return manifest;
  };
}
