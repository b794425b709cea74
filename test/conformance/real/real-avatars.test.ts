import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Caller, type Json } from '../support/caller.ts';
import { type RealService, startRealService } from '../support/real-service.ts';

const jobTimeoutMs = 60_000;

let folder: string;
let service: RealService;
let caller: Caller;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dailies-avatars-'));
  service = await startRealService(path.join(folder, 'data'), ['--plan', 'pro']);
  caller = new Caller(service);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Uploads a second of a buzz between two seconds of silence, in a common format. */
async function uploadBuzz(): Promise<Json> {
  const source = "aevalsrc='if(between(t,1,2),0.3*(lt(mod(t*130,1),0.2)-0.2),0)':s=44100:d=3";
  const file = path.join(folder, 'buzz.m4a');
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:a', 'aac', file]);
  return caller.upload('buzz.m4a', await readFile(file));
}

function ffmpegReport(file: string, ...args: string[]): string {
  const shell = ['-hide_banner', '-nostats', '-i', file, ...args, '-f', 'null', '-'];
  return execFileSync('sh', ['-c', 'ffmpeg "$@" 2>&1', 'sh', ...shell], { encoding: 'utf8' });
}

test('a built-in actor speaks: as long as the recording, at narration loudness, with a mouth that follows', async () => {
  const audio = await uploadBuzz();
  const { body: list } = await caller.get('/v1/entities?entityType=ACTOR&limit=1');
  const actors = list['entities'] as { entityId: string }[];
  const { body: started } = await caller.post('/v1/tools/generate-avatar', {
    actorEntityId: actors[0]?.entityId,
    audioFileId: audio.fileId,
    avatarQuality: 'LOW',
  });
  const execution = await caller.untilTerminal(
    `/v1/tools/executions/${String(started['toolExecutionId'])}`,
    jobTimeoutMs,
  );
  expect(execution.status).toBe('succeeded');
  const result = execution['results'][0];
  const movie = path.join(folder, 'avatar.mp4');
  await writeFile(movie, Buffer.from(await (await fetch(result?.downloadUrl ?? '')).arrayBuffer()));
  const report = ffmpegReport(movie, '-map', '0:a', '-af', 'ebur128');
  expect(report).toMatch(/Video: h264 .*480x480.*30 fps/);
  expect(Number(/I:\s+(-[\d.]+) LUFS\s+Threshold/.exec(report)?.[1])).toBeCloseTo(-16, 0);
  expect(Number(/Duration: 00:00:(\d+\.\d+)/.exec(report)?.[1])).toBeCloseTo(3, 0);
  expect(teethSeen(movie, 0.2)).toBe(0);
  expect(teethSeen(movie, 1.4)).toBeGreaterThan(0.02);
  expect(teethSeen(movie, 2.7)).toBe(0);
});

/** Returns the share of the lower face that is as bright as only teeth are. */
function teethSeen(movie: string, seconds: number): number {
  const filter = 'crop=70:50:205:240,format=gray';
  const args = ['-v', 'error', '-ss', String(seconds), '-i', movie, '-frames:v', '1', '-vf', filter];
  const grey = execFileSync('ffmpeg', [...args, '-f', 'rawvideo', '-']);
  return grey.filter((value) => value > 225).length / grey.length;
}
