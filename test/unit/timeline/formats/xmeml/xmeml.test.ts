import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Clip } from '../../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../../fakes/oracle-files.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { clip, sampleTimelines, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../validate-with-dtd.ts';
import { comparable, keptByXmeml } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

test('documents are valid by the document type of version 4', (context) => {
  skipFor(reasonNotToValidate(), context);
  const samples = Object.values(sampleTimelines).map((make) => make());
  const random = fc.sample(timelineArbitrary, { numRuns: 60, seed: 1 });
  expect(
    complaintsOfXmllint(
      'xmeml 4',
      [...samples, ...random].map((each) => writeXmeml(each)),
    ),
  ).toBe('');
});

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  expect(comparable(readXmeml(writeXmeml(timeline)))).toEqual(keptByXmeml(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      expect(comparable(readXmeml(writeXmeml(timeline)))).toEqual(keptByXmeml(timeline));
    }),
    roundTripRuns,
  );
});

/** Returns the places of the transitions in a document with these pictures. */
function transitionRanges(...clips: readonly Clip[]): string[] {
  const timeline = timelineOf({ media: [still], tracks: [videoTrack('V', ...clips)] });
  const found = writeXmeml(timeline).matchAll(/<transitionitem>\s*<start>(\d+)<\/start>\s*<end>(\d+)</g);
  return [...found].map(([, start, end]) => `${String(start)}-${String(end)}`);
}

const still = stillMedia('a');

test('fades longer than their clip do not reach beyond it, nor over each other', () => {
  const fades = { inFrames: 2_500, outFrames: 60 };
  const ranges = transitionRanges(
    clip(still, 40, { fades }),
    clip(still, 50, { fades: { inFrames: 30, outFrames: 60 } }),
  );
  expect(ranges).toEqual(['0-40', '40-70', '70-90']);
});

test('fades do not reach into the transition at the other end of their clip', () => {
  const transition = { style: 'FADE', durationFrames: 27, framesBeforeCut: 13 } as const;
  const ranges = transitionRanges(
    clip(still, 15, { fades: { inFrames: 8, outFrames: 0 } }),
    clip(still, 21, { fades: { inFrames: 0, outFrames: 8 }, transition }),
  );
  expect(ranges).toEqual(['0-2', '2-29', '29-36']);
});
