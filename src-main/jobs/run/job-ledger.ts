import { isDeepStrictEqual } from 'node:util';
import { AppError, type ErrorBody, toErrorBody } from '../../../src-shared/app-error.ts';
import type { StartedThing } from '../../api/start-unconfirmed.ts';
import type { Clock } from '../../platform.ts';
import type { ActivityKey } from '../../state/activity-repository.ts';
import type { JobEvents } from './job-events.ts';
import type { WriteBatcher } from './write-batcher.ts';

/** Fields common to the records of all jobs. */
export interface JobRecord {
  readonly connectionId: string;
  readonly state: string;
  /** Progress, 0 to 1. */
  readonly progress: number;
  readonly finishedAt: number | null;
  readonly error: ErrorBody | null;
  readonly isCancelling?: boolean;
  /** True while the service has accepted the job and has not begun. */
  readonly isWaiting?: boolean | undefined;
  /** Expected duration at the service in seconds, where earlier jobs tell it. */
  readonly expectedSeconds?: number | undefined;
  /** Expected end as Unix time in seconds, while it is known. */
  readonly expectedEndAt?: number | undefined;
  /** Zero-based attempt of the service that `progress` belongs to, where it makes several. */
  readonly attemptIndex?: number;
  /** Id of the job that retries this one. */
  readonly retriedAs?: string | undefined;
}

/** Describes the jobs of one kind. */
export interface LedgerKind<Stored extends JobRecord, Shown> {
  readonly name: ActivityKey['kind'];
  readonly idOf: (record: Stored) => string;
  readonly isFinished: (record: Stored) => boolean;
  /** Returns the part of a record that the page may see. */
  readonly shown: (record: Stored) => Shown;
  /** Values that a record's temporary fields take when its job ends. */
  readonly ended: Partial<Stored>;
  /** State of a job of which nobody can tell whether the service has it; `failed` by default. */
  readonly unclear?: Stored['state'];
  /** Returns what a record starts at the service, as the errors of starts tell it. */
  readonly thingOf?: (record: Stored) => StartedThing;
}

/** Repository of the records of one kind. */
interface Records<Stored> {
  put(record: Stored): void;
  get(id: string): Stored | null;
  getMany(ids: readonly string[]): Stored[];
  list(limit: number, groupId?: string | null): Stored[];
  listOf(connectionId: string, limit: number): Stored[];
  listUnfinished(): Stored[];
  listUnfinishedOf(connectionId: string): Stored[];
}

export interface JobLedgerDeps<Stored> {
  readonly repository: Records<Stored>;
  readonly events: Pick<JobEvents, 'changed'>;
  /** Writes the ends of many jobs in one batch. */
  readonly endWrites: WriteBatcher;
  readonly clock: Clock;
}

/** Fields that change with the state when a job ends. */
type End<Stored> = Partial<Omit<Stored, 'error'>> & { readonly error?: unknown };

const successes = new Set(['succeeded', 'done']);

/** True for a job that has ended with success. */
export function hasSucceeded({ state }: Pick<JobRecord, 'state'>): boolean {
  return successes.has(state);
}

/**
 * The records of all jobs of one kind. Each change of state is on the disk before it is published. Current progress is
 * stored only with a job's end, and an end counts as soon as it is known.
 */
export class JobLedger<Stored extends JobRecord, Shown> {
  readonly kind: LedgerKind<Stored, Shown>;
  readonly #deps: JobLedgerDeps<Stored>;
  readonly #live = new Map<string, Partial<Stored>>();
  /** Ends that are not on the disk yet, for example because it is full. */
  readonly #ends = new Map<string, Stored>();
  /** Unfinished records as last read or written, so that a job can end without the disk and progress needs no read. */
  readonly #open = new Map<string, Stored>();

  constructor(deps: JobLedgerDeps<Stored>, kind: LedgerKind<Stored, Shown>) {
    this.#deps = deps;
    this.kind = kind;
  }

  /** Returns the record with its current progress. @throws AppError `not_found`. */
  get(id: string): Stored {
    return this.#now(this.#stored(id));
  }

  /** Like `get`, but returns null when there is no such record. */
  peek(id: string): Stored | null {
    const record = this.#find(id);
    return record && this.#now(record);
  }

  /** Returns the records that exist among `ids`, in any order. */
  getMany(ids: readonly string[]): Stored[] {
    return this.#deps.repository.getMany(ids).map((record) => this.#now(record));
  }

  /** Newest first, of all connections; of one group or of all. */
  list(limit: number, groupId: string | null = null): Stored[] {
    return this.#deps.repository.list(limit, groupId).map((record) => this.#now(record));
  }

  /** Newest first, of one connection. */
  listOf(connectionId: string, limit: number): Stored[] {
    return this.#deps.repository.listOf(connectionId, limit).map((record) => this.#now(record));
  }

  /** Oldest first, of all connections. */
  listUnfinished(): Stored[] {
    const records = this.#deps.repository.listUnfinished().map((record) => this.#now(record));
    return records.filter((record) => !this.kind.isFinished(record));
  }

