import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BenchRow } from './bench-row.ts';
import { MemoryWatch } from './memory-watch.ts';
import { apiKey, post, read, untilSucceeded } from './service-calls.ts';
import { startService, stopProgram } from './start-program.ts';

const scripts = join(import.meta.dirname, '..', 'fixtures', 'scripts');
/** Words of a narration of four minutes. Use less for a trial. */
const wordCount = Number(process.env['BENCH_WORDS'] ?? 600);
const restSeconds = 10;

/** Makes a project without a movie. @returns its id */
async function makeProject(url: string, script: string): Promise<string> {
  const body = { script, visualStyle: { type: 'STOCK' }, autoExport: false };
  const { workflowRunId = '' } = await post(`${url}/v1/workflows/script-to-video`, body);
  const run = await untilSucceeded(`${url}/v1/workflows/runs/${workflowRunId}`);
  return String(run['projectId']);
}

async function exportProject(url: string, projectId: string): Promise<void> {
  const { exportId = '' } = await post(`${url}/v1/projects/${projectId}/export`, { quality: 'FULL_HIGH' });
  await untilSucceeded(`${url}/v1/projects/${projectId}/exports/${exportId}`);
}

async function remix(url: string, projectId: string, action: object): Promise<void> {
  await post(`${url}/v1/projects/${projectId}/remix`, { remixActions: [action] });
  for (;;) {
    const { remixActions } = (await read(`${url}/v1/projects/${projectId}/remix-actions`)) as {
      remixActions: { status: string }[];
    };
    if (remixActions.every(({ status }) => status === 'succeeded')) return;
    if (remixActions.some(({ status }) => status === 'failed')) throw new Error('A remix failed.');
    await wait(100);
  }
}

/** Measures the memory of the local service and its media process, as the sum of each process's own share. */
export async function benchMemory(): Promise<readonly BenchRow[]> {
  const words = (await readFile(join(scripts, 'the-cut.md'), 'utf8')).split(/(?<=\s)(?=\S)/);
  const script = words.slice(0, wordCount).join('').trim();
  const short = words.slice(0, Math.min(wordCount, 150)).join('').trim();
  const dataFolder = await mkdtemp(join(tmpdir(), 'dailies-bench-memory-'));
  const service = await startService(dataFolder, apiKey, 'unlimited');
  const watch = new MemoryWatch(service.child.pid ?? 0);
  const { url } = service;
  const rows: BenchRow[] = [];
  const measure = async (name: string, goal: number, work: () => Promise<unknown>): Promise<void> => {
    watch.restart();
    await work();
    rows.push({ name, value: watch.peak, unit: 'MiB', peer: 'nothing', goal });
    // At once, because the whole takes long.
    console.error(`${name}: ${watch.peak.toFixed(0)} MiB`);
  };
  try {
    const projectId = await makeProject(url, script);
    const other = await makeProject(url, short);
    await measure('export of four minutes in 1080p, most', 700, () => exportProject(url, projectId));
    await measure('two scripts to movies at once, most', 1_000, () =>
      Promise.all([0, 1].map(async () => exportProject(url, await makeProject(url, script)))),
    );
    await measure('CONVERT_IMAGES_TO_VIDEOS, most', 900, () =>
      remix(url, other, { type: 'CONVERT_IMAGES_TO_VIDEOS' }),
    );
    await measure('UPSCALE_ASSETS, most', 900, () => remix(url, other, { type: 'UPSCALE_ASSETS' }));
    await wait(restSeconds * 1_000);
    await measure('ten seconds after the last job', 200, () => Promise.resolve());
    return rows;
  } finally {
    watch[Symbol.dispose]();
    await stopProgram(service);
    await rm(dataFolder, { recursive: true, force: true });
  }
}
