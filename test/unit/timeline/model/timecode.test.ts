import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameRateOfNumber, frameRateOfTimebase } from '../../../../src-timeline/model/frame-rate.ts';
import { formatTimecode, parseTimecode } from '../../../../src-timeline/model/timecode.ts';
import { rates } from '../formats/sample-timelines.ts';

const dropFrameRates = [rates[29.97], rates[59.94]];

test('an hour of drop-frame is the documented number of frames at both rates', () => {
  expect(formatTimecode(107_892, rates[29.97], true)).toBe('01:00:00;00');
  expect(formatTimecode(215_784, rates[59.94], true)).toBe('01:00:00;00');
  expect(formatTimecode(108_000, rates[29.97], false)).toBe('01:00:00:00');
  expect(parseTimecode('01:00:00;00', rates[29.97])).toEqual({ frames: 107_892, isDropFrame: true });
});

test('drop-frame leaves out labels at every minute but each tenth', () => {
  expect(formatTimecode(1_799, rates[29.97], true)).toBe('00:00:59;29');
  expect(formatTimecode(1_800, rates[29.97], true)).toBe('00:01:00;02');
  expect(formatTimecode(17_981, rates[29.97], true)).toBe('00:09:59;29');
  expect(formatTimecode(17_982, rates[29.97], true)).toBe('00:10:00;00');
  expect(formatTimecode(3_600, rates[59.94], true)).toBe('00:01:00;04');
});

test('every frame has a label of its own that leads back to it', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 20_000_000 }),
      fc.constantFrom(...Object.values(rates)),
      fc.boolean(),
      (frames, rate, wish) => {
        const isDropFrame = wish && dropFrameRates.some((known) => known === rate);
        const label = formatTimecode(frames, rate, isDropFrame);
        expect(parseTimecode(label, rate)).toEqual({ frames, isDropFrame });
      },
    ),
  );
  const labels = Array.from({ length: 20_000 }, (_, frames) => formatTimecode(frames, rates[29.97], true));
  expect(new Set(labels).size).toBe(labels.length);
});

test('semicolons throughout, and a word that the label is drop-frame, are understood', () => {
  expect(parseTimecode('01;00;00;00', rates[29.97])).toEqual({ frames: 107_892, isDropFrame: true });
  expect(parseTimecode('01:00:00:00', rates[29.97], true)).toEqual({ frames: 107_892, isDropFrame: true });
});

test.for([
  ['00:01:00;00', rates[29.97]],
  ['00:01:00;00', rates[25]],
  ['00:00:00:25', rates[25]],
  ['00:60:00:00', rates[25]],
  ['1:2:3:4', rates[25]],
  ['noon', rates[25]],
] as const)('%s is no timecode at its rate', ([text, rate]) => {
  expect(() => parseTimecode(text, rate)).toThrow(RangeError);
});

test('frames that are none, and drop-frame at a rate that has none, are refused', () => {
  expect(() => formatTimecode(-1, rates[25], false)).toThrow(RangeError);
  expect(() => formatTimecode(1.5, rates[25], false)).toThrow(RangeError);
  expect(() => formatTimecode(0, rates[23.976], true)).toThrow(RangeError);
});

test('rates written with few digits mean the exact ones', () => {
  expect([23.976, 23.98, 24_000 / 1001].map(frameRateOfNumber)).toEqual(Array(3).fill(rates[23.976]));
  expect([29.97, 59.94, 25, 60].map(frameRateOfNumber)).toEqual([
    rates[29.97],
    rates[59.94],
    rates[25],
    rates[60],
  ]);
  expect(frameRateOfTimebase(30, true)).toEqual(rates[29.97]);
  for (const wrong of [0, -24, 12.5, Number.NaN, Infinity, 1001])
    expect(() => frameRateOfNumber(wrong)).toThrow(RangeError);
});
