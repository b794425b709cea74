import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borrowMarks } from '../../../../src-media/speech/borrow-marks.ts';
import { timeWords } from '../../../../src-media/speech/time-words.ts';
import { writtenWords } from '../../../../src-shared/script/written-words.ts';

const text = 'It costs 12.50 in the end.';
const words = writtenWords(text, 'en');

function mark(textOffset: number, startSample: number, endSample: number | null = null) {
  return { textOffset, startSample, endSample };
}

describe('timeWords', () => {
  test('several marks within a number make one word', () => {
    const marks = [mark(0, 0), mark(3, 100), mark(9, 200), mark(10, 300), mark(12, 400, 500), mark(15, 600)];
    const times = timeWords(words.slice(0, 4), marks, { start: 0, end: 1_000 });
    expect(times[2]).toEqual({ startSample: 200, endSample: 500 });
    expect(times[3]).toEqual({ startSample: 600, endSample: 1_000 });
  });

  test('words that a voice runs together share its time by their length', () => {
    const times = timeWords(words, [mark(0, 0), mark(3, 100), mark(9, 200), mark(15, 300), mark(22, 800)], {
      start: 0,
      end: 1_000,
    });
    expect(times.slice(3)).toEqual([
      { startSample: 300, endSample: 500 },
      { startSample: 500, endSample: 800 },
      { startSample: 800, endSample: 1_000 },
    ]);
  });

  test('without any marks the words share the whole speech', () => {
    const times = timeWords(words, [], { start: 100, end: 2_100 });
    expect(times[0]?.startSample).toBe(100);
    expect(times.at(-1)?.endSample).toBe(2_100);
  });

  test('each word has one time; times never fall, never overlap and lie within the speech, whatever the marks', () => {
    const marks = fc.array(
      fc.record({
        textOffset: fc.integer({ min: 0, max: 40 }),
        startSample: fc.integer({ min: 0, max: 20_000 }),
        endSample: fc.option(fc.integer({ min: 0, max: 25_000 })),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(marks, (given) => {
        const times = timeWords(words, given, { start: 500, end: 16_000 });
        expect(times).toHaveLength(words.length);
        times.forEach((time, index) => {
          expect(time.startSample).toBeGreaterThanOrEqual(times[index - 1]?.endSample ?? 500);
          expect(time.endSample).toBeGreaterThan(time.startSample);
          expect(time.endSample).toBeLessThanOrEqual(16_000);
        });
      }),
    );
  });
});

describe('borrowMarks', () => {
  const tone = (seconds: number): Float32Array =>
    new Float32Array(Math.round(seconds * 48_000)).map((_, index) => 0.4 * Math.sin(index / 20));
  const speech = (...parts: readonly (readonly [number, number])[]): Float32Array =>
    new Float32Array(
      parts.flatMap(([sound, silence]) => [
        ...tone(sound),
        ...new Float32Array(Math.round(silence * 48_000)),
      ]),
    );

  test('times are stretched from pause to pause', () => {
    const guide = {
      sound: { samples: speech([1, 0.3], [1, 0.1]), sampleRate: 48_000 },
      marks: [
        { textOffset: 0, startSeconds: 0, endSeconds: 1 },
        { textOffset: 6, startSeconds: 1.3, endSeconds: null },
      ],
    };
    const recording = { samples: speech([2, 0.6], [2, 0.1]), sampleRate: 48_000 };
    const [first, second] = borrowMarks(recording, guide);
    expect(first?.endSeconds).toBeCloseTo(2, 1);
    expect(second?.startSeconds).toBeCloseTo(2.6, 1);
    expect(second?.textOffset).toBe(6);
  });

  test('where the pauses differ, times are stretched over the whole', () => {
    const guide = {
      sound: { samples: speech([2, 0.1]), sampleRate: 48_000 },
      marks: [{ textOffset: 0, startSeconds: 1, endSeconds: null }],
    };
    const recording = { samples: speech([1, 0.5], [1.5, 0.5], [1, 0.1]), sampleRate: 48_000 };
    expect(borrowMarks(recording, guide)[0]?.startSeconds).toBeCloseTo(2.25, 0);
  });

  test('silence gives no marks', () => {
    const silence = { samples: new Float32Array(9_600), sampleRate: 48_000 };
    expect(
      borrowMarks(silence, { sound: silence, marks: [{ textOffset: 0, startSeconds: 0, endSeconds: null }] }),
    ).toEqual([]);
  });
});
