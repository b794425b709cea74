import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeRanges } from '../../../../src-media/edit/cut-ranges.ts';
import { withoutRanges } from '../../../../src-media/remix/cut-sound.ts';
import { focusOf } from '../../../../src-media/remix/find-focus.ts';
import { quietRanges } from '../../../../src-media/remix/listen-for-pauses.ts';

const second = 48_000;

/** Returns a tone that is replaced by silence or noise between two moments. */
function toneWithPause(from: number, to: number, noise = 0): Float32Array {
  return Float32Array.from({ length: second * 2 }, (_, index) => {
    const isPause = index >= from * second && index < to * second;
    const hiss = noise * Math.sin(index * 1.7) * Math.cos(index * 0.37);
    return (isPause ? 0 : 0.4 * Math.sin((index * 2 * Math.PI * 220) / second)) + hiss;
  });
}

test.each([0, 0.004])('a pause is heard to a hundredth of a second, in noise of %d too', (noise) => {
  const [pause, ...others] = quietRanges(toneWithPause(0.7, 1.3, noise));
  expect(others).toEqual([]);
  expect((pause?.start ?? 0) / second).toBeCloseTo(0.7, 1);
  expect((pause?.end ?? 0) / second).toBeCloseTo(1.3, 1);
});

test('the remaining sound is shorter by exactly the cuts and has no clicks at the joints', () => {
  const range = fc.tuple(fc.nat(2 * second), fc.integer({ min: 1000, max: 30_000 }));
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 5 }), (ranges) => {
      const samples = toneWithPause(0, 0);
      const cuts = mergeRanges(
        ranges.map(([start, more]) => ({ start, end: Math.min(samples.length, start + more) })),
      );
      const left = withoutRanges(samples, cuts);
      expect(left.length).toBe(samples.length - cuts.reduce((sum, { start, end }) => sum + end - start, 0));
      const steepest = left.reduce(
        (most, value, at) => Math.max(most, Math.abs(value - (left[at - 1] ?? value))),
        0,
      );
      const isRoomy = cuts.every(({ start }, index) => start - (cuts[index - 1]?.end ?? 0) > 600);
      if (isRoomy) expect(steepest).toBeLessThan(0.03);
    }),
    { numRuns: 40 },
  );
});

test('the focus is where something stands out, and in the middle of nothing', () => {
  const plane = (paint: (x: number, y: number) => number) => ({
    pixels: Uint8Array.from({ length: 48 * 48 * 3 }, (_, at) => {
      const pixel = Math.floor(at / 3);
      return paint(pixel % 48, Math.floor(pixel / 48));
    }),
    channels: 3,
  });
  expect(focusOf(plane(() => 90))).toEqual({ x: 0.5, y: 0.5 });
  const corner = focusOf(plane((x, y) => (Math.hypot(x - 34, y - 14) < 4 ? 255 : 10)));
  expect(corner.x).toBeCloseTo(0.71, 1);
  expect(corner.y).toBeCloseTo(0.29, 1);
});
