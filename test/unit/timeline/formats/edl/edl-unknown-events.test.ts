import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEdl } from '../../../../../src-timeline/formats/edl/edl.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { roundTripRuns } from '../round-trip-runs.ts';
import { rates } from '../sample-timelines.ts';

const fallback = { frameRate: rates[25], size: { width: 640, height: 360 }, startFrame: 90_000 };

const read = (...lines: readonly string[]): Timeline => readEdl(lines.join('\n'), fallback);

/** Source and record times of a shot of four seconds, the given number of seconds into the cut. */
const times = (second: number): string =>
  `00:00:00:00 00:00:04:00 01:00:${String(second).padStart(2, '0')}:00 01:00:${String(second + 4).padStart(2, '0')}:00`;

const word = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.constantFrom('A', 'B', 'C', 'K', 'V', 'W', '0', '1', '9', ':', ';', '.', 'X'),
});
const unknownEvent = fc
  .record({
    number: fc.constantFrom('002', '000002', '002A', '014'),
    words: fc.array(word, { maxLength: 4 }),
    labels: fc.array(fc.constantFrom('01:00:04:00', '01:00:08:00', '01:0X:04:00', '01:00:04'), {
      maxLength: 5,
    }),
  })
  .map(({ number, words, labels }) => [number, ...words, ...labels].join('  '));

test('a list with an unknown event at any place is refused with its line, or shows the event', () => {
  fc.assert(
    fc.property(unknownEvent, fc.integer({ min: 0, max: 3 }), (line, at) => {
      const events = [0, 1, 2].map((index) => [
        `0${String(index)}1  R${String(index)}       V     C        ${times(index * 4)}`,
        `* FROM CLIP NAME: ${String(index)}.mov`,
      ]);
      const lines = events.toSpliced(at, 0, [line, '* FROM CLIP NAME: odd.mov']).flat();
      const known = ['0.mov', '1.mov', '2.mov'];
      try {
        const { media, itemsWithoutMedia = [] } = read(...lines);
        const names = [
          ...media.map(({ fileName }) => fileName),
          ...itemsWithoutMedia.map(({ name }) => name),
        ];
        expect(names.toSorted()).toEqual(expect.arrayContaining(known));
        const isBlackOrEmpty = /^\S+ +(?:BL|BLACK) /.test(line) || /(\S+) +\1$/.test(line);
        if (!isBlackOrEmpty) expect(names).toContain('odd.mov');
      } catch (error) {
        if (!(error instanceof TimelineParseError)) throw error;
        expect(error.place).toBe(`line ${String(at * 2 + 1)}`);
      }
    }),
    roundTripRuns,
  );
});
