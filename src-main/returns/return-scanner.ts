import { stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { toErrorBody } from '../../src-shared/app-error.ts';
import type { AppContract } from '../../src-shared/contract/app-contract.ts';
import type { WatchedFolder } from '../../src-shared/contract/return.ts';
import type { EventPayload } from '../../src-shared/ipc/define.ts';
import { type Manifest, manifestPath, readManifest } from '../deliveries/manifest.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import { throwIfStopped } from '../foundation/wait.ts';
import type { Clock, Log } from '../platform.ts';
import type { ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import type { Description } from './describe-return.ts';
import { type Examined, examineReturn } from './examine-return.ts';
import { findVersion, type FoundVersion } from './find-version.ts';
import { readContent } from './read-return.ts';
import { listFolderFiles, listReturnFiles, type ReturnFile, returnFileAt } from './return-files.ts';
import {
  describedRecord,
  factsOfFile,
  freshRecord,
  returnIdOf,
  settlingRecord,
  type WatchedVersion,
} from './return-record.ts';

export interface ReturnScannerDeps {
  readonly repository: ReturnRepository;
  /** The SHA-256 of a file in lower-case hex. */
  readonly hashFile: (path: string) => Promise<string>;
  readonly publish: (change: EventPayload<AppContract, 'return.changed'>) => void;
  /** Called after a scan with the returns of one version that are new or have new content. */
  readonly announce: (returns: readonly ReturnRecord[]) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a file must rest before it is read. */
export const settleMs = 2_000;
const publishAtOnce = 50;

/** How a file was when it was last looked at. */
interface Look {
  readonly stamp: string;
  /** When it was first seen so, on the monotonic clock. */
  readonly sinceMs: number;
}

/** What a scan left to do. */
export interface ScanResult {
  /** Some file has to rest first: the version is worth another look after `settleMs`. */
  readonly isSettled: boolean;
}

const stampOf = ({ sizeBytes, modifiedAtMs }: Pick<ReturnFile, 'sizeBytes' | 'modifiedAtMs'>): string =>
  `${String(sizeBytes)} ${String(modifiedAtMs)}`;

/** Compares a version's folder with its records: finds what came back, what changed again and what is gone. */
export class ReturnScanner {
  readonly #deps: ReturnScannerDeps;
  readonly #looks = new Map<string, Look>();
  /** Stamps of files that are the app's own documents, unchanged. */
  readonly #own = new Map<string, string>();
  /** Stamps of files in folders of the user's that belong to none of the versions. */
  readonly #strangers = new Map<string, string>();
  #strangersOf = '';
  /** Deliveries by their folders, and the stamps of the manifests that say so. */
  readonly #owners = new Map<string, { readonly stamp: string; readonly deliveryId: string | null }>();

  constructor(deps: ReturnScannerDeps) {
    this.#deps = deps;
  }

  /** @throws AppError `disk_full`, `state_unreadable`, and the signal's reason. */
  async scan(version: WatchedVersion, signal: AbortSignal): Promise<ScanResult> {
    const changes = new Changes(this.#deps.publish);
    try {
      const isThere = (await this.#ownerOf(version.folder)) === version.deliveryId;
      const inside = isThere ? await listReturnFiles(version.folder).catch(() => null) : null;
      const records = this.#deps.repository.listOfFolder(version.folder);
      const known = new Map(records.map((record) => [record.returnId, record]));
      const files = inside && [...inside, ...(await filesElsewhere(records))];
      if (files === null) {
        this.#noteMissing(known.keys(), false, changes);
        return { isSettled: true };
      }
      const manifest = onlyOnce(() => readManifest(version.folder));
      const absent = new Set(known.keys());
      let isSettled = true;
      for (const file of files) {
        throwIfStopped(signal);
        const returnId = returnIdOf(version.deliveryId, file.relativePath);
        const record = known.get(returnId);
        absent.delete(returnId);
        if (this.#isAsKnown(file, record)) this.#noteThere(record, changes);
        else isSettled = (await this.#look(version, manifest, file, changes)) && isSettled;
      }
      this.#noteMissing(absent, true, changes);
      return { isSettled };
    } finally {
      this.#tell(changes);
    }
  }

  #tell(changes: Changes): void {
    changes.flush();
    if (changes.news.length > 0) this.#deps.announce(changes.news);
  }

  /**
   * Looks for returns of all versions in a folder of the user's, where nothing is written.
   * @throws as `scan`.
   */
  async scanFolder(
    folder: string,
    versions: readonly WatchedVersion[],
    signal: AbortSignal,
  ): Promise<ScanResult & { readonly state: WatchedFolder['state'] }> {
    const files = await listFolderFiles(folder).catch(stateOfFolder);
    if (files === null || typeof files === 'string') {
      this.#strangers.clear();
      return { isSettled: true, state: files ?? 'too_big' };
    }
    this.#forgetStrangers(versions);
    const changes = new Changes(this.#deps.publish);
    const manifests = new Map<string, ReturnType<typeof readManifest>>();
    const read: typeof readManifest = (path) => {
      const manifest = manifests.get(path) ?? readManifest(path);
      manifests.set(path, manifest);
      return manifest;
    };
    const known = new Map(this.#deps.repository.listElsewhere().map((record) => [record.path, record]));
    let isSettled = true;
    try {
      for (const file of files) {
        throwIfStopped(signal);
        const record = known.get(file.path);
        if (this.#isAsKnown(file, record)) this.#noteThere(record, changes);
        else {
          const search = { record, versions, read };
          isSettled = (await this.#lookElsewhere(file, search, changes)) && isSettled;
        }
      }
      return { isSettled, state: 'watching' };
    } finally {
      this.#tell(changes);
    }
  }

  /** What belonged to no version may belong to a new one. */
  #forgetStrangers(versions: readonly WatchedVersion[]): void {
    const newest = `${String(versions.length)} ${versions[0]?.deliveryId ?? ''}`;
    if (newest !== this.#strangersOf) this.#strangers.clear();
    this.#strangersOf = newest;
  }

  /** @returns whether nothing is left to do with the file until it changes. */
  async #lookElsewhere(
    file: ReturnFile,
    { record, versions, read }: Search,
    changes: Changes,
  ): Promise<boolean> {
    const stamp = stampOf(file);
    if (record) {
      const version = versions.find(({ folder }) => folder === record.versionFolder);
      return version ? this.#look(version, () => read(version.folder), file, changes) : true;
    }
    if (this.#strangers.get(file.path) === stamp) return true;
    const rest = this.#restOf(file, stamp);
    if (rest === 'moving') return false;
    const found = await versionOf(file, versions, read);
    if (found) return this.#examine(found, { file, rest, stamp }, changes);
    this.#strangers.set(file.path, stamp);
    return true;
  }

  /** The delivery whose folder it is; null without a manifest, which is read only when its size or time is new. */
  async #ownerOf(folder: string): Promise<string | null> {
    const facts = await stat(manifestPath(folder)).catch(() => null);
    if (facts === null) return null;
    const stamp = stampOf({ sizeBytes: facts.size, modifiedAtMs: facts.mtimeMs });
    const known = this.#owners.get(folder);
    if (known?.stamp === stamp) return known.deliveryId;
    const deliveryId = (await readManifest(folder))?.deliveryId ?? null;
    this.#owners.set(folder, { stamp, deliveryId });
    return deliveryId;
  }

  /** Whether a file is one of the app's own, or was read as it is now; a content once read is not read again. */
  #isAsKnown(file: ReturnFile, record: ReturnRecord | undefined): boolean {
    const stamp = stampOf(file);
    if (this.#own.get(file.path) === stamp) return true;
    return record !== undefined && record.state !== 'settling' && stampOf(record) === stamp;
  }

  /** What was missing is there again, whatever the user decided about it meanwhile. */
  #noteThere(known: ReturnRecord | undefined, changes: Changes): void {
    const record = known?.isMissing === true ? this.#deps.repository.get(known.returnId) : null;
    if (record) changes.put(this.#put({ ...record, isMissing: false }));
  }

  /** @returns whether nothing is left to do with the file until it changes. */
  async #look(
    version: WatchedVersion,
    readManifestOnce: () => Promise<Manifest | null>,
    file: ReturnFile,
    changes: Changes,
  ): Promise<boolean> {
    const manifest = await readManifestOnce();
    if (manifest === null) return false;
    const stamp = stampOf(file);
    const rest = this.#restOf(file, stamp);
    return this.#examine({ version, manifest }, { file, rest, stamp }, changes);
  }

  async #examine(
    { version, manifest }: FoundVersion,
    { file, rest, stamp }: Omit<NoteContext, 'version'>,
    changes: Changes,
  ): Promise<boolean> {
    const returnId = returnIdOf(version.deliveryId, file.relativePath);
    const examined = await examineReturn(file, {
      versionFolder: version.folder,
      manifest,
      hashFile: this.#deps.hashFile,
      knownFingerprint: this.#deps.repository.get(returnId)?.fingerprint ?? null,
      isResting: rest !== 'moving',
    });
    return this.#note(examined, { version, file, rest, stamp }, changes);
  }

  #note(examined: Examined, context: NoteContext, changes: Changes): boolean {
    const { version, file, rest, stamp } = context;
    const returnId = returnIdOf(version.deliveryId, file.relativePath);
    // Read once more: the user may have decided about it meanwhile.
    const record = this.#deps.repository.get(returnId);
    const base = record ?? settlingRecord(version, file);
    if (examined.kind === 'own') {
      this.#own.set(file.path, stamp);
      if (record) this.#noteGone(record, true, changes);
      return true;
    }
    if (examined.kind === 'known') {
      changes.put(this.#put({ ...base, ...factsOfFile(file) }));
      return true;
    }
    // By its own time alone it may still be written: what cannot be read is given time.
    if (examined.kind === 'unsettled' || (examined.kind === 'failed' && rest !== 'rested')) {
      if (!record) changes.put(this.#put(base));
      return false;
    }
    if (examined.kind === 'failed') {
      const error = toErrorBody(examined.error);
      if (error.code === 'internal') {
        this.#deps.log.error('A return could not be described.', examined.error, { path: file.path });
      }
      const { fingerprint } = examined;
      const nothing = { summary: [], counts: { edits: 0, losses: 0 } };
      const failed = { ...freshRecord(base, file), ...nothing, state: 'failed' as const, error, fingerprint };
      changes.tell(this.#put(failed, { edits: [], strips: null }));
      return true;
    }
    const described = describedRecord(base, file, examined);
    changes.tell(this.#put(described.record, described.parts));
    return true;
  }

  /** `rested`: it was seen to rest. `old`: it has not changed for long, by its own time. */
  #restOf({ path, modifiedAtMs }: ReturnFile, stamp: string): Rest {
    const { clock } = this.#deps;
    const before = this.#looks.get(path);
    if (before?.stamp === stamp)
      return clock.monotonicMs() - before.sinceMs >= settleMs ? 'rested' : 'moving';
    this.#looks.set(path, { stamp, sinceMs: clock.monotonicMs() });
    return !before && clock.now() - modifiedAtMs > 2 * settleMs ? 'old' : 'moving';
  }

  /**
   * @param absent ids of the records without a file
   * @param isFolderThere false: the drive may only be unplugged, and nothing is forgotten.
   */
  #noteMissing(absent: Iterable<string>, isFolderThere: boolean, changes: Changes): void {
    for (const returnId of absent) {
      const record = this.#deps.repository.get(returnId);
      if (record) this.#noteGone(record, isFolderThere, changes);
    }
  }

  #noteGone(record: ReturnRecord, isCertain: boolean, changes: Changes): void {
    if (record.state === 'settling' && isCertain) {
      this.#deps.repository.delete(record.returnId);
      changes.remove(record.returnId);
    } else if (!record.isMissing) changes.put(this.#put({ ...record, isMissing: true }));
  }

  #put(record: ReturnRecord, parts?: Description['parts']): ReturnRecord {
    const { repository } = this.#deps;
    if (parts) repository.putWhole(record, parts);
    else repository.put(record);
    return record;
  }
}

/** Files that the user showed, which lie where they were. */
async function filesElsewhere(records: readonly ReturnRecord[]): Promise<ReturnFile[]> {
  const found = records
    .filter(({ relativePath }) => isAbsolute(relativePath))
    .map(({ path, relativePath }) => returnFileAt(path, relativePath).catch(() => null));
  return (await Promise.all(found)).filter((file) => file !== null);
}

/** How a folder that cannot be listed is. */
function stateOfFolder(error: unknown): 'missing' | 'no_permission' {
  return ['EACCES', 'EPERM'].includes(systemCodeOf(error)) ? 'no_permission' : 'missing';
}

/** The version a file belongs to; null also for what cannot be read. */
async function versionOf(
  file: ReturnFile,
  versions: Search['versions'],
  read: Search['read'],
): Promise<FoundVersion | null> {
  try {
    const text = file.type === 'movie' ? null : (await readContent(file)).text;
    return await findVersion(file, { name: basename(file.path), text }, versions, read);
  } catch {
    return null;
  }
}

/** What is known of a file that lies outside the versions' folders. */
interface Search {
  readonly record: ReturnRecord | undefined;
  readonly versions: readonly WatchedVersion[];
  readonly read: typeof readManifest;
}

function onlyOnce<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | null = null;
  return () => (value ??= read());
}

type Rest = 'moving' | 'old' | 'rested';

interface NoteContext {
  readonly version: WatchedVersion;
  readonly file: ReturnFile;
  readonly rest: Rest;
  readonly stamp: string;
}

/** Changes of one scan, published some at a time. */
class Changes {
  readonly news: ReturnRecord[] = [];
  readonly #publish: ReturnScannerDeps['publish'];
  #returns: ReturnRecord[] = [];
  #removedIds: string[] = [];

  constructor(publish: ReturnScannerDeps['publish']) {
    this.#publish = publish;
  }

  put(record: ReturnRecord): void {
    this.#returns.push(record);
    if (this.#returns.length >= publishAtOnce) this.flush();
  }

  /** As `put`, for what the user has not seen yet. */
  tell(record: ReturnRecord): void {
    this.news.push(record);
    this.put(record);
  }

  remove(returnId: string): void {
    this.#removedIds.push(returnId);
  }

  flush(): void {
    const [returns, removedIds] = [this.#returns, this.#removedIds];
    if (returns.length + removedIds.length === 0) return;
    [this.#returns, this.#removedIds] = [[], []];
    this.#publish({ returns, removedIds });
  }
}
