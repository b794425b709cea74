// @vitest-environment runes
import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { Playback } from '../../../../../src-renderer/components/player/playback.svelte.ts';
import {
  captionAt,
  linesOf,
  neighbourCut,
  sceneIndexAt,
} from '../../../../../src-renderer/components/player/player-scene.ts';
import { fakeMovie, setUpPlayback as setUp } from './fake-movie.ts';

test('a frame is sought at its middle', () => {
  const { playback, fake } = setUp();
  playback.step(1);
  expect(fake.sought).toEqual([(1.5 * 1001) / 30_000]);
});

test('of many wishes while the movie seeks, only the last is followed', () => {
  const { playback, fake } = setUp();
  for (const frame of [10, 20, 30, 40]) playback.seek(frame);
  expect(fake.sought).toHaveLength(1);
  fake.fire('seeked');
  fake.fire('seeked');
  expect(fake.sought).toEqual([(10.5 * 1001) / 30_000, (40.5 * 1001) / 30_000]);
  expect(playback.frame).toBe(40);
});

test('no key leads beyond the first or the last frame', () => {
  const { playback, fake } = setUp();
  playback.step(-5);
  expect(playback.frame).toBe(0);
  fake.fire('seeked');
  playback.stepSeconds(1_000);
  expect(playback.frame).toBe(599);
});

test('the timeline tells the length, and the movie itself where the timeline is not known', () => {
  expect(setUp(() => 600).playback.durationFrames).toBe(600);
  expect(setUp(() => null).playback.durationFrames).toBe(599);
});

test('each press of the shuttle goes faster, and the other direction starts again', () => {
  const { playback, fake } = setUp();
  const speeds = ([1, 1, 1, 1, 1] as const).map((direction) => {
    playback.shuttle(direction);
    return playback.speed;
  });
  expect(speeds).toEqual([1, 2, 4, 8, 8]);
  expect(fake.movie.playbackRate).toBe(8);
  playback.shuttle(-1);
  expect([playback.speed, fake.movie.isPlaying]).toEqual([-1, false]);
});

test('backwards, frames are sought as time passes, and it stops at the first', () => {
  const { playback, fake, repaint } = setUp();
  playback.seek(60);
  fake.fire('seeked');
  playback.shuttle(-1);
  playback.shuttle(-1);
  repaint(0);
  repaint(500);
  expect(playback.frame).toBe(30);
  repaint(5_000);
  expect([playback.frame, playback.isPlaying]).toEqual([0, false]);
});

test('playing that is taken back while it begins does not stop what was asked for since', async () => {
  const { playback, fake } = setUp();
  playback.seek(60);
  fake.fire('seeked');
  const begun = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
  const refuse = async (index: number) => {
    begun[index]?.reject(new DOMException('', 'AbortError'));
    await begun[index]?.promise.catch(() => undefined);
  };
  let asked = 0;
  fake.movie.play = () => begun[asked++]?.promise ?? Promise.resolve();
  playback.shuttle(1);
  playback.shuttle(-1);
  await refuse(0);
  expect([playback.speed, playback.isPlaying]).toEqual([-1, true]);
  playback.toggle();
  playback.toggle();
  expect(playback.speed).toBe(1);
  await refuse(1);
  expect(playback.isPlaying).toBe(false);
});

test('the shown frame counts, also one that arrives just after a stop', () => {
  const { playback, fake } = setUp();
  playback.toggle();
  fake.show((100 * 1001) / 30_000);
  expect(playback.frame).toBe(100);
  playback.toggle();
  fake.show((101 * 1001) / 30_000);
  expect(playback.frame).toBe(101);
});

test('a frame from before a seek, shown while it is on its way, does not count', () => {
  const { playback, fake } = setUp();
  playback.seek(300);
  fake.show((5 * 1001) / 30_000);
  expect(playback.frame).toBe(300);
});

