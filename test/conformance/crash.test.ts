import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { Caller } from './caller.ts';
import type { Json } from './caller.ts';
import { readAllPages } from './expectations.ts';
import { spawnService } from './service-process.ts';

const script =
  'Harbour lights.\n\nThe boats come in at dusk.\n\nNets dry on the wall.\n\nThe harbour sleeps.';
const runTimeoutMs = 90_000;

async function start(folder: string) {
  const service = spawnService('cli', ['--data', folder]);
  return { ...service, caller: new Caller(await service.ready) };
}

async function fileFolders(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'files'), { recursive: true });
  return entries.map((entry) => path.basename(entry)).filter((name) => name.startsWith('vg_file_'));
}

async function untilStage(caller: Caller, run: Json, stage: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { headers, body } = await caller.get(`/v1/workflows/runs/${run.workflowRunId}`);
      if (body.status !== 'running' && body.status !== 'pending') throw new Error(`too late: ${body.status}`);
      expect(headers.get('x-run-stage')).toBe(stage);
    },
    { timeout: runTimeoutMs, interval: 20 },
  );
}

test.each(['speech', 'pictures', 'movie'])(
  'a run whose service is killed during %s is finished by the next one, and nothing is left over',
  async (stage) => {
    const folder = await makeTemporaryFolder();
    const first = await start(folder);
    const body = { script, visualStyle: { type: 'STOCK' }, autoExport: true };
    const { body: run } = await first.caller.post('/v1/workflows/script-to-video', body);
    await untilStage(first.caller, run, stage);
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
