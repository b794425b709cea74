import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { RateBudget } from '../../src-main/api/budget/rate-budget.ts';
import { Availability } from '../../src-main/api/http/availability.ts';
import { HttpClient } from '../../src-main/api/http/http-client.ts';
import { Projects } from '../../src-main/api/projects.ts';
import { Workflows } from '../../src-main/api/workflows.ts';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import { createJobReaders } from '../../src-main/jobs/schedule/job-readers.ts';
import { JobSchedule } from '../../src-main/jobs/schedule/job-schedule.ts';
import { requestsPerHour, type RateGroup } from '../../src-shared/api/rate-groups.ts';
import { type BenchRow, median } from './bench-row.ts';
import { startProgram, stopProgram } from './start-program.ts';

/** Seconds measured for each number of jobs, after a warm-up of a quarter of it. Use less for a trial. */
const seconds = Number(process.env['DAILIES_BENCH_SECONDS'] ?? 60);
const warmUpMs = seconds * 250;
const hourMs = 3_600_000;
/** Official clients poll at this interval. */
const naiveIntervalMs = 1_500;
const groups: readonly RateGroup[] = ['workflows.runs.get', 'workflows.runs.list'];

interface Run {
  readonly runId: string;
  readonly endMs: number;
}

/** Follows a run and resolves when its end is known. */
type Follow = (run: Run) => Promise<void>;

interface Seen {
  readonly requestsPerHour: number;
  /** Used share of the rate limit group that is used most. */
  readonly budgetShare: number;
  readonly delaysMs: readonly number[];
  readonly cpuShare: number;
  readonly refused: number;
}

async function read<Value>(url: string, method = 'GET'): Promise<Value> {
  const answer = await fetch(url, { method });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Value;
}

/** Creates the app's own job polling on one connection. */
function createApp(url: string, team: string) {
  const clock = createSystemClock();
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const budget = new RateBudget({ clock });
  const availability = new Availability({ clock, log });
  const address = {
    current: () => Promise.resolve({ baseUrl: url, bearer: team }),
    renew: () => Promise.resolve(false),
  };
  const http = new HttpClient({ address, budget, clock, log, availability });
  const schedule = new JobSchedule({
    clock,
    log,
    budget,
    availability,
    power: { onResume: () => () => undefined },
    isLocal: false,
    readers: createJobReaders({ http, workflows: new Workflows({ http }), projects: new Projects({ http }) }),
  });
  schedule.start();
  const { signal } = new AbortController();
  const follow: Follow = async ({ runId }) => {
    await schedule.follow(
      { kind: 'run', jobId: runId, parentId: null },
      { signal, onUpdate: () => undefined },
    );
  };
  const spent = (): number[] =>
    groups.map((group) => {
      const { limit = 0, remaining = 0 } = budget.limits().find((known) => known.group === group) ?? {};
      return limit - remaining;
    });
  const dispose = async (): Promise<void> => {
    await schedule.dispose();
    await availability.dispose();
  };
  return { follow, spent, dispose };
}

/** Polls each run with one GET every 1.5 s. */
function createNaive(url: string, team: string) {
  let isOver = false;
  let count = 0;
  const follow: Follow = async ({ runId }) => {
    const headers = { authorization: `Bearer ${team}` };
    while (!isOver) {
      count += 1;
      const answer = await fetch(`${url}/v1/workflows/runs/${runId}`, { headers });
      const { status } = (await answer.json()) as { status?: string };
      if (status === 'succeeded') return;
      await wait(naiveIntervalMs);
    }
    throw new Error('The measurement is over.');
  };
  const dispose = (): Promise<void> => {
    isOver = true;
    return Promise.resolve();
  };
  return { follow, spent: () => [count, 0], dispose };
}

/** Keeps `count` runs going on one connection and reports how late the end of each was noticed. */
async function keepRunning(
  url: string,
  team: string,
  count: number,
  follow: Follow,
  onEnd: (ms: number) => void,
) {
  const runs = await read<Run[]>(`${url}/bench/${team}/runs?count=${String(count)}`, 'POST');
  const followOne = async (run: Run): Promise<void> => {
    await follow(run);
    onEnd(Date.now() - run.endMs);
    const [next] = await read<Run[]>(`${url}/bench/${team}/runs?count=1&isNew=1`, 'POST');
    if (next) await followOne(next);
  };
  for (const run of runs) followOne(run).catch(() => undefined);
}

