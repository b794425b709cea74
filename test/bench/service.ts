import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '../../src-service/clock.ts';
import { openStore } from '../../src-service/open-store.ts';
import { plainFile } from '../fakes/services/store-fixture.ts';
import { type BenchRow, median } from './bench-row.ts';
import type { LoadOrder, LoadReport } from './poll-load.ts';
import { apiKey, post, read, untilSucceeded } from './service-calls.ts';
import { type Program, startProgram, startService, stopProgram } from './start-program.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const root = join(here, '..', '..');
/** Seconds of each run. Use less for a trial. */
const seconds = Number(process.env['DAILIES_BENCH_SECONDS'] ?? 60);
const fileCount = 100_000;
const projectCount = 10_000;
const jobCount = Number(process.env['DAILIES_BENCH_JOBS'] ?? 500);

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Fills a library to the size that years of work produce. */
async function fillLibrary(dataFolder: string): Promise<void> {
  const resources = new AsyncDisposableStack();
  const store = await openStore(dataFolder, { clock: systemClock, log: () => undefined, resources });
  const { teamId, userId } = store.identity;
  store.database.transaction(() => {
    for (let index = 0; index < fileCount; index += 1) {
      store.files.insert({ ...plainFile(`bench-${String(index)}`, { teamId, userId }) });
    }
    for (let index = 0; index < projectCount; index += 1) {
      store.projects.insert({
        projectId: `bench-${String(index)}`,
        teamId,
        userId,
        origin: 'api',
        isHidden: false,
        title: `Project ${String(index)}`,
        aspectRatio: { width: 16, height: 9 },
        createdAt: index,
      });
    }
  });
  await resources.disposeAsync();
}

/** Returns the milliseconds of each page of a list, from the first to the last. */
async function pageThrough(url: string, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const startedMs = performance.now();
    const query: string = `limit=200${cursor === '' ? '' : `&cursor=${cursor}`}`;
    const page = await read(`${url}${path}?${query}`);
    times.push(performance.now() - startedMs);
    cursor = page['nextCursor'] as string | null;
  }
  return times;
}

/** Compares the cost of the last tenth of the pages with the first. */
async function pageRow(url: string, path: string, name: string): Promise<BenchRow> {
  await pageThrough(url, path);
  const times = await pageThrough(url, path);
  const tenth = Math.max(1, Math.floor(times.length / 10));
  const value = median(times.slice(-tenth)) / median(times.slice(0, tenth));
  return { name: `${name}: a late page`, value, unit: 'ratio', peer: 'an early page', goal: 1.5 };
}

async function startRenders(url: string): Promise<string> {
  const script = await readFile(join(root, 'test', 'fixtures', 'scripts', 'lighthouse.txt'), 'utf8');
  const body = { script, visualStyle: { type: 'STOCK' }, autoExport: true };
  const [first] = await Promise.all([0, 1].map(() => post(`${url}/v1/workflows/script-to-video`, body)));
  return first?.['workflowRunId'] ?? '';
}

async function benchLoad(url: string): Promise<BenchRow[]> {
  const empty = await startProgram(join(here, 'empty-route.ts'));
  try {
    const runId = await startRenders(url);
    const order: LoadOrder = {
      url,
      emptyUrl: empty.url,
      apiKey,
      clientCount: 200,
      seconds,
      pollPath: `/v1/workflows/runs/${runId}`,
      listPath: '/v1/files?limit=50',
    };
    const { stdout } = await run(process.execPath, [join(here, 'poll-load.ts'), JSON.stringify(order)], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const report = JSON.parse(stdout) as LoadReport;
    const p99 = percentile(report.polls, 0.99);
    const emptyP99 = percentile(report.empty, 0.99);
    const peer = 'an empty fastify route';
    return [
      { name: 'a poll, p99', value: p99 / emptyP99, unit: 'ratio', peer },
      { name: 'a poll, median', value: median(report.polls) / median(report.empty), unit: 'ratio', peer },
      { name: 'a poll, p99', value: p99, unit: 'ms', peer: 'nothing', goal: 50 },
      { name: 'a list of 50 files, p99', value: percentile(report.lists, 0.99), unit: 'ms', peer: 'nothing' },
      { name: 'requests lost', value: report.lost, unit: 'requests', peer: 'nothing', goal: 0 },
    ];
  } finally {
    await stopProgram(empty);
  }
}

async function residentMebibytes({ child }: Program): Promise<number> {
  const status = await readFile(`/proc/${String(child.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

async function runTools(url: string, count: number): Promise<void> {
  const body = { prompt: 'a short click', durationSeconds: 1, numResults: 1 };
  const started = await Promise.all(
    Array.from({ length: count }, () => post(`${url}/v1/tools/generate-sound-effect`, body)),
  );
  for (const { toolExecutionId = '' } of started) {
    await untilSucceeded(`${url}/v1/tools/executions/${toolExecutionId}`);
  }
}

/** Compares the service's memory before and after the same number of jobs again, once its threads' heaps have grown. */
async function benchMemory(service: Program): Promise<BenchRow> {
  const part = Math.ceil(jobCount / 5);
  for (let parts = 0; parts < 10; parts += 1) await runTools(service.url, part);
  const early = await residentMebibytes(service);
  for (let parts = 0; parts < 5; parts += 1) await runTools(service.url, part);
  const late = await residentMebibytes(service);
  const peer = `memory after the first ${String(part * 10)}`;
  return {
    name: `memory after ${String(jobCount)} jobs more`,
    value: late / early,
    unit: 'ratio',
    peer,
    goal: 1.05,
  };
}

/** Measures the service under load: polls beside renders, large libraries, many jobs. */
export async function benchService(): Promise<readonly BenchRow[]> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'dailies-bench-service-'));
  await fillLibrary(dataFolder);
  const service = await startService(dataFolder, apiKey, 'unlimited');
  try {
    const pages = [
      await pageRow(service.url, '/v1/files', '100,000 files'),
      await pageRow(service.url, '/v1/projects', '10,000 projects'),
    ];
    const load = await benchLoad(service.url);
    const rows = [...load, ...pages];
    await stopProgram(service);
    const fresh = await startService(
      await mkdtemp(join(tmpdir(), 'dailies-bench-jobs-')),
      apiKey,
      'unlimited',
    );
    try {
      return [...rows, await benchMemory(fresh)];
    } finally {
      await stopProgram(fresh);
    }
  } finally {
    await stopProgram(service);
    await rm(dataFolder, { recursive: true, force: true });
  }
}
