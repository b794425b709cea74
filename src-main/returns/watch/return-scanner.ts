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
import { type Settling, SettlingFiles, stampOf } from './settling-files.ts';

export interface ReturnScannerDeps extends ReturnNotesDeps {
  readonly reader: Pick<ReturnReader, 'examine' | 'findVersion'>;
  readonly publish: PublishReturns;
  /** Called after a scan with the returns of one version that are new or have new content. */
  readonly announce: (returns: readonly ReturnRecord[]) => void;
  readonly clock: Clock;
}

/** The result of a scan. */
export interface ScanResult {
  /** False if some file has to settle first; then another scan after `settleMs` is worthwhile. */
  readonly isSettled: boolean;
}

/** Returns by their places, as of a revision of the records. */
interface KnownRecords {
  readonly revision: number;
  readonly byPlace: ReadonlyMap<string, ReturnRecord>;
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
  readonly #settling: SettlingFiles;
  /** Stamps of the app's own unchanged documents. */
  readonly #own = new Map<string, string>();
  /** Stamps of files in the user's folders that belong to no version. */
  readonly #unknown = new Map<string, string>();
  /** Deliveries whose versions were in their places at the last scan. */
  readonly #present = new Set<string>();
  /** Records by delivery: reading thousands of them takes longer than listing their files. */
  readonly #records = new Map<string, KnownRecords>();
  /** Deliveries by folder, with the stamps of the manifests that name them. */
  readonly #owners = new Map<string, { readonly stamp: string; readonly deliveryId: string }>();

