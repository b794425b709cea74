import { createContext } from 'svelte';
import { createSubscriber } from 'svelte/reactivity';
import type { ActivityItem } from '../../../src-shared/contract/activity.ts';
import type { Activity } from '../activity/activity.svelte.ts';
import type { Connections } from '../service/connections.svelte.ts';
import type { Generations } from './generations.svelte.ts';

/** A job of the service, of any kind. */
export type QueuedJob = Extract<ActivityItem, { kind: 'generation' | 'job' }>['record'];

/** Where a job stands. */
export interface JobPlace {
  /** Number of jobs that the service does first; null where only the service knows. */
  readonly aheadCount: number | null;
  /** Expected time to its end; null where it would be a guess. */
  readonly secondsLeft: number | null;
}

/** A place of which nothing is known. */
export const unplaced: JobPlace = { aheadCount: null, secondsLeft: null };

export interface ServiceQueueDeps {
  readonly generations: Pick<Generations, 'running'>;
  readonly jobs: Pick<Activity['jobs'], 'running'>;
  readonly connections: Pick<Connections, 'isLocal'>;
}

const tickMs = 1_000;
const waitingStates = new Set(['queued', 'starting']);

/** The jobs of the active connection in the order in which the service works on them. */
export class ServiceQueue {
  readonly #deps: ServiceQueueDeps;
  /** Shows the time left again every second, while it is shown. */
  readonly #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, tickMs);
    return () => {
      clearInterval(timer);
    };
  });

  constructor(deps: ServiceQueueDeps) {
    this.#deps = deps;
  }

  placeOf(job: QueuedJob): JobPlace {
    const { connections, generations, jobs } = this.#deps;
    if (!connections.isLocal) return { aheadCount: null, secondsLeft: this.#secondsLeft(job) };
    const all = [...generations.running, ...jobs.running];
    // The threads of the local service do short jobs first, then long ones in the order of their starts. The end of
    // a job that has the threads changes the speed of the others.
    const begun = all.filter((other) => makesMedia(other) && !isWaitingJob(other));
    if (!isLong(job))
      return { aheadCount: null, secondsLeft: begun.length > 1 ? null : this.#secondsLeft(job) };
    const ahead = all.filter((other) => isLong(other) && isAhead(other, job));
    const [first, ...later] = [...ahead, job].toSorted((left, right) => (isAhead(left, right) ? -1 : 1));
    const ofFirst = first && !isWaitingJob(first) ? this.#secondsLeft(first) : expectedSecondsOf(first);
    const secondsLeft = later
      .map(expectedSecondsOf)
      .reduce(
        (sum, each) => (sum === null || each === null ? null : sum + each),
        begun.every(isLong) ? ofFirst : null,
      );
    return { aheadCount: isWaitingJob(job) ? ahead.length : null, secondsLeft };
  }

  #secondsLeft({ state, expectedEndAt }: QueuedJob): number | null {
    if (state !== 'running' || expectedEndAt === undefined) return null;
    this.#subscribe();
    const left = expectedEndAt - Date.now() / 1000;
    return left > 0 ? left : null;
  }
}

/** True for a job that the service has not begun. */
export function isWaitingJob({ state, isWaiting }: QueuedJob): boolean {
  return waitingStates.has(state) || (state === 'running' && isWaiting === true);
}

/** Returns how long the rest of a job takes alone, by earlier ones; null without any. */
function expectedSecondsOf(job: QueuedJob | undefined): number | null {
  if (job === undefined || !('expectedSeconds' in job) || job.expectedSeconds === undefined) return null;
  return job.expectedSeconds * (1 - job.progress);
}

/** True for a job that makes pictures, sound or a movie, and not only a text or a document. */
function makesMedia(job: QueuedJob): boolean {
  return isLong(job) || ('kind' in job && job.kind === 'tool');
}

/** True for a job that may take minutes. Short ones are done beside those. */
function isLong(job: QueuedJob): boolean {
  return !('kind' in job) || job.kind === 'export' || job.kind === 'remix';
}

/** True for a job that the service does before another one: it runs while that waits, or was sent before. */
function isAhead(other: QueuedJob, job: QueuedJob): boolean {
  if (other.state === 'uploading') return false;
  if (isWaitingJob(other) !== isWaitingJob(job)) return isWaitingJob(job);
  return sentAt(other) < sentAt(job);
}

/** Jobs that were not sent come after the others, in the order of their creation. */
function sentAt({ submittedAtMs, createdAt }: QueuedJob): number {
  return submittedAtMs ?? Number.MAX_SAFE_INTEGER / 2 + createdAt;
}

export const [getServiceQueue, setServiceQueue] = createContext<ServiceQueue>();