  /** Oldest first, of one connection. */
  listUnfinishedOf(connectionId: string): Stored[] {
    const records = this.#deps.repository.listUnfinishedOf(connectionId);
    return records.map((record) => this.#now(record)).filter((record) => !this.kind.isFinished(record));
  }

  /** Stores a record. @throws AppError `disk_full`; the previous record stays. */
  put(record: Stored): Stored {
    this.#deps.repository.put(record);
    this.#keepOpen(record);
    this.#publish(this.kind.idOf(record));
    return record;
  }

  /** Changes fields of a stored record. @throws AppError `not_found`, `disk_full`. */
  update(id: string, change: Partial<Stored>): Stored {
    return this.put({ ...this.#stored(id), ...change });
  }

  /** Notes live progress in memory. Progress never falls within one attempt. */
  note(id: string, live: Partial<Stored>): void {
    const known = this.get(id);
    if (this.kind.isFinished(known)) return;
    const { progress, attemptIndex } = live;
    const isSameAttempt = attemptIndex !== undefined && attemptIndex === known.attemptIndex;
    const kept =
      isSameAttempt && progress !== undefined ? { progress: Math.max(progress, known.progress) } : {};
    const next = { ...known, ...live, ...kept };
    if (isDeepStrictEqual(next, known)) return;
    this.#live.set(id, { ...this.#live.get(id), ...live, ...kept });
    this.#publish(id);
  }

  /**
   * Notes whether an unfinished job is being cancelled; on a full disk in memory only, since the service can be asked
   * without room.
   * @throws AppError `not_found`.
   */
  noteCancelling(id: string, isCancelling: boolean): void {
    if (this.kind.isFinished(this.get(id))) return;
    const change = { isCancelling } as Partial<Stored>;
    try {
      this.update(id, change);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'disk_full') throw error;
    }
    // Replaces also what an earlier call kept in memory.
    this.note(id, change);
  }

  /** Ends a job in memory for all readers; `storeEnd` writes the end to the disk. */
  finish(id: string, state: Stored['state'], change: End<Stored> = {}): void {
    this.#ends.set(id, this.#ended(id, state, change));
    this.#live.delete(id);
    this.#publish(id);
  }

  /** Ends a job that could not be carried out, as cancelled, failed or unclear. */
  fail(id: string, error: unknown): void {
    if (error instanceof AppError && error.code === 'cancelled') this.finish(id, 'cancelled');
    else this.finish(id, this.#stateAfter(error), { error } as End<Stored>);
  }

  /**
   * Like `fail`, but writes to the disk before it returns.
   * @throws AppError `disk_full`; the job has not ended then.
   */
  failAtOnce(id: string, error: AppError): void {
    this.put(this.#ended(id, this.#stateAfter(error), { error } as End<Stored>));
  }

  #stateAfter(error: unknown): Stored['state'] {
    const isUnclear =
      error instanceof AppError &&
      error.code === 'start_unconfirmed' &&
      error.details['outcome'] === 'unclear';
    return isUnclear ? (this.kind.unclear ?? 'failed') : 'failed';
  }

  /** Changes an ended job and saves its end as well. @throws AppError `not_found`, `disk_full`. */
  updateEnded(id: string, change: Partial<Stored>): void {
    this.put({ ...this.get(id), ...change });
    this.#ends.delete(id);
  }

  #ended(id: string, state: Stored['state'], { error, ...change }: End<Stored>): Stored {
    return {
      ...this.get(id),
      ...this.kind.ended,
      ...change,
      ...(hasSucceeded({ state }) ? { progress: 1 } : {}),
      state,
      finishedAt: Math.floor(this.#deps.clock.now() / 1000),
      error: error === undefined ? null : toErrorBody(error),
    };
  }

  /** True from `finish` until the end is on the disk. */
  hasEndToStore(id: string): boolean {
    return this.#ends.has(id);
  }

  /** Ids of one connection's jobs whose ends are not on the disk yet. */
  idsOfUnstoredEnds(connectionId: string): string[] {
    const ends = [...this.#ends].filter(([, record]) => record.connectionId === connectionId);
    return ends.map(([id]) => id);
  }

  /** Writes an end to the disk. @throws AppError `disk_full`; the end stays in memory then. */
  async storeEnd(id: string): Promise<void> {
    const record = this.#ends.get(id);
    if (!record) return;
    const { endWrites, repository } = this.#deps;
    await endWrites.write(() => {
      const latest = this.#ends.get(id);
      if (latest) repository.put(latest);
    });
    if (this.#ends.get(id) === record) this.#ends.delete(id);
    this.#open.delete(id);
    this.#publish(id);
  }

  #keepOpen(record: Stored): void {
    const id = this.kind.idOf(record);
    if (this.kind.isFinished(record)) this.#open.delete(id);
    else this.#open.set(id, record);
  }

  #stored(id: string): Stored {
    const record = this.#find(id);
    if (!record) throw new AppError('not_found', `There is no ${this.kind.name} ${id}.`);
    return record;
  }

  #find(id: string): Stored | null {
    const open = this.#open.get(id);
    if (open) return open;
    const record = this.#deps.repository.get(id);
    if (record) this.#keepOpen(record);
    return record;
  }

  #now(record: Stored): Stored {
    const id = this.kind.idOf(record);
    return this.#ends.get(id) ?? { ...record, ...this.#live.get(id) };
  }

  #publish(id: string): void {
    this.#deps.events.changed(this.kind.name, id);
  }
}