/** @param connections number of parallel connections, so that even few jobs end often enough for a median. */
async function measure(
  url: string,
  count: number,
  connections: number,
  create: typeof createApp | typeof createNaive = createApp,
): Promise<Seen> {
  const delaysMs: number[] = [];
  let isMeasuring = false;
  const followers = Array.from({ length: connections }, () => {
    const team = randomUUID();
    return { team, ...create(url, team) };
  });
  for (const { team, follow } of followers) {
    await keepRunning(url, team, count, follow, (delayMs) => {
      if (isMeasuring) delaysMs.push(delayMs);
    });
  }
  await wait(warmUpMs);
  const before = followers.map(({ spent }) => spent());
  const cpuBefore = process.cpuUsage();
  isMeasuring = true;
  const startedMs = performance.now();
  await wait(seconds * 1_000);
  const passedMs = performance.now() - startedMs;
  isMeasuring = false;
  const cpu = process.cpuUsage(cpuBefore);
  const hourly = followers.map(({ spent }, index) =>
    spent().map((used, group) => ((used - (before[index]?.[group] ?? 0)) * hourMs) / passedMs),
  );
  await Promise.all(followers.map(({ dispose }) => dispose()));
  const counts = await Promise.all(
    followers.map(({ team }) => read<{ refused: number }>(`${url}/bench/${team}`)),
  );
  const shares = hourly.map((used) =>
    Math.max(...used.map((requests, group) => requests / requestsPerHour[groups[group] ?? 'account.read'])),
  );
  return {
    requestsPerHour: median(hourly.map((used) => used.reduce((sum, requests) => sum + requests, 0))),
    budgetShare: median(shares),
    delaysMs,
    cpuShare: (cpu.user + cpu.system) / 1_000 / passedMs / connections,
    refused: counts.reduce((sum, { refused }) => sum + refused, 0),
  };
}

function rowsOf(count: number, seen: Seen): BenchRow[] {
  const name = count === 1 ? '1 job' : `${count.toLocaleString('en')} jobs`;
  const delays = seen.delaysMs.toSorted((a, b) => a - b).map((ms) => ms / 1_000);
  const p95 = delays[Math.min(delays.length - 1, Math.floor(delays.length * 0.95))] ?? NaN;
  const naivePerHour = (count * hourMs) / naiveIntervalMs;
  const peer = 'nothing';
  return [
    { name: `${name}: requests`, value: seen.requestsPerHour, unit: 'an hour', peer },
    {
      name: `${name}: requests`,
      value: seen.requestsPerHour / naivePerHour,
      unit: 'ratio',
      peer: 'one GET each at 1.5 s, computed',
    },
    { name: `${name}: share of the budget`, value: seen.budgetShare, unit: 'share', peer, goal: 0.65 },
    {
      name: `${name}: end known after, median`,
      value: median(delays),
      unit: 's',
      peer,
      ...(count === 10 ? { goal: 2 } : {}),
    },
    { name: `${name}: end known after, p95`, value: p95, unit: 's', peer },
    { name: `${name}: share of one core`, value: seen.cpuShare, unit: 'share', peer },
    { name: `${name}: refusals (429)`, value: seen.refused, unit: 'requests', peer, goal: 0 },
  ];
}

/**
 * Measures the cost of following jobs within the real limits, and how late their ends are noticed. `long-jobs.ts`
 * serves the runs on the service's own HTTP layer and rate limiter, because the real service would have to work on
 * them.
 */
export async function benchPolling(): Promise<readonly BenchRow[]> {
  const service = await startProgram(join(import.meta.dirname, 'long-jobs.ts'));
  try {
    const naive = await measure(service.url, 10, 4, createNaive);
    const rows: BenchRow[] = [
      {
        name: '10 jobs, one GET each at 1.5 s: median',
        unit: 's',
        peer: 'nothing',
        value: median(naive.delaysMs) / 1_000,
      },
      {
        name: '10 jobs, one GET each at 1.5 s: budget',
        unit: 'share',
        peer: 'nothing',
        value: naive.budgetShare,
      },
    ];
    const rates = new Map<number, number>();
    for (const [count, connections] of [
      [1, 12],
      [10, 4],
      [100, 1],
      [500, 1],
      [1_000, 1],
    ] as const) {
      const seen = await measure(service.url, count, connections);
      rates.set(count, seen.requestsPerHour);
      rows.push(...rowsOf(count, seen));
    }
    const ratio = (rates.get(1_000) ?? NaN) / (rates.get(500) ?? NaN);
    return [
      ...rows,
      { name: '1,000 jobs: requests', value: ratio, unit: 'ratio', peer: '500 jobs', goal: 1.1 },
    ];
  } finally {
    await stopProgram(service);
  }
}