  constructor(deps: ReturnScannerDeps) {
    this.#deps = deps;
    this.#notes = new ReturnNotes(deps);
    this.#settling = new SettlingFiles(deps.clock);
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
      // The folder could not be listed, so its files may still be there.
      if (inside === null) return { isSettled: true, isThere };
      const known = this.#recordsOf(version.deliveryId);
      const elsewhere = [...known.values()].filter(({ relativePath }) => isAbsolute(relativePath));
      const files = [...inside, ...(await filesElsewhere(elsewhere))];
      const read = onlyOnce(readManifest);
      const isSettled = await this.#scanFiles(files, {
        signal,
        changes,
        version,
        recordAt: (file) => known.get(placeIn(file)),
        read: isThere ? (one) => this.#readFile(version, read, one, changes) : null,
      });
      const found = new Set(files.map(placeIn));
      const missing = [...known].filter(([place]) => !found.has(place)).map(([, record]) => record);
      this.#notes.missing(missing, isThere, changes);
      return { isSettled, isThere };
    });
  }

  #recordsOf(deliveryId: string): KnownRecords['byPlace'] {
    const { repository } = this.#deps;
    const { revision } = repository;
    const known = this.#records.get(deliveryId);
    if (known?.revision === revision) return known.byPlace;
    const records = repository.listOfDelivery(deliveryId);
    const byPlace = new Map(records.map((record) => [placeIn(record), record]));
    this.#records.set(deliveryId, { revision, byPlace });
    return byPlace;
  }

  /**
   * Reads new and changed files. Captions come last: those that are part of a timeline's return are none of their own.
   * @returns true if nothing is left to do until a file changes.
   */
  async #scanFiles(
    files: readonly ReturnFile[],
    { recordAt, read, version, signal, changes }: Scanning,
  ): Promise<boolean> {
    let isSettled = true;
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
      const result = known
        ? { isSettled: true, captions: known.captions }
        : ((await read?.({ file, record })) ?? nothingToDo);
      for (const path of pathsOfCaptions(file, result.captions)) taken.set(path, result.isSettled);
      isSettled &&= result.isSettled;
    }
    return isSettled;
  }

  /** Scans a user's folder for returns of all versions; writes nothing there. @throws as `scan`. */
  async scanFolder(
    folder: string,
    versions: readonly WatchedVersion[],
    signal: AbortSignal,
  ): Promise<ScanResult & { readonly state: WatchedFolder['state'] }> {
    const files = await listFolderFiles(folder).catch(stateOfFolder);
    if (files === null || typeof files === 'string') {
      for (const path of this.#unknown.keys()) if (isInside(path, folder)) this.#unknown.delete(path);
      return { isSettled: true, state: files ?? 'too_big' };
    }
    const readOnce = onlyOnce(readManifest);
    const known = new Map(this.#deps.repository.listElsewhere().map((record) => [record.path, record]));
    return this.#telling(async (changes) => {
      const isSettled = await this.#scanFiles(files, {
        signal,
        changes,
        version: null,
        recordAt: ({ path }) => known.get(path),
        read: ({ file, record }) => this.#readElsewhere(file, { record, versions, read: readOnce }, changes),
      });
      return { isSettled, state: 'watching' };
    });
  }

  /** Publishes and announces the results of a scan, even of an interrupted one. */
  async #telling<Result>(scan: (changes: ReturnChanges) => Promise<Result>): Promise<Result> {
    const { repository, publish, announce } = this.#deps;
    const changes = new ReturnChanges(repository, publish);
    try {
      return await scan(changes);
    } finally {
      if (changes.news.length > 0) announce(changes.news);
      changes.flush();
    }
  }

  /** True if the version is in its folder. A new version may own files that belonged to none before. */
  async #isThere({ deliveryId, folder }: WatchedVersion): Promise<boolean> {
    const isThere = (await this.#ownerOf(folder)) === deliveryId;
    if (!isThere) this.#present.delete(deliveryId);
    else if (!this.#present.has(deliveryId)) {
      this.#present.add(deliveryId);
      this.#unknown.clear();
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
  async #readElsewhere(
    file: ReturnFile,
    { record, versions, read }: Search,
    changes: ReturnChanges,
  ): Promise<FileResult> {
    if (record) {
      const version = versions.find(({ deliveryId }) => deliveryId === record.deliveryId);
      return version ? this.#readFile(version, read, { file, record }, changes) : nothingToDo;
    }
    if (this.#unknown.get(file.path) === stampOf(file)) return nothingToDo;
    const settling = this.#settling.note(file);
    if (settling === 'changing') return notYet(file);
    const found = await this.#versionOf(file, versions);
    if (found === 'unreadable') return nothingToDo;
    if (found) return this.#examine(found, { file, record, settling }, changes);
    this.#unknown.set(file.path, stampOf(file));
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
  async #readFile(
    version: WatchedVersion,
    read: ReadManifest,
    seen: SeenFile,
    changes: ReturnChanges,
  ): Promise<FileResult> {
    const manifest = await read(version.folder);
    if (manifest?.deliveryId !== version.deliveryId) return nothingToDo;
    const settling = this.#settling.note(seen.file);
    return this.#examine({ version, manifest }, { ...seen, settling }, changes);
  }

  async #examine(
    { version, manifest }: FoundVersion,
    { file, record, settling }: SeenFile & { readonly settling: Settling },
    changes: ReturnChanges,
  ): Promise<FileResult> {
    const { repository, reader } = this.#deps;
    const place = this.#notes.placeFor(version, file, record);
    const known = repository.get(place.returnId);
    const examined = await reader.examine({
      file,
      versionFolder: version.folder,
      manifest,
      sequence: known?.sequence ?? null,
      knownFingerprint: knownFingerprintOf(known),
      isSettled: settling !== 'changing',
    });
    if (examined.kind === 'own') this.#own.set(file.path, stampOf(file));
    const isSettled = await this.#notes.examined(
      examined,
      { ...place, hasSettled: settling === 'settled' },
      changes,
    );
    if (!isSettled) return notYet(file);
    return { isSettled, captions: 'captions' in examined ? examined.captions : [] };
  }
}

/** How the files of a scan are read. */
interface Scanning {
  /** Null for the version of each record. */
  readonly version: WatchedVersion | null;
  readonly recordAt: (file: ReturnFile) => ReturnRecord | undefined;
  /** Reads a new or changed file; null where none can be read. */
  readonly read: ((seen: SeenFile) => Promise<FileResult>) | null;
  readonly signal: AbortSignal;
  readonly changes: ReturnChanges;
}

/** The result of examining a file. */
interface FileResult {
  /** True if it needs no work until it changes. */
  readonly isSettled: boolean;
  /** Names of the captions beside it that are part of it, or may be once it has settled. */
  readonly captions: readonly string[];
}

const nothingToDo: FileResult = { isSettled: true, captions: [] };

/** Returns the paths of those captions beside a file that have the given names. */
function pathsOfCaptions({ captions }: ReturnFile, names: readonly string[]): readonly string[] {
  return captions.flatMap(({ name, path }) => (names.includes(name) ? path : []));
}

/** The result for a file that has to settle before it is read. */
function notYet({ captions }: ReturnFile): FileResult {
  return { isSettled: false, captions: captions.map(({ name }) => name) };
}

/** A file, and the record of the return at its place. */
interface SeenFile {
  readonly file: ReturnFile;
  readonly record: ReturnRecord | undefined;
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
