import type { IncomingHttpHeaders } from 'node:http';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import type { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import { Projects } from '../../../../../src-main/api/projects.ts';
import { Workflows } from '../../../../../src-main/api/workflows.ts';
import type { OnReading } from '../../../../../src-main/jobs/schedule/followed-job.ts';
import { createJobReaders } from '../../../../../src-main/jobs/schedule/job-readers.ts';
import type { JobKind, JobReading, JobRef } from '../../../../../src-main/jobs/schedule/job-ref.ts';
import { JobSchedule } from '../../../../../src-main/jobs/schedule/job-schedule.ts';
import { operations, type OperationName } from '../../../../../src-shared/api/operations.ts';
import { requestsPerHour, type RateGroup } from '../../../../../src-shared/api/rate-groups.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';

type Parts = Readonly<Record<string, string | number | boolean>>;

interface SimulatedJob {
  readonly ref: JobRef;
  readonly startMs: number;
  readonly endMs: number;
}

const windowMs = 3_600_000;

/** In-memory service on a test-controlled clock that counts requests against the published limits. */
export class SimulatedService {
  readonly clock: TurnedClock;
  readonly log = new KeptLog();
  readonly budget: RateBudget;
  /** Every request with its time. */
  readonly requests: { readonly name: OperationName; readonly atMs: number; readonly id: string }[] = [];
  readonly #jobs = new Map<string, SimulatedJob>();
  readonly #used = new Map<RateGroup, number>();
  #state: 'online' | 'offline' | 'signed_out' = 'online';
  #tellState: (state: 'online' | 'offline' | 'signed_out') => void = () => undefined;
  wake: () => void = () => undefined;
  looks = 0;
  /** Returns the error of a request; null for an answer. */
  failureOf: (name: OperationName, id: string) => AppError | null = () => null;
  /** Settles when requests may be answered. */
  answering: Promise<void> = Promise.resolve();
  seed = 1;
  /** State reported for every job in place of its own. */
  reportedStatus: string | null = null;

  constructor(clock = new TurnedClock()) {
    this.clock = clock;
    this.budget = new RateBudget({ clock });
  }

  /** Repeats the same sequence in every run. */
  readonly random = (): number => {
    this.seed = (this.seed * 48_271) % 2_147_483_647;
    return this.seed / 2_147_483_647;
  };

  createSchedule(isLocal = false): JobSchedule {
    const http = { exchange: this.#exchange, call: this.#call } as unknown as HttpClient;
    const nouns = { http, workflows: new Workflows({ http }), projects: new Projects({ http }) };
    const schedule = new JobSchedule({
      readers: createJobReaders(nouns),
      budget: this.budget,
      clock: this.clock,
      log: this.log,
      random: this.random,
      isLocal,
      availability: this.#availability(),
      power: {
        onResume: (listener) => {
          this.wake = listener;
          return () => undefined;
        },
      },
    });
    schedule.start();
    return schedule;
  }

  /** @param waitSeconds time before the service begins it. */
  addJob(kind: JobKind, seconds: number, parentId: string | null = null, waitSeconds = 0): JobRef {
    const jobId = `${kind}-${String(this.#jobs.size)}`;
    const ref: JobRef = { kind, jobId, parentId };
    const startMs = this.clock.monotonicMs() + waitSeconds * 1_000;
    this.#jobs.set(jobId, { ref, startMs, endMs: startMs + seconds * 1_000 });
    return ref;
  }

  endOf({ jobId }: JobRef): number {
    return this.#jobs.get(jobId)?.endMs ?? 0;
  }

  removeJob({ jobId }: JobRef): void {
    this.#jobs.delete(jobId);
  }

  setState(state: 'online' | 'offline' | 'signed_out'): void {
    this.#state = state;
    this.#tellState(state);
  }

  /** Records requests by other keys of the team. */
  spend(group: RateGroup, count: number): void {
    this.#used.set(group, (this.#used.get(group) ?? 0) + count);
  }

  countOf(name: OperationName): number {
    return this.requests.filter((request) => request.name === name).length;
  }

  #availability() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    const service = this;
    return {
      get state() {
        return service.#state;
      },
      onChange: (listener: (state: 'online' | 'offline' | 'signed_out') => void) => {
        service.#tellState = listener;
        return () => undefined;
      },
      lookNow: () => {
        service.looks += 1;
      },
    };
  }

  readonly #call = async (
    name: OperationName,
    request: { path?: Parts; query?: Parts; signal: AbortSignal },
  ) => (await this.#exchange(name, request)).value;

  readonly #exchange = async (
    name: OperationName,
    request: { path?: Parts; query?: Parts; signal: AbortSignal },
  ): Promise<{ value: unknown; headers: IncomingHttpHeaders }> => {
    const group: RateGroup = operations[name].rateGroup ?? 'account.read';
    const id = String(Object.values(request.path ?? {}).at(-1) ?? '');
    await this.budget.reserve(group, 'poll', request.signal);
    this.requests.push({ name, atMs: this.clock.monotonicMs(), id });
    this.spend(group, 1);
    await this.answering;
    const failure = this.failureOf(name, id);
    if (failure) throw failure;
    this.budget.note(group, this.#headersOf(group));
    return { value: this.#answer(name, id, request.query ?? {}), headers: {} };
  };

  #headersOf(group: RateGroup): IncomingHttpHeaders {
    const limit = requestsPerHour[group];
    const startMs = this.clock.now() - this.clock.monotonicMs();
    return {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(Math.max(0, limit - (this.#used.get(group) ?? 0))),
      'x-ratelimit-reset': String((startMs + windowMs) / 1_000),
      date: new Date(this.clock.now()).toUTCString(),
    };
  }

  #answer(name: OperationName, id: string, query: Parts): unknown {
    if (name === 'listWorkflowRuns') return this.#page('run', 'workflowRuns', null, query);
    if (name === 'listToolExecutions') return this.#page('tool', 'toolExecutions', null, query);
    if (name === 'listProjectExports') return this.#page('export', 'exports', id, query);
    if (name === 'listRemixActions') return this.#page('remix', 'remixActions', id, query);
    const job = this.#jobs.get(id);
    if (!job) throw new AppError('not_found', `There is no ${id}.`, { details: { status: 404 } });
    return this.#record(job);
  }

  #page(kind: JobKind, itemsName: string, parentId: string | null, query: Parts) {
    const jobs = [...this.#jobs.values()].reverse();
    const matching = jobs.filter(({ ref }) => ref.kind === kind && ref.parentId === parentId);
    const from = Number(query['cursor'] ?? 0);
    const to = from + Number(query['limit'] ?? 50);
    const nextCursor = to < matching.length ? String(to) : null;
    const items = matching.slice(from, to).map((job) => this.#record(job));
    return { [itemsName]: items, hasMore: nextCursor !== null, nextCursor };
  }

  #record({ ref, startMs, endMs }: SimulatedJob) {
    const passedMs = this.clock.monotonicMs() - startMs;
    const progress = Math.max(0, Math.min(1, passedMs / (endMs - startMs)));
    const ownStatus = passedMs < 0 ? 'pending' : 'running';
    const ids = [
      'workflowRunId',
      'toolExecutionId',
      'exportId',
      'interchangeJobId',
      'remixActionId',
      'messageId',
    ];
    return {
      ...Object.fromEntries(ids.map((name) => [name, ref.jobId])),
      role: 'assistant',
      status: this.reportedStatus ?? (progress >= 1 ? 'succeeded' : ownStatus),
      progressPercentage: Math.floor(progress * 100),
      attemptIndex: 0,
      error: null,
    };
  }
}

/** Follows a job and records how it ended and how late that was known. */
export function followNoting(service: SimulatedService, schedule: JobSchedule, ref: JobRef) {
  const ended: { reading: JobReading | null; error: unknown; delayMs: number } = {
    reading: null,
    error: null,
    delayMs: NaN,
  };
  const stopper = new AbortController();
  const updates: JobReading[] = [];
  const left: { readonly toldMs: number | null; readonly realMs: number }[] = [];
  const onUpdate: OnReading = (reading, toldMs) => {
    updates.push(reading);
    left.push({ toldMs, realMs: service.endOf(ref) - service.clock.monotonicMs() });
  };
  schedule.follow(ref, { signal: stopper.signal, onUpdate }).then(
    (reading) => {
      ended.reading = reading;
      ended.delayMs = service.clock.monotonicMs() - service.endOf(ref);
    },
    (error: unknown) => {
      ended.error = error;
    },
  );
  return { ended, stopper, updates, left };
}