test('a seek that ends on a neighbour is made again, each time to another place in the frame, before or after the movie says it is done', () => {
  const { playback, fake } = setUp();
  const at = (frames: number) => (frames * 1001) / 30_000;
  playback.seek(605);
  expect(fake.sought).toEqual([at(599.5)]);
  fake.fire('seeked');
  fake.show(at(600));
  expect(playback.frame).toBe(599);
  expect(fake.sought).toEqual([at(599.5), at(599.4)]);
  fake.fire('seeked');
  fake.show(at(600));
  fake.fire('seeked');
  fake.show(at(598));
  expect(fake.sought).toEqual([at(599.5), at(599.4), at(599.6), at(599.3)]);
  fake.fire('seeked');
  // The playback stops retrying the seek after a few attempts.
  fake.show(at(598));
  expect(playback.frame).toBe(599);
  expect(fake.sought).toHaveLength(4);
  playback.seek(300);
  fake.show((301 * 1001) / 30_000);
  fake.fire('seeked');
  expect(playback.frame).toBe(300);
  expect(fake.sought).toHaveLength(6);
  fake.show((300 * 1001) / 30_000);
  fake.fire('seeked');
  playback.seek(400);
  fake.fire('seeked');
  fake.show((400 * 1001) / 30_000);
  expect(fake.sought).toHaveLength(7);
});

