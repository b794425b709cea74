import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { Random } from '../../src-media/pictures/random.ts';
import { Caller, type Json } from '../conformance/support/caller.ts';
import { readAllPages } from '../conformance/support/expectations.ts';
import { spawnService } from '../conformance/support/service-process.ts';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { recordFault } from './support/fault-table.ts';
import { seed } from './support/seed.ts';

const run = promisify(execFile);
/** Use `DAILIES_KILLS=50` for a long run. */
const killCount = Number(process.env['DAILIES_KILLS'] ?? 6);
const longestLifeMs = 2_500;
/** Time limit for the work that remains at the end. */
const maxWorkMs = 60_000 + killCount * 30_000;
/** Includes as much time again for the starts before that work and for playing all results after it. */
const maxMs = 2 * maxWorkMs;
const script = 'Harbour lights.\n\nThe boats come in at dusk.';
const terminal = new Set(['succeeded', 'failed', 'cancelled']);

async function start(folder: string) {
  const service = spawnService('cli', ['--data', folder, '--plan', 'unlimited']);
  return { ...service, caller: new Caller(await service.ready) };
}

/** Starts one small job of each kind that makes files. */
async function makeBusy(caller: Caller): Promise<void> {
  await Promise.all([
    caller.post('/v1/workflows/script-to-video', {
      script,
      visualStyle: { type: 'STOCK' },
      autoExport: true,
      exportOptions: { quality: 'STANDARD' },
    }),
    caller.post('/v1/tools/generate-sound-effect', { prompt: 'rain', durationSeconds: 2 }),
    caller.post('/v1/tools/generate-image', { prompt: 'a pier', quality: 'LOW' }),
  ]);
}

function checkDatabase(folder: string): void {
  const database = new DatabaseSync(path.join(folder, 'service.db'));
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
}

async function jobsOf(caller: Caller): Promise<Json[]> {
  const read = (list: string) => (page: string) => caller.get(`/v1/${list}?${page}`);
  const runs = await readAllPages(read('workflows/runs'), 'workflowRuns', 200);
  const tools = await readAllPages(read('tools/executions'), 'toolExecutions', 200);
  return [...runs.flat(), ...tools.flat()];
}

/** Expects that a movie or sound decodes completely. */
async function expectToPlay(filePath: string): Promise<void> {
  const args = ['-v', 'error', '-xerror', '-i', filePath, '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args);
  expect([filePath, stderr]).toEqual([filePath, '']);
}

async function fileFolders(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'files'), { recursive: true });
  return entries.filter((entry) => path.basename(entry).startsWith('vg_file_'));
}

test(
  `a busy service killed ${killCount} times at any moment loses nothing and leaves nothing (seed ${seed})`,
  async () => {
    recordFault({
      part: 'B8 crash: service',
      fault: 'killed while it works at everything',
      injected: killCount,
    });
    const folder = await makeTemporaryFolder();
    const random = new Random(seed);
    for (let kills = 0; kills < killCount; kills += 1) {
      const service = await start(folder);
      await makeBusy(service.caller);
      await wait(random.next() * longestLifeMs);
      service.child.kill('SIGKILL');
      await service.exited;
      checkDatabase(folder);
    }
    const last = await start(folder);
    await vi.waitFor(
      async () => {
        const unfinished = (await jobsOf(last.caller)).filter(({ status }) => !terminal.has(status));
        if (unfinished.length > 0) throw new Error(`${unfinished.length} jobs are unfinished`);
      },
      { timeout: maxWorkMs, interval: 500 },
    );
    const jobs = await jobsOf(last.caller);
    expect(jobs).toHaveLength(killCount * 3);
    const failures = jobs.filter(({ status }) => status !== 'succeeded').map(({ error }) => error.message);
    expect(failures.filter((message) => !message.includes('stopped unexpectedly'))).toEqual([]);

    const read = (page: string) =>
      last.caller.get(`/v1/files?includeProjectFiles=true&includeExportFiles=true&${page}`);
    const known = (await readAllPages(read, 'files', 200)).flat();
    const folders = await fileFolders(folder);
    expect(folders.map((entry) => path.basename(entry)).sort()).toEqual(
      known.map((file) => file.fileId).sort(),
    );
    for (const file of known.filter(({ type }) => type === 'VIDEO' || type === 'AUDIO')) {
      const entry = folders.find((name) => path.basename(name) === file.fileId) ?? '';
      const inside = path.join(folder, 'files', entry);
      for (const name of (await readdir(inside)).filter((each) => /\.(?:mp4|wav|webm|m4a)$/.test(each))) {
        expect((await stat(path.join(inside, name))).size).toBeGreaterThan(0);
        await expectToPlay(path.join(inside, name));
      }
    }
    await vi.waitFor(async () => expect(await readdir(path.join(folder, 'work'))).toEqual([]), {
      timeout: 10_000,
      interval: 50,
    });
    last.child.kill('SIGTERM');
    expect((await last.exited).code).toBe(0);
    checkDatabase(folder);
  },
  maxMs,
);
