import { stat } from 'node:fs/promises';
import { toErrorBody } from '../../src-shared/app-error.ts';
import { systemCodeOf } from '../foundation/folder-errors.ts';
import type { Log } from '../platform.ts';
import type { ReturnParts, ReturnRecord, ReturnRepository } from '../state/return-repository.ts';
import type { Examined } from './examine-return.ts';
import type { ReturnChanges } from './return-changes.ts';
import { isAsItWas, type ReturnFile } from './return-files.ts';
import {
  describedRecord,
  factsOfFile,
  freshRecord,
  isUnread,
  placeOf,
  returnIdAt,
  settlingRecord,
  type WatchedVersion,
} from './return-record.ts';

export interface ReturnNotesDeps {
  readonly repository: ReturnRepository;
  readonly log: Log;
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

  /** Notes the result of examining a file. @returns true if the file needs no work until it changes. */
  async examined(
    examined: Examined,
    { version, file, returnId, hasRested }: ReturnPlace & { readonly hasRested: boolean },
    changes: ReturnChanges,
  ): Promise<boolean> {
    const { repository } = this.#deps;
    const moved = await this.#movedTo(examined, version);
    // Reads the record again: the user may have decided meanwhile.
    const record = repository.get(returnId);
    const base = { ...(record ?? settlingRecord(version, file, returnId)), ...placeOf(version, file) };
    if (examined.kind === 'own') {
      if (record) this.#gone(record, true, changes);
      return true;
    }
    if (moved && (record === null || record.state === 'settling')) {
      if (record) this.#forget(record, changes);
      const found = { ...moved, ...placeOf(version, file), ...factsOfFile(file) };
      changes.put(this.#put(found));
      return true;
    }
    if (examined.kind === 'known') {
      changes.put(this.#put({ ...base, ...factsOfFile(file) }));
      return true;
    }
    // A file that is at rest only by its own time may still be written, so an unreadable one gets more time.
    if (examined.kind === 'unsettled' || (examined.kind === 'failed' && !hasRested)) {
      if (!record) changes.put(this.#put(base));
      return false;
    }
    if (examined.kind === 'failed') this.#failed(examined, base, file, changes);
    else {
      const described = describedRecord(base, file, examined);
      changes.tell(this.#put(described.record, described.parts));
    }
    return true;
  }

  #failed(
    { error: cause, fingerprint }: Extract<Examined, { kind: 'failed' }>,
    base: ReturnRecord,
    file: ReturnFile,
    changes: ReturnChanges,
  ): void {
    const error = toErrorBody(cause);
    const isKnown = isUnread(base) && !base.isMissing && isAsItWas(base, file);
    if (isKnown && error.code === base.error?.code) return;
    if (error.code === 'internal')
      this.#deps.log.error('A return could not be described.', cause, { path: file.path });
    const nothing = { summary: [], counts: { edits: 0, losses: 0 } };
    const failed = { ...freshRecord(base, file), ...nothing, state: 'failed' as const, error, fingerprint };
    changes.tell(this.#put(failed, { edits: [], strips: null }));
  }

  /** Finds a return of the same content whose file is gone from its place, that is, was moved. */
  async #movedTo(examined: Examined, { deliveryId }: WatchedVersion): Promise<ReturnRecord | null> {
    if (examined.kind !== 'described') return null;
    for (const { returnId, path } of this.#deps.repository.listSame(deliveryId, examined.fingerprint))
      if (await isGone(path)) return this.#deps.repository.get(returnId);
    return null;
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

function isGone(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error)),
  );
}
