import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTimecode, parseTimecode } from '../../../../src-renderer/format/timecode.ts';

const rate30 = { numerator: 30, denominator: 1 };
const rate2997 = { numerator: 30_000, denominator: 1001 };
const rate5994 = { numerator: 60_000, denominator: 1001 };

test('a frame count becomes hours, minutes, seconds and frames', () => {
  expect(formatTimecode(0, rate30)).toBe('00:00:00:00');
  expect(formatTimecode(29, rate30)).toBe('00:00:00:29');
  expect(formatTimecode(108_000, rate30)).toBe('01:00:00:00');
  expect(formatTimecode(24, { numerator: 24_000, denominator: 1001 })).toBe('00:00:01:00');
});

test('drop-frame skips numbers, never frames, in every minute but each tenth', () => {
  expect(formatTimecode(1799, rate2997, true)).toBe('00:00:59;29');
  expect(formatTimecode(1800, rate2997, true)).toBe('00:01:00;02');
  expect(formatTimecode(17_981, rate2997, true)).toBe('00:09:59;29');
  expect(formatTimecode(17_982, rate2997, true)).toBe('00:10:00;00');
  expect(formatTimecode(107_892, rate2997, true)).toBe('01:00:00;00');
  expect(formatTimecode(3599, rate5994, true)).toBe('00:00:59;59');
  expect(formatTimecode(3600, rate5994, true)).toBe('00:01:00;04');
  expect(formatTimecode(215_784, rate5994, true)).toBe('01:00:00;00');
});

/** Returns the frame of a drop-frame label by the standard's rule: the nominal count minus the skipped numbers. */
function framesOfLabel(label: string, nominal: number): number {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = label.split(/[:;]/).map(Number);
  const allMinutes = hours * 60 + minutes;
  const skipped = (nominal / 15) * (allMinutes - Math.floor(allMinutes / 10));
  return (allMinutes * 60 + seconds) * nominal + frames - skipped;
}

test('every drop-frame label stands for the frame it was made of', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000), (frame) => {
      expect(framesOfLabel(formatTimecode(frame, rate2997, true), 30)).toBe(frame);
      expect(framesOfLabel(formatTimecode(frame, rate5994, true), 60)).toBe(frame);
    }),
  );
});

test('a typed timecode is counted from the right, with or without colons, and may be a step', () => {
  const context = { frameRate: rate30, isDropFrame: false, frame: 100 };
  const typed = ['5', '210', '1:02:10', '01:00:00:00', ' 2.00 ', '+15', '-1:00', '+100'];
  expect(typed.map((each) => parseTimecode(each, context))).toEqual([5, 70, 1870, 108_000, 60, 115, 70, 130]);
  for (const wrong of ['', 'abc', '1:2:3:4:5', '1::2', '+', '123456789']) {
    expect(parseTimecode(wrong, context)).toBeNull();
  }
});

test('a timecode may be typed in full-width and in Arabic digits', () => {
  const context = { frameRate: rate30, isDropFrame: false, frame: 100 };
  const typed = ['１：０２：１０', '＋１５', '١:٠٢:١٠', '۲٫۰۰'];
  expect(typed.map((each) => parseTimecode(each, context))).toEqual([1870, 115, 1870, 60]);
});

test('every timecode that is shown can be typed', () => {
  fc.assert(
    fc.property(
      fc.nat(2_000_000),
      fc.constantFrom(rate2997, rate5994),
      fc.boolean(),
      (frame, frameRate, isDropFrame) => {
        const label = formatTimecode(frame, frameRate, isDropFrame);
        expect(parseTimecode(label, { frameRate, isDropFrame, frame: 0 })).toBe(frame);
      },
    ),
  );
});

test('a number that drop-frame skips means the frame after it, also typed with colons only', () => {
  const context = { frameRate: rate2997, isDropFrame: true, frame: 100 };
  const typed = ['59;29', '1:00;00', '1:00:00', '1:00:00:01', '00:01:00;02', '00:10:00;00', '+00:01:00;02'];
  expect(typed.map((each) => parseTimecode(each, context))).toEqual([
    1799, 1800, 1800, 107_893, 1800, 17_982, 1900,
  ]);
});
