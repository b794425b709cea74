import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Caller, type Json } from '../support/caller.ts';
import { type RealService, startRealService } from '../support/real-service.ts';

const jobTimeoutMs = 100_000;
let folder: string;
let service: RealService;
let caller: Caller;
let projectId: string;
let before: Awaited<ReturnType<typeof exported>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-real-remix-'));
  service = await startRealService(path.join(folder, 'data'), ['--plan', 'pro']);
  caller = new Caller(service);
  const script = 'Harbour lights, um, shine.\n\nThe boats come in.';
  const run = await caller.makeProject({ script, voiceSpeed: 1.5 }, jobTimeoutMs);
  ({ projectId } = run);
  before = await exported();
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Makes and downloads the smallest possible export. */
async function exported(): Promise<{ file: string; seconds: number; silences: number[] }> {
  const { body } = await caller.post(`/v1/projects/${projectId}/export`, { quality: 'STANDARD' });
  const done = await caller.untilTerminal(`/v1/projects/${projectId}/exports/${body.exportId}`, jobTimeoutMs);
  if (done.status !== 'succeeded') throw new Error(JSON.stringify(done));
  const file = path.join(folder, `${body.exportId}.mp4`);
  await writeFile(file, Buffer.from(await (await fetch(done.downloadUrl)).arrayBuffer()));
  const show = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file];
  const seconds = Number(execFileSync('ffprobe', show, { encoding: 'utf8' }));
  return { file, seconds, silences: silencesOf(file, seconds) };
}

/** Returns the starts of silences of at least a fifth of a second, without those in the last second. */
function silencesOf(file: string, seconds: number): number[] {
  const script = `ffmpeg -i "${file}" -af silencedetect=noise=-50dB:d=0.2 -f null - 2>&1`;
  const log = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
  const starts = [...log.matchAll(/silence_start: ([\d.]+)/g)].map(([, start]) => Number(start));
  return starts.filter((start) => start > 0.1 && start < seconds - 1);
}

async function remix(...remixActions: object[]): Promise<Json[]> {
  await caller.post(`/v1/projects/${projectId}/remix`, { remixActions });
  return vi.waitFor(
    async () => {
      const { body } = await caller.get(`/v1/projects/${projectId}/remix-actions`);
      const actions = body['remixActions'] as Json[];
      if (actions.some(({ status }) => status === 'pending' || status === 'running'))
        throw new Error('not yet');
      expect(actions.map(({ type, error }) => ({ type, error }))).toEqual(
        actions.map(({ type }) => ({ type, error: null })),
      );
      return actions;
    },
    { timeout: jobTimeoutMs, interval: 200 },
  );
}

test('a project with another narrator, clean speech, music and transitions is still a whole movie', async () => {
  await remix({ type: 'CLEAN_UP_TRANSCRIPT', minPauseSeconds: 0.3 });
  const clean = await exported();
  expect(clean.seconds).toBeLessThan(before.seconds - 0.15);
  const { ttsVoices } = (await caller.get('/v1/resources/tts-voices?query=en-&limit=5')).body;
  await remix(
    { type: 'CHANGE_NARRATOR', voiceId: ttsVoices[1]?.voiceId, voiceSpeed: 0.8 },
    { type: 'ADD_TRANSITIONS', sectionTransition: 'DYNAMIC' },
    { type: 'ADD_ZOOM' },
    { type: 'GENERATE_MUSIC', prompt: 'calm piano' },
    { type: 'SET_BACKGROUND_MUSIC', volume: 0.8 },
  );
  const slow = await exported();
  expect(slow.seconds).toBeGreaterThan(clean.seconds * 1.3);
  expect(before.silences).not.toEqual([]);
  expect(slow.silences).toEqual([]);
});
