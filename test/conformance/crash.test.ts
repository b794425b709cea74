import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { Caller, type Json } from './support/caller.ts';
import { readAllPages } from './support/expectations.ts';
import { spawnService } from './support/service-process.ts';

const script =
  'Harbour lights.\n\nThe boats come in at dusk.\n\nNets dry on the wall.\n\nThe harbour sleeps.';
const runTimeoutMs = 90_000;
/** Stages in their order. */
const stages = ['speech', 'pictures', 'movie'];

async function start(folder: string) {
  const service = spawnService('cli', ['--data', folder]);
  return { ...service, caller: new Caller(await service.ready) };
}

async function fileFolders(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'files'), { recursive: true });
  return entries.map((entry) => path.basename(entry)).filter((name) => name.startsWith('vg_file_'));
}

/** Resolves with true as soon as the run is in the stage, with false if it passed the stage unseen. */
async function isCaughtIn(caller: Caller, run: Json, stage: string): Promise<boolean> {
  for (;;) {
    const { headers, body } = await caller.get(`/v1/workflows/runs/${run.workflowRunId}`);
    const now = headers.get('x-run-stage');
    if (now === stage) return true;
    const isOver = body.status !== 'running' && body.status !== 'pending';
    if (isOver || stages.indexOf(now ?? '') > stages.indexOf(stage)) return false;
    await wait(10);
  }
}

/** Starts runs until one is seen in the stage. On a busy computer a run may pass the stage before the first look. */
async function startUntil(caller: Caller, stage: string): Promise<Json> {
  const exportOptions = { quality: 'STANDARD' };
  for (;;) {
    const start = { script, visualStyle: { type: 'STOCK' }, autoExport: true, exportOptions };
    const { body: run } = await caller.post('/v1/workflows/script-to-video', start);
    if (await isCaughtIn(caller, run, stage)) return run;
    await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`, runTimeoutMs);
  }
}

test.each(stages)(
  'a run whose service is killed during %s is finished by the next one, and nothing is left over',
  async (stage) => {
    const folder = await makeTemporaryFolder();
    const first = await start(folder);
    const run = await startUntil(first.caller, stage);
    first.child.kill('SIGKILL');
    await first.exited;

    const second = await start(folder);
    const end = await second.caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`, runTimeoutMs);
    expect(end).toMatchObject({ status: 'succeeded', attemptIndex: 1, error: null });
    const read = (page: string) =>
      second.caller.get(`/v1/files?includeProjectFiles=true&includeExportFiles=true&${page}`);
    const known = (await readAllPages(read, 'files', 50)).flat().map((file) => file.fileId);
    expect((await fileFolders(folder)).sort()).toEqual(known.sort());
    await vi.waitFor(async () => expect(await readdir(path.join(folder, 'work'))).toEqual([]), {
      timeout: 10_000,
      interval: 10,
    });
    second.child.kill('SIGTERM');
    expect((await second.exited).code).toBe(0);
    expect(await readdir(path.join(folder, 'temp'))).toEqual([]);
  },
);
