import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { copyRenderedProject } from '../support/rendered-project.ts';
import { RealApp } from '../ui/support/real-app.ts';
import type { BenchRow } from './bench-row.ts';
import { screen } from './page-measures.ts';
import { call, readRows, type ShownRow } from './progress-app.ts';
import { judge, type Sample, type Truth } from './progress-judge.ts';
import { type Course, ScriptedService } from './scripted-service.ts';

const program = join(import.meta.dirname, '../../src-service/cli.ts');
const text = join(import.meta.dirname, '../fixtures/scripts/the-cut.md');
const longestMs = 400_000;
const standard = { quality: 'STANDARD' };

/** A job that the bench started: its name, how its row is known, and what the service does of it now. */
interface Watched {
  readonly name: string;
  readonly isRow: (row: ShownRow) => boolean;
  readonly read: () => Promise<Truth>;
}

const ended = new Set(['succeeded', 'failed', 'cancelled']);

/** Compares the open tray with the service each second, until all jobs have ended and their rows say so. */
async function watch(page: Page, jobs: readonly Watched[]): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startMs = performance.now();
  for (let second = 0; performance.now() - startMs < longestMs; second += 1) {
    await wait(Math.max(0, startMs + second * 1000 - performance.now()));
    const rows = await readRows(page);
    const truths = await Promise.all(jobs.map(({ read }) => read()));
    for (const [index, job] of jobs.entries()) {
      const truth = truths[index];
      const row = rows.find(job.isRow) ?? null;
      if (truth) samples.push({ job: job.name, atSeconds: (performance.now() - startMs) / 1000, row, truth });
    }
    const isOver = truths.every(({ status }) => ended.has(status));
    if (isOver && jobs.every(({ isRow }) => rows.find(isRow)?.state === 'Done')) break;
  }
  return samples;
}

/** Runs `work` with a page of a new app, and its tray open. */
async function withApp(browser: Browser, app: RealApp, work: (page: Page) => Promise<Sample[]>) {
  const page = await browser.newPage(screen);
  try {
    await page.goto(await app.start());
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await work(page);
  } finally {
    await page.close();
    await app.dispose();
  }
}

const openTray = (page: Page): Promise<void> => page.keyboard.press('Control+j');

/** Reads the jobs of the app's local service: their state from its database, percentage and stage from its API. */
class LocalTruth {
  readonly #database: DatabaseSync;
  readonly #url: string;
  readonly #key: string;
  /** Order of the last job that the service had before. */
  readonly #before: number;

  constructor(folder: string, url: string) {
    this.#url = url;
    const words = [program, 'keys', 'create', '--name', 'bench', '--data', folder];
    this.#key = (
      JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as { apiKey: string }
    ).apiKey;
    this.#database = new DatabaseSync(join(folder, 'service.db'), { readOnly: true });
    this.#before = Number(
      this.#database.prepare('SELECT max(job_order) AS last FROM jobs').get()?.['last'] ?? 0,
    );
  }

  /** Reads the first job of a kind. `pathOf` names it in the API, with the project of its state. */
  async read(kind: string, pathOf: (jobId: string, projectId: string) => string): Promise<Truth> {
    const row = this.#database
      .prepare(
        `SELECT job_id, status, completed_stages, json_extract(state, '$.projectId') AS project_id FROM jobs
         WHERE kind = ? AND job_order > ? ORDER BY job_order LIMIT 1`,
      )
      .get(kind, this.#before);
    if (!row) return { status: 'unsent', percentage: 0, stage: null };
    const jobId = String(row['job_id']);
    const answer = await fetch(this.#url + pathOf(jobId, String(row['project_id'])), {
      headers: { authorization: `Bearer ${this.#key}` },
    });
    const body = (await answer.json()) as { remixActions?: object[]; progressPercentage?: number };
    const record = (body.remixActions?.[0] ?? body) as { progressPercentage: number };
    return {
      status: String(row['status']),
      percentage: record.progressPercentage,
      stage: answer.headers.get('x-run-stage'),
    };
  }
}

