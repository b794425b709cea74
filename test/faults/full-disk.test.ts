import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ChildServiceLauncher } from '../../src-main/hosts/node/child-service-launcher.ts';
import { Caller } from '../conformance/support/caller.ts';
import { spawnService } from '../conformance/support/service-process.ts';
import { canMount, fillVolume, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { recordFault } from './support/fault-table.ts';

const part = 'B7 machine: service';
const jobTimeoutMs = 60_000;
const mebibyte = 1024 ** 2;
const reason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';
const script = 'Harbour lights.\n\n' + 'The boats come in at dusk, one after the other.\n\n'.repeat(6);

async function startOnSmallVolume() {
  const folder = path.join(await makeTemporaryFolder(), 'volume');
  onTestFinished(mountMemoryVolume(folder, 'size=64m'));
  const service = spawnService('cli', ['--data', path.join(folder, 'data'), '--plan', 'pro']);
  const caller = new Caller(await service.ready);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.exited;
  });
  return { folder, caller };
}

async function startRun(caller: Caller): Promise<string> {
  const { status, body } = await caller.post('/v1/workflows/script-to-video', {
    script,
    visualStyle: { type: 'AI_IMAGE', aiStyle: 'watercolor' },
    autoExport: true,
  });
  expect(status).toBe(202);
  return `/v1/workflows/runs/${body.workflowRunId}`;
}

async function speak(caller: Caller): Promise<string> {
  const { ttsVoices } = (await caller.get('/v1/resources/tts-voices?limit=1')).body;
  const { body } = await caller.post('/v1/tools/text-to-speech', {
    ttsText: 'There is room again.',
    voiceId: ttsVoices[0]?.voiceId,
  });
  const path = `/v1/tools/executions/${String(body['toolExecutionId'])}`;
  return (await caller.untilTerminal(path, jobTimeoutMs)).status;
}

test.skipIf(!canMount)(
  `a run for which the disk has too little room fails saying so, and the next small job succeeds${reason}`,
  async () => {
    recordFault({ part, fault: 'too little room for a run' });
    const { folder, caller } = await startOnSmallVolume();
    await fillVolume(folder, 4 * mebibyte);
    const run = await caller.untilTerminal(await startRun(caller), jobTimeoutMs);
    expect(run, JSON.stringify(run)).toMatchObject({
      status: 'failed',
      attemptIndex: 0,
      error: { code: 'disk_full' },
    });
    expect((await caller.get('/v1/me')).status).toBe(200);
    await rm(path.join(folder, 'ballast'));
    expect(await speak(caller)).toBe('succeeded');
  },
);

test.skipIf(!canMount)(
  `a disk that fills to its last byte while a movie is rendered costs the run, and nothing else${reason}`,
  async () => {
    recordFault({ part, fault: 'filled to its last byte while a movie is rendered' });
    const { folder, caller } = await startOnSmallVolume();
    const address = await startRun(caller);
    await vi.waitFor(
      async () => expect((await caller.get(address)).body.progressPercentage).toBeGreaterThan(20),
      { timeout: jobTimeoutMs, interval: 20 },
    );
    await fillVolume(folder);
    const full = await caller.untilTerminal(address, jobTimeoutMs);
    expect(full, JSON.stringify(full)).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
    expect((await caller.get('/v1/workflows/runs')).status).toBe(200);
    await rm(path.join(folder, 'ballast'));
    expect(await speak(caller)).toBe('succeeded');
  },
);

test.skipIf(!canMount)(
  `a service that finds no room to start says so in words, not as a line of its log${reason}`,
  async () => {
    const folder = path.join(await makeTemporaryFolder(), 'volume');
    onTestFinished(mountMemoryVolume(folder, 'size=64k'));
    const entryPath = fileURLToPath(new URL('../../src-service/service-entry.ts', import.meta.url));
    const launcher = new ChildServiceLauncher({ nodePath: process.execPath, entryPath });
    const { signal } = new AbortController();
    const start = launcher.launch({ dataFolder: path.join(folder, 'data'), preferredPort: 0, signal });
    await expect(start).rejects.toMatchObject({
      code: 'service_stopped',
      message: expect.stringMatching(/^[^{}]*the disk is full\.$/) as string,
      details: { reason: 'disk_full' },
    });
    recordFault({ part, fault: 'no room for the service to start' });
  },
);
