import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import type { Log } from '../../platform.ts';
import type { ReturnParts, ReturnRecord, ReturnRepository } from '../../state/return-repository.ts';
import type { Examined } from '../read/examine-return.ts';
import { documentPrintOf } from '../read/return-content.ts';
import {
  describedRecord,
  factsOfFile,
  failedRecord,
  isDecided,
  isUnread,
  placeOf,
  returnIdAt,
  settlingRecord,
  type WatchedVersion,
} from '../return-record.ts';
import type { ReturnChanges } from './return-changes.ts';
import { isAsItWas, isGone, type ReturnFile } from './return-files.ts';

export interface ReturnNotesDeps {
  readonly repository: ReturnRepository;
  readonly log: Log;
}

/** A return whose file was found at another place. */
interface Moved {
  readonly record: ReturnRecord;
  readonly examined: Extract<Examined, { kind: 'described' }>;
}

/** A file with its version and the id of its return. */
export interface ReturnPlace {
  readonly version: WatchedVersion;
  readonly file: ReturnFile;
  readonly returnId: string;
}

/** Records the results of a scan, with one method per result. */
export class ReturnNotes {
  readonly #deps: ReturnNotesDeps;

  constructor(deps: ReturnNotesDeps) {
    this.#deps = deps;
  }

  placeFor(version: WatchedVersion, file: ReturnFile, known: ReturnRecord | undefined): ReturnPlace {
    const { repository } = this.#deps;
    const returnId = known?.returnId ?? returnIdAt(repository, version.deliveryId, file.relativePath);
    return { version, file, returnId };
  }