async function watchLocal(browser: Browser): Promise<Sample[]> {
  const words = (await readFile(text, 'utf8')).split(/(?<=\s)(?=\S)/);
  const wordsOf = (count: number): string => words.slice(0, count).join('').trim();
  const app = new RealApp();
  await copyRenderedProject(
    { script: wordsOf(150), visualStyle: { type: 'STOCK' }, exportOptions: standard },
    app.serviceFolder,
  );
  return withApp(browser, app, async (page) => {
    let address = '';
    while (address === '') {
      type List = { connections: { address: string; state: string }[] };
      const { connections } = await call<List>(page, 'connection.list', {});
      if (connections[0]?.state === 'ready') ({ address } = connections[0]);
      else await wait(200);
    }
    type Projects = { projects: { projectId: string; title: string }[] };
    const { projects } = await call<Projects>(page, 'project.list', { cursor: null, limit: 10 });
    const [project] = projects;
    if (!project) throw new Error('The project is missing.');
    const { projectId } = project;
    const { voices } = await call<{ voices: { voiceId: string }[] }>(page, 'catalogue.voices', {});
    const cut = await call<{ scenes: { sceneId: string }[] }>(page, 'cut.get', {
      projectId,
      of: { kind: 'project' },
    });
    const truth = new LocalTruth(app.serviceFolder, `http://${address}`);
    await openTray(page);
    const run = (jobId: string): string => `/v1/workflows/runs/${jobId}`;
    const visualStyle = { type: 'STOCK' };
    const scene = { projectId, sceneId: cut.scenes[0]?.sceneId, kind: 'voice' };
    const speech = { tool: 'speech', text: wordsOf(900), voiceId: voices[0]?.voiceId, respellings: [] };
    const actions = [{ type: 'REGENERATE_IMAGES', stylePrompt: 'ink drawings' }];
    const started = { ...project, title: 'Export' };
    await Promise.all([
      call(page, 'generation.start', {
        workflow: 'script',
        script: wordsOf(200),
        visualStyle,
        autoExport: true,
        exportOptions: standard,
      }),
      call(page, 'generation.start', {
        workflow: 'clip',
        prompt: 'A lighthouse at dusk',
        durationSeconds: 15,
      }),
      call(page, 'export.start', { ...started, options: standard }),
      call(page, 'remix.start', { ...started, actions, isCopy: true }),
      call(page, 'cut.addTake', { ...scene, source: speech }),
    ]);
    return watch(page, [
      {
        name: 'script',
        isRow: ({ kind, title }) => kind === 'Generation' && !title.startsWith('A lighthouse'),
        read: () => truth.read('script-to-video', run),
      },
      {
        name: 'clip',
        isRow: ({ title }) => title.startsWith('A lighthouse'),
        read: () => truth.read('prompt-to-video-clip', run),
      },
      {
        name: 'export',
        isRow: ({ kind }) => kind === 'Export',
        read: () => truth.read('project-export', (id, owner) => `/v1/projects/${owner}/exports/${id}`),
      },
      {
        name: 'remix',
        isRow: ({ kind }) => kind === 'Remix',
        read: () => truth.read('remix-action', (_id, owner) => `/v1/projects/${owner}/remix-actions`),
      },
      {
        name: 'speech',
        isRow: ({ kind }) => kind === 'Tool',
        read: () => truth.read('tool-execution', (id) => `/v1/tools/executions/${id}`),
      },
    ]);
  });
}

/** Courses of a hosted service: steady, in jumps, with a stop, after a wait, ever faster. */
const courses: Readonly<Record<string, Course>> = {
  'script-to-video': (seconds) => (seconds / 90) * 100,
  'storyboard-to-video': (seconds) => Math.floor(seconds / 20) * 25,
  'prompt-to-video-clip': (seconds) =>
    Math.min(50, (seconds / 30) * 50) + Math.max(0, ((seconds - 50) / 30) * 50),
  'content-outline-to-video': (seconds) => (seconds < 20 ? null : ((seconds - 20) / 60) * 100),
  export: (seconds) => (seconds / 80) ** 2 * 100,
};

async function watchHosted(browser: Browser): Promise<Sample[]> {
  const service = new ScriptedService(courses);
  const serviceUrl = await service.start();
  try {
    return await withApp(browser, new RealApp(), async (page) => {
      type Added = { connectionId: string };
      const { connectionId } = await call<Added>(page, 'connection.add', { serviceUrl, apiKey: 'bench' });
      await call(page, 'connection.activate', { connectionId });
      await openTray(page);
      const starts = {
        'script-to-video': { workflow: 'script', script: 'Script', visualStyle: { type: 'STOCK' } },
        'storyboard-to-video': { workflow: 'storyboard', scenes: [{ prompt: 'Storyboard' }] },
        'prompt-to-video-clip': { workflow: 'clip', prompt: 'Clip' },
        'content-outline-to-video': { workflow: 'outline', outlineMarkdown: 'Outline' },
      };
      await Promise.all([
        ...Object.values(starts).map((request) => call(page, 'generation.start', request)),
        call(page, 'export.start', { projectId: 'project-export', title: 'Film', options: standard }),
      ]);
      const runs = Object.entries(starts).map(([name, { workflow }]) => ({
        name: workflow,
        isRow: ({ kind, title }: ShownRow) =>
          kind === 'Generation' && title.toLowerCase().startsWith(workflow),
        read: () => Promise.resolve(service.truthOf(name)),
      }));
      const isRow = ({ kind }: ShownRow): boolean => kind === 'Export';
      const read = (): Promise<Truth> => Promise.resolve(service.truthOf('export'));
      return watch(page, [...runs, { name: 'export', isRow, read }]);
    });
  } finally {
    await service.stop();
  }
}

/**
 * Compares what the tray says of five jobs at once with what the service does, each second: over the local service, and
 * over a hosted one whose jobs advance as scripted.
 */
export async function benchProgress(): Promise<readonly BenchRow[]> {
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    console.log(`Load ${loadavg()[0]?.toFixed(1) ?? ''}`);
    const local = judge('local', await watchLocal(browser));
    const hosted = judge('hosted', await watchHosted(browser));
    return [...local, ...hosted];
  } finally {
    await browser.close();
  }
}
