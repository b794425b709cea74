// @vitest-environment runes
import { expect, test } from 'vitest';
import { setUpPlayback as setUp } from './fake-movie.ts';

test('playing begins at the in point and stops on the out point', () => {
  const { playback, fake } = setUp();
  playback.seek(100);
  fake.fire('seeked');
  playback.setIn();
  playback.seek(160);
  fake.fire('seeked');
  playback.setOut();
  playback.seek(10);
  fake.fire('seeked');
  playback.toggle();
  expect(playback.frame).toBe(100);
  fake.fire('seeked');
  fake.show((130 * 1001) / 30_000);
  expect([playback.frame, playback.isPlaying]).toEqual([130, true]);
  fake.show((163 * 1001) / 30_000);
  expect([playback.frame, playback.isPlaying, fake.movie.isPlaying]).toEqual([160, false, false]);
  playback.clearInOut();
  expect([playback.firstPlayed, playback.lastPlayed]).toEqual([0, 599]);
});

test('an in point after the out point drops it, and the other way round', () => {
  const { playback } = setUp();
  playback.seek(200);
  playback.setOut();
  playback.seek(300);
  playback.setIn();
  expect([playback.inFrame, playback.outFrame]).toEqual([300, null]);
  playback.seek(100);
  playback.setOut();
  expect([playback.inFrame, playback.outFrame]).toEqual([null, 100]);
});

test('a loop goes on at the in point, at the start after the movie’s own end, and backwards at the out point', () => {
  const { playback, fake, repaint } = setUp();
  playback.isLooping = true;
  playback.shuttle(1);
  playback.shuttle(1);
  fake.movie.isPlaying = false;
  fake.fire('ended');
  expect([playback.frame, playback.speed, fake.movie.isPlaying]).toEqual([0, 2, true]);
  fake.fire('seeked');
  playback.pause();
  playback.inFrame = 60;
  playback.outFrame = 119;
  playback.toggle();
  fake.fire('seeked');
  fake.show((121 * 1001) / 30_000);
  expect([playback.frame, playback.isPlaying]).toEqual([60, true]);
  fake.fire('seeked');
  playback.shuttle(-1);
  fake.fire('seeked');
  expect([playback.frame, playback.speed]).toEqual([119, -1]);
  repaint(0);
  repaint(10_000);
  expect([playback.frame, playback.speed]).toEqual([119, -1]);
});

test('points beyond the end of a shorter movie are passed over, and hold again where the movie is long enough', () => {
  let durationFrames = $state(600);
  const { playback, fake } = setUp(() => durationFrames);
  [playback.inFrame, playback.outFrame] = [300, 400];
  durationFrames = 200;
  expect([playback.firstPlayed, playback.lastPlayed]).toEqual([0, 199]);
  playback.seek(250);
  fake.fire('seeked');
  playback.toggle();
  expect([playback.frame, playback.isPlaying]).toEqual([0, true]);
  durationFrames = 600;
  expect([playback.firstPlayed, playback.lastPlayed]).toEqual([300, 400]);
});