  /**
   * Notes that a missing file is back or that a file has a new place, whatever the user decided meanwhile.
   * @param version null for the version of the record.
   */
  there(
    known: ReturnRecord | undefined,
    version: WatchedVersion | null,
    file: ReturnFile,
    changes: ReturnChanges,
  ): void {
    const folder = version?.folder ?? known?.versionFolder ?? '';
    if (!known || (!known.isMissing && known.path === file.path && known.versionFolder === folder)) return;
    const record = this.#deps.repository.get(known.returnId);
    if (record) changes.put(this.#put({ ...record, ...placeOf({ folder }, file), isMissing: false }));
  }

  /**
   * Notes returns without a file; leaves those found elsewhere meanwhile unchanged.
   * @param records returns without a file.
   * @param isFolderThere false if the drive may be unplugged; then nothing is forgotten.
   */
  missing(records: Iterable<ReturnRecord>, isFolderThere: boolean, changes: ReturnChanges): void {
    for (const { returnId, path } of records) {
      const record = this.#deps.repository.get(returnId);
      if (record?.path === path) this.#gone(record, isFolderThere, changes);
    }
  }

  /** Removes the return of captions that are part of the return of a timeline now. A decided one stays. */
  taken(known: ReturnRecord | undefined, changes: ReturnChanges): void {
    const record = known && this.#deps.repository.get(known.returnId);
    if (record && !isDecided(record)) this.#forget(record, changes);
  }

  /** Notes the result of examining a file. @returns true if the file needs no work until it changes. */
  async examined(
    examined: Examined,
    { version, file, returnId, hasSettled }: ReturnPlace & { readonly hasSettled: boolean },
    changes: ReturnChanges,
  ): Promise<boolean> {
    const { repository } = this.#deps;
    const moved = await this.#movedTo(examined, version);
    const isThere = await isStillThere(examined, file);
    // Reads the record again: the user may have decided meanwhile.
    const record = repository.get(returnId);
    const base = { ...(record ?? settlingRecord(version, file, returnId)), ...placeOf(version, file) };
    if (examined.kind === 'own') {
      if (record) this.#gone(record, true, changes);
      return true;
    }
    if (moved && (record === null || record.state === 'settling')) {
      if (record) this.#forget(record, changes);
      this.#moved(moved, { version, file }, changes);
      return true;
    }
    if (examined.kind === 'unsettled' || (!hasSettled && mayBeUnfinished(examined))) {
      // A file that went while it was read, such as one of a moved version, may be none of an editor.
      if (!record && isThere) changes.found(base);
      return false;
    }
    if (examined.kind === 'known') this.#known({ ...base, ...factsOfFile(file, examined.captions) }, changes);
    else this.#read(examined, base, file, changes);
    return true;
  }

  /** Notes known content, unless nothing about it is new. */
  #known(now: ReturnRecord, changes: ReturnChanges): void {
    if (!isSame(now, this.#deps.repository.get(now.returnId))) changes.put(this.#put(now));
  }

  /** Notes new content. */
  #read(
    examined: Extract<Examined, { kind: 'described' | 'failed' }>,
    base: ReturnRecord,
    file: ReturnFile,
    changes: ReturnChanges,
  ): void {
    if (examined.kind === 'failed') this.#failed(examined, base, file, changes);
    else {
      const { record, parts } = describedRecord(base, file, examined);
      changes.tell(this.#put(record, parts));
    }
  }

  #failed(
    examined: Extract<Examined, { kind: 'failed' }>,
    base: ReturnRecord,
    file: ReturnFile,
    changes: ReturnChanges,
  ): void {
    const { body, bug } = examined;
    // A decision stays until new content can be read; the next scan tries again.
    if (isDecided(base) && body.code === 'file_unreadable') return;
    const isKnown = isUnread(base) && !base.isMissing && isAsItWas(base, file);
    if (isKnown && body.code === base.error?.code) return;
    if (bug) this.#deps.log.error('A return could not be described.', bug, { path: file.path });
    const failed = failedRecord(base, file, examined);
    changes.tell(this.#put(failed, { edits: [], staying: [], strips: null }));
  }

  /** Finds a return of the same document, best with the same captions, whose file is gone from its place: was moved. */
  async #movedTo(examined: Examined, { deliveryId }: WatchedVersion): Promise<Moved | null> {
    if (examined.kind !== 'described') return null;
    const { repository } = this.#deps;
    const { fingerprint } = examined;
    const document = documentPrintOf(fingerprint);
    const others = repository
      .listContaining(deliveryId, document)
      .filter((one) => documentPrintOf(one.fingerprint ?? '') === document)
      .toSorted((a, b) => Number(b.fingerprint === fingerprint) - Number(a.fingerprint === fingerprint));
    for (const { returnId, path } of others)
      if (await isGone(path)) {
        const record = repository.get(returnId);
        return record && { record, examined };
      }
    return null;
  }

  /** Notes the new place of a moved return, and its content if its captions changed. */
  #moved(
    { record: moved, examined }: Moved,
    { version, file }: Pick<ReturnPlace, 'version' | 'file'>,
    changes: ReturnChanges,
  ): void {
    const base = { ...moved, ...placeOf(version, file) };
    if (moved.fingerprint === examined.fingerprint)
      changes.put(this.#put({ ...base, ...factsOfFile(file, examined.captions) }));
    else {
      const { record, parts } = describedRecord(base, file, examined);
      changes.put(this.#put(record, parts));
    }
  }

  #gone(record: ReturnRecord, isCertain: boolean, changes: ReturnChanges): void {
    if (record.state === 'settling' && isCertain) this.#forget(record, changes);
    else if (!record.isMissing) changes.put(this.#put({ ...record, isMissing: true }));
  }

  #forget({ returnId }: ReturnRecord, changes: ReturnChanges): void {
    this.#deps.repository.delete(returnId);
    changes.remove(returnId);
  }

  #put(record: ReturnRecord, parts?: ReturnParts): ReturnRecord {
    const { repository } = this.#deps;
    if (parts) repository.putWhole(record, parts);
    else repository.put(record);
    return record;
  }
}

/**
 * True for an unreadable file that may still be written: it settled only by its own time. One that was too much for the
 * reader is not read a second time.
 */
function mayBeUnfinished(examined: Examined): boolean {
  return examined.kind === 'failed' && examined.body.details['reason'] !== 'too_complex';
}

/** False for a file that went while it was read. */
async function isStillThere({ kind }: Examined, { path }: ReturnFile): Promise<boolean> {
  return kind !== 'unsettled' || !(await isGone(path));
}