test('each step goes on also where the movie has fewer frames a second than are counted', () => {
  const { playback, fake } = setUp();
  const frames = Array.from({ length: 12 }, () => {
    playback.step(1);
    for (let asked = 0; fake.sought.length > asked;) {
      asked = fake.sought.length;
      fake.fire('seeked');
      fake.show(Math.floor(fake.movie.currentTime * 25) / 25);
    }
    return playback.frame;
  });
  expect(frames).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test('another movie goes on at the frame, whatever it shows before it tells its length, and whatever was sought', () => {
  const { playback, fake, detach } = setUp();
  playback.seek(10);
  detach();
  const next = fakeMovie();
  playback.attach(next.element);
  next.show(0);
  expect(playback.frame).toBe(10);
  next.fire('loadedmetadata');
  expect(next.sought).toEqual(fake.sought);
  next.fire('seeked');
  next.show((10 * 1001) / 30_000);
  next.fire('emptied');
  next.show(0);
  expect(playback.frame).toBe(10);
});

test('playing at the end begins at the start', () => {
  const { playback, fake } = setUp();
  playback.seek(599);
  fake.fire('seeked');
  fake.fire('ended');
  playback.toggle();
  expect([playback.frame, playback.isPlaying]).toEqual([0, true]);
});

test('a movie that cannot be played is not started, and one let go of is left alone', () => {
  const { playback, fake, detach } = setUp();
  fake.fire('error');
  playback.toggle();
  expect([playback.isFailed, fake.movie.isPlaying]).toEqual([true, false]);
  detach();
  expect(fake.listeners.size).toBe(0);
});

test('a movie that failed is tried again at the frame it stood at', () => {
  const { playback, fake, detach } = setUp();
  playback.seek(100);
  fake.fire('error');
  detach();
  playback.recover();
  const again = fakeMovie();
  playback.attach(again.element);
  again.fire('loadedmetadata');
  expect([playback.isFailed, again.sought]).toEqual([false, [(100.5 * 1001) / 30_000]]);
  playback.toggle();
  expect(again.movie.isPlaying).toBe(true);
});

test('a movie that is loaded already goes on at the same time, counted by the frame rate of its timeline', () => {
  const deps = { isDropFrame: () => false, durationFrames: () => null, everyRepaint: () => () => undefined };
  const fake = fakeMovie();
  fake.movie.readyState = 4;
  const shown = $state({
    playback: new Playback({ ...deps, frameRate: { numerator: 30, denominator: 1 } }),
  });
  const stop = $effect.root(() => {
    $effect(() => shown.playback.attach(fake.element));
  });
  flushSync();
  const guessed = shown.playback;
  [guessed.frame, guessed.inFrame, guessed.outFrame, guessed.isLooping] = [90, 30, 150, true];
  guessed.shuttle(1);
  const playback = new Playback({ ...deps, frameRate: { numerator: 25, denominator: 1 } }, guessed);
  shown.playback = playback;
  flushSync();
  expect([playback.isReady, playback.durationFrames, playback.isLooping]).toEqual([true, 500, true]);
  expect([playback.frame, playback.inFrame, playback.outFrame]).toEqual([75, 25, 125]);
  expect(fake.sought).toEqual([75.5 / 25]);
  expect([playback.speed, fake.movie.isPlaying]).toEqual([1, true]);
  fake.fire('seeked');
  fake.show(80 / 25);
  flushSync();
  expect([playback.frame, playback.speed, fake.movie.isPlaying]).toEqual([80, 1, true]);
  stop();
});

test('a movie that plays backwards does so too when its frame rate becomes known', () => {
  let repaint: (timeMs: number) => void = () => undefined;
  const everyRepaint = (run: (timeMs: number) => void) => {
    repaint = run;
    return () => undefined;
  };
  const deps = { isDropFrame: () => false, durationFrames: () => 600, everyRepaint };
  const fake = fakeMovie();
  const guessed = new Playback({ ...deps, frameRate: { numerator: 30, denominator: 1 } });
  const detach = guessed.attach(fake.element);
  fake.fire('loadedmetadata');
  guessed.frame = 90;
  guessed.shuttle(-1);
  const playback = new Playback({ ...deps, frameRate: { numerator: 25, denominator: 1 } }, guessed);
  detach();
  fake.movie.readyState = 4;
  playback.attach(fake.element);
  for (const timeMs of [0, 1000]) repaint(timeMs);
  expect([playback.speed, playback.frame]).toEqual([-1, 50]);
});

test('a movie that failed is still failed when its frame rate becomes known', () => {
  const deps = { isDropFrame: () => false, durationFrames: () => null, everyRepaint: () => () => undefined };
  const guessed = new Playback({ ...deps, frameRate: { numerator: 30, denominator: 1 } });
  guessed.isFailed = true;
  expect(new Playback({ ...deps, frameRate: { numerator: 25, denominator: 1 } }, guessed).isFailed).toBe(
    true,
  );
});

test('scenes are found by frame and by the cut beside it', () => {
  const scenes = [0, 100, 250].map((startFrame, index) => ({
    index,
    text: '',
    startFrame,
    durationFrames: 100,
    lines: [],
    thumbnailKind: 'image' as const,
    thumbnailUrl: null,
  }));
  expect([0, 99, 100, 600].map((frame) => sceneIndexAt(scenes, frame))).toEqual([0, 0, 1, 2]);
  expect(neighbourCut(scenes, 120, -1)).toBe(100);
  expect(neighbourCut(scenes, 100, -1)).toBe(0);
  expect(neighbourCut(scenes, 120, 1)).toBe(250);
  expect(neighbourCut(scenes, 250, 1)).toBeNull();
});

test('spoken text is known line by line, and a scene without captions is one line', () => {
  const line = (text: string, startFrame: number) => ({ text, startFrame, durationFrames: 40 });
  const scene = { index: 0, durationFrames: 100, thumbnailKind: 'image' as const, thumbnailUrl: null };
  const lines = linesOf([
    { ...scene, text: 'One two', startFrame: 0, lines: [line('One', 0), line('two', 50)] },
    { ...scene, text: '', startFrame: 100, lines: [] },
    { ...scene, text: 'Three', startFrame: 200, lines: [] },
  ]);
  const shown = [0, 39, 40, 50, 120, 299, 300].map((frame) => captionAt(lines, frame));
  expect(shown).toEqual(['One', 'One', '', 'two', '', 'Three', '']);
});
