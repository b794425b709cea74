import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Engine } from '../../../../src-main/engine/engine.ts';
import { cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import type { RunningEngine } from '../../../../src-main/platform.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { realEngine } from '../../../fakes/real-engine.ts';
import { plain, red } from '../../../fakes/sample-media.ts';
import { TurnedClock } from '../../../fakes/turned-clock.ts';
import { clip, stillMedia, timelineOf, videoTrack } from '../../timeline/formats/sample-timelines.ts';

vi.setConfig({ testTimeout: 120_000 });
const { signal } = new AbortController();

async function createEngine() {
  const launcher = realEngine();
  const clock = new TurnedClock();
  const engine = new Engine({ launcher, clock, log: new KeptLog() });
  onTestFinished(() => engine.dispose());
  const folder = await makeFolder('engine');
  const still = join(folder, 'still.png');
  await plain(160, 90, red).png().toFile(still);
  const probe = () => engine.run('probe', { path: still }, { signal });
  /** A movie of a second, or one that takes long. */
  const request = (durationFrames = 30) => {
    const media = stillMedia('still', { width: 160, height: 90 });
    const motion = [
      { frame: 0, scale: 1, x: 0, y: 0 },
      { frame: durationFrames, scale: 2, x: 0, y: 0 },
    ];
    const timeline = timelineOf({
      width: 160,
      height: 90,
      media: [media],
      tracks: [videoTrack('V1', clip(media, durationFrames, { motion }))],
    });
    const outputPath = join(folder, `${String(durationFrames)}.mp4`);
    return { timeline, paths: { still }, hasCaptions: false, outputPath };
  };
  return { engine, clock, launched: launcher.launched, folder, probe, request };
}

test('the engine starts with the first task, is shared, ends when idle and starts again', async () => {
  const { engine, clock, launched, probe } = await createEngine();
  expect(launched).toHaveLength(0);
  const [first] = await Promise.all([probe(), probe()]);
  expect(first).toMatchObject({ state: 'playable', codec: 'PNG' });
  expect(launched).toHaveLength(1);
  await clock.advance(59_000);
  await probe();
  expect(launched).toHaveLength(1);
  await clock.advance(61_000);
  await expect(launched[0]?.exited).resolves.toMatchObject({ code: null });
  await probe();
  expect(launched).toHaveLength(2);
  await engine.dispose();
  expect(clock.waiting).toBe(0);
});

test('a movie goes on in a new engine when the old one was killed, and fails if that ends too', async () => {
  const { engine, launched, request } = await createEngine();
  const kill = (running: RunningEngine | undefined) => () => running?.kill();
  let killed = 0;
  const onProgress = () => {
    if (killed === launched.length - 1 && killed < 1) kill(launched[killed++])();
  };
  // Longer than an engine goes on before it is killed on a busy computer.
  const movie = request(600);
  await engine.run('render', movie, { signal, onProgress });
  expect(launched).toHaveLength(2);
  expect((await stat(movie.outputPath)).size).toBeGreaterThan(1_000);
  const lost = engine.run('render', request(3_000), { signal, onProgress: () => kill(launched.at(-1))() });
  await expect(lost).rejects.toMatchObject({ code: 'file_not_written' });
  expect(launched).toHaveLength(3);
});

test('a cancelled movie ends with the reason, and the engine works on', async () => {
  const { engine, launched, request, probe } = await createEngine();
  const stop = new AbortController();
  const onProgress = () => {
    stop.abort(cancelledByUser);
  };
  const movie = engine.run('render', request(100_000), { signal: stop.signal, onProgress });
  await expect(movie).rejects.toBe(cancelledByUser);
  await expect(probe()).resolves.toMatchObject({ state: 'playable' });
  expect(launched).toHaveLength(1);
});

test('media that cannot be read, and a full disk, are told apart', async () => {
  const { engine, request } = await createEngine();
  const unreadable = engine.run('render', { ...request(), paths: { still: 'gone.png' } }, { signal });
  await expect(unreadable).rejects.toMatchObject({ code: 'file_unreadable' });
  const full = engine.run('render', { ...request(), outputPath: '/dev/full' }, { signal });
  await expect(full).rejects.toMatchObject({ code: 'ENOSPC' });
});

test('a package without the engine says so', async () => {
  const launcher = { isIncluded: false, launch: () => expect.fail('It is not included.') };
  const engine = new Engine({ launcher, clock: new TurnedClock(), log: new KeptLog() });
  await expect(engine.run('probe', { path: 'a.mov' }, { signal })).rejects.toMatchObject({
    code: 'not_supported_here',
    details: { reason: 'no_engine' },
  });
});
