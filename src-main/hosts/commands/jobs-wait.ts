import { AppError, fromErrorBody } from '../../../src-shared/app-error.ts';
import {
  activityIdOf,
  type ActivityFilter,
  type ActivityItem,
  activityStatusOf,
} from '../../../src-shared/contract/activity.ts';
import { orStopped } from '../../foundation/wait.ts';
import { ProgressLines, tenths } from '../headless/progress-lines.ts';
import type { CommandContext } from './command.ts';

const everything: ActivityFilter = { what: 'all', status: null, connectionId: null, search: '' };
const maxCancelMs = 5_000;

type JobRecord = ActivityItem['record'];

/** Lists rows of the activity, at most 200 at an offset. */
export async function listJobs(
  { client }: Pick<CommandContext, 'client'>,
  filter: Partial<ActivityFilter> = {},
  offset = 0,
) {
  return client.call('activity.list', { filter: { ...everything, ...filter }, offset, limit: 200 });
}

/** Finds a job, delivery, generation or transfer by its id. @throws AppError `not_found`. */
export async function findJob(context: Pick<CommandContext, 'client'>, id: string): Promise<ActivityItem> {
  for (const what of ['all', 'downloads', 'uploads'] as const) {
    for (let offset = 0; ; offset += 200) {
      const { items, totalCount } = await listJobs(context, { what }, offset);
      const found = items.find((item) => activityIdOf(item) === id);
      if (found) return found;
      if (items.length === 0 || offset + items.length >= totalCount) break;
    }
  }
  throw new AppError('not_found', `There is no job ${id}.`, { details: { id } });
}

/** Cancels any job of the activity; one that has ended stays as it is. */
export async function cancelJob(
  { client }: Pick<CommandContext, 'client'>,
  item: ActivityItem,
): Promise<unknown> {
  if (isEnded(item)) return null;
  const id = activityIdOf(item);
  if (item.kind === 'generation') return client.call('generation.cancel', { generationId: id });
  if (item.kind === 'delivery') return client.call('delivery.cancel', { deliveryId: id });
  if (item.kind === 'transfer') return client.call('transfer.cancel', { transferId: id });
  return client.call('activity.cancelJob', { jobId: id });
}

/** Retries any ended job of the activity; it may have another id then. */
export async function retryJob(
  { client }: Pick<CommandContext, 'client'>,
  item: ActivityItem,
): Promise<JobRecord> {
  const id = activityIdOf(item);
  if (item.kind === 'generation') return client.call('generation.retry', { generationId: id });
  if (item.kind === 'delivery') return client.call('delivery.retry', { deliveryId: id });
  if (item.kind === 'transfer') return client.call('transfer.retry', { transferId: id });
  return client.call('activity.retryJob', { jobId: id });
}

/** Follows jobs to their end and tells their progress. */
export class JobWatch {
  readonly #context: CommandContext;
  readonly #latest = new Map<string, ActivityItem>();
  readonly #waiting = new Map<string, (item: ActivityItem) => void>();
  readonly #unsubscribe: () => void;

  readonly #cancels: boolean;
  readonly #progress: ProgressLines;

  /**
   * Create it before the jobs are started, so that no event is lost.
   * @param cancels true to cancel open jobs when the command is stopped.
   */
  constructor(context: CommandContext, cancels = true) {
    this.#context = context;
    this.#cancels = cancels;
    this.#progress = new ProgressLines({ write: context.tell });
    this.#unsubscribe = context.client.on('activity.changed', ({ items }) => {
      for (const item of items) this.#take(item);
    });
  }

  /**
   * Resolves with each job once it has ended, in the given order.
   * @throws AppError of the signal.
   */
  async ended(ids: readonly string[]): Promise<ActivityItem[]> {
    const { signal } = this.#context;
    try {
      return await orStopped(Promise.all(ids.map((id) => this.#ended(id))), signal);
    } catch (error) {
      if (this.#cancels) await this.#cancel(ids);
      throw error;
    } finally {
      this.#unsubscribe();
    }
  }

  async #ended(id: string): Promise<ActivityItem> {
    const done = Promise.withResolvers<ActivityItem>();
    this.#waiting.set(id, done.resolve);
    const known = this.#latest.get(id) ?? (await findJob(this.#context, id));
    if (isEnded(known)) return known;
    return done.promise;
  }

  #take(item: ActivityItem): void {
    const id = activityIdOf(item);
    this.#latest.set(id, item);
    if (this.#waiting.has(id)) this.#tell(item);
    if (isEnded(item)) this.#waiting.get(id)?.(item);
  }

  #tell(item: ActivityItem): void {
    if (item.kind !== 'job') {
      this.#progress.showItem(item);
      return;
    }
    const { title, state, progress } = item.record;
    this.#progress.write(`${title}: ${state} ${tenths(progress)}`);
  }

  /** The service may not answer, so this takes five seconds at most. */
  async #cancel(ids: readonly string[]): Promise<void> {
    const enough = new AbortController();
    const stop = this.#context.clock.schedule(maxCancelMs, () => {
      enough.abort();
    });
    const open = ids.map(async (id) => {
      const item = await findJob(this.#context, id);
      await cancelJob(this.#context, item);
    });
    await orStopped(Promise.allSettled(open), enough.signal).catch(() => undefined);
    stop();
  }
}

function isEnded({ record }: ActivityItem): boolean {
  return activityStatusOf(record.state) !== 'open';
}

/** Returns the error of an ended job; null if it has succeeded. */
export function errorOfJob({ record }: ActivityItem): AppError | null {
  if (activityStatusOf(record.state) === 'done') return null;
  if (record.error) return fromErrorBody(record.error);
  return new AppError('cancelled', 'It was cancelled.');
}

/** Returns an ended job. @throws AppError its error. */
export function requireDone(item: ActivityItem | undefined): ActivityItem {
  const error = item ? errorOfJob(item) : null;
  if (!item || error) throw error ?? new AppError('not_found', 'The job is gone.');
  return item;
}
