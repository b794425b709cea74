import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../../fakes/oracle-files.ts';
import { roundTripLimitMs, roundTripRuns } from '../round-trip-runs.ts';
import { sampleTimelines } from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../validate-with-dtd.ts';
import { comparable, keptByFcpxml } from '../what-is-kept.ts';
import { foreignName, withItemsForFcpxml } from './fcpxml-items-arbitrary.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: roundTripLimitMs });

const versions = ['1.10', '1.13'] as const;

test.for(versions)('documents of version %s are valid by their document type', (version, context) => {
  skipFor(reasonNotToValidate(), context);
  const samples = Object.values(sampleTimelines).map((make) => make());
  const random = fc.sample(timelineArbitrary, { numRuns: 60, seed: 1 });
  const documents = [...samples, ...random].map((timeline) => writeFcpxml(timeline, version));
  expect(complaintsOfXmllint(`FCPXML ${version}`, documents)).toBe('');
});

test.for(Object.entries(sampleTimelines))('%s comes back as it was written', ([, make]) => {
  const timeline = make();
  expect(comparable(readFcpxml(writeFcpxml(timeline, '1.13')))).toEqual(keptByFcpxml(timeline));
});

test('whatever is written comes back, but for what the format cannot hold', () => {
  fc.assert(
    fc.property(timelineArbitrary, fc.constantFrom(...versions), (timeline, version) => {
      expect(comparable(readFcpxml(writeFcpxml(timeline, version)))).toEqual(keptByFcpxml(timeline));
    }),
    roundTripRuns,
  );
});

/** Leaves out the text that titles of other formats get. */
function withoutForeignText(timeline: Timeline): Timeline {
  const { itemsWithoutMedia = [], ...bare } = timeline;
  const items = itemsWithoutMedia.map((item) =>
    item.name === foreignName ? { ...item, source: null } : item,
  );
  return items.length > 0 ? { ...bare, itemsWithoutMedia: items } : bare;
}

const withItems = timelineArbitrary.chain(withItemsForFcpxml);

test('Items without media come back at their places, but for those the format cannot hold', () => {
  fc.assert(
    fc.property(withItems, fc.constantFrom(...versions), (timeline, version) => {
      const read = comparable(readFcpxml(writeFcpxml(timeline, version)));
      expect(withoutForeignText(read)).toEqual(withoutForeignText(keptByFcpxml(timeline)));
    }),
    roundTripRuns,
  );
});

test.for(versions)('Documents of version %s with items without media are valid', (version, context) => {
  skipFor(reasonNotToValidate(), context);
  const documents = fc
    .sample(withItems, { numRuns: 60, seed: 2 })
    .map((timeline) => writeFcpxml(timeline, version));
  expect(complaintsOfXmllint(`FCPXML ${version}`, documents)).toBe('');
});
