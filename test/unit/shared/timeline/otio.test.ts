import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readOtio, writeOtio } from '../../../../src-shared/timeline/otio.ts';
import { roundTripRuns } from './round-trip-runs.ts';
import { sampleTimelines } from './sample-timelines.ts';
import { timelineArbitrary } from './timeline-arbitrary.ts';
import { comparable, keptByOtio } from './what-is-kept.ts';

// Many documents or long ones: slow only where the machine is busy.
vi.setConfig({ testTimeout: 60_000 });

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
