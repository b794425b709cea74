import { expect, test } from 'vitest';
import { levelAt, musicLevels } from '../../../../src-media/render/duck-music.ts';
import { LoopedMusic, loopMusic, pieceFrames } from '../../../../src-media/render/loop-music.ts';

const word = (startFrame: number, endFrame: number) => ({
  startSample: startFrame * 1_600,
  endSample: endFrame * 1_600,
  textStart: 0,
  textEnd: 1,
});

test('music is 9 dB lower while somebody speaks, and comes up in between where there is time', () => {
  const scenes = [
    { isSpoken: true, durationFrames: 150, words: [word(60, 90), word(95, 100)] },
    { isSpoken: false, durationFrames: 150, words: [] },
    { isSpoken: true, durationFrames: 60, words: [] },
    { isSpoken: false, durationFrames: 240, words: [] },
  ];
  const levels = musicLevels(scenes, 600);
  const at = (frame: number): number => Math.round(levelAt(levels, frame) * 10) / 10;
  // Fades in by frame 15, ducks from 51 to 60, holds until 106 and is back by 127.
  expect([15, 51, 60, 92, 106].map(at)).toEqual([0, 0, -9, -9, -9]);
  expect([127, 200, 291, 300, 359, 366, 387].map(at)).toEqual([0, 0, 0, -9, -9, -9, 0]);
  expect([540, 570, 600].map(at)).toEqual([0, -30, -60]);
});

test('the level never jumps', () => {
  const scenes = [{ isSpoken: true, durationFrames: 40, words: [] }];
  const levels = musicLevels(scenes, 40);
  const gains = Array.from({ length: 41 }, (_, frame) => 10 ** (levelAt(levels, frame) / 20));
  gains.slice(1).forEach((gain, index) => expect(Math.abs(gain - (gains[index] ?? 0))).toBeLessThan(0.35));
});

test('music that is long enough is cut, other music repeated with a seam of at most two seconds', () => {
  expect(loopMusic(300, 200)).toEqual({ periodFrames: 300, seamFrames: 0, count: 1 });
  expect(loopMusic(300, 900)).toEqual({ periodFrames: 240, seamFrames: 60, count: 4 });
  expect(loopMusic(40, 900)).toEqual({ periodFrames: 30, seamFrames: 10, count: 30 });
});

test('the last repetition of a piece comes to its end with the project', () => {
  expect(pieceFrames(900, 900)).toBe(900);
  for (const totalFrames of [901, 1_680, 1_681, 108_000]) {
    const length = pieceFrames(totalFrames, 900);
    expect(length).toBeLessThanOrEqual(900);
    const { periodFrames, count } = loopMusic(length, totalFrames);
    const cutFrames = (count - 1) * periodFrames + length - totalFrames;
    expect(cutFrames).toBeGreaterThanOrEqual(0);
    expect(cutFrames).toBeLessThan(count);
  }
});

test('the end of the last repetition is heard, and not the beginning of another one under it', () => {
  const length = 1_600 * 100;
  const last = 10;
  const music = new LoopedMusic(
    [new Float32Array(length), Float32Array.from({ length }, (_, at) => at)],
    175,
  );
  expect(music.at(1, 1_600 * 175 - last)).toBe(length - last);
});

test('at the seam the end and the beginning are heard together, as loud as either', () => {
  const length = 1_600 * 40;
  const noise = (seed: number) => Float32Array.from({ length }, (_, at) => Math.sin(at * at * seed));
  const music = new LoopedMusic([noise(0.37), noise(0.73)], 900);
  const level = (from: number, to: number): number => {
    let sum = 0;
    for (let at = from; at < to; at += 1) sum += music.at(0, at) ** 2;
    return Math.sqrt(sum / (to - from));
  };
  const seam = 1_600 * 30;
  const middle = 1_600 * 45;
  expect(level(seam, seam + 16_000)).toBeCloseTo(level(middle, middle + 16_000), 1);
  expect(Math.abs(music.at(1, seam) - (noise(0.73)[seam] ?? 0))).toBeLessThan(0.001);
});
