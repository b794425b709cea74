import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import { clipsOfTracks } from '../../../../../src-timeline/model/placement.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { clip, sampleTimelines, timelineOf, videoMedia, videoTrack } from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { comparable, keptByOtio } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

const styles = ['url', 'path'] as const;

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  for (const style of styles)
    expect(comparable(readOtio(writeOtio(timeline, style)))).toEqual(keptByOtio(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, fc.constantFrom(...styles), (timeline, style) => {
      expect(comparable(readOtio(writeOtio(timeline, style)))).toEqual(keptByOtio(timeline));
    }),
    roundTripRuns,
  );
});

test('a keyframe that something put between two frames is read at the next', () => {
  const film = videoMedia('film', 100);
  const moving = clip(film, 50, { motion: [{ frame: 7777, scale: 2, x: 0, y: 0 }] });
  const text = writeOtio(timelineOf({ media: [film], tracks: [videoTrack('V', moving)] }), 'url');
  const [read] = clipsOfTracks(readOtio(text.replace('7777', '5.5')).tracks);
  expect(read?.motion).toEqual([{ frame: 6, scale: 2, x: 0, y: 0 }]);
});
