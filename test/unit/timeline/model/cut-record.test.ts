import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCutRecord, writeCutRecord } from '../../../../src-timeline/model/cut-record.ts';
import { usedMedia } from '../../../../src-timeline/model/placement.ts';
import type { Timeline, UnreadPart } from '../../../../src-timeline/model/timeline.ts';
import { roundTripRuns } from '../formats/round-trip-runs.ts';
import { timelineArbitrary } from '../formats/timeline-arbitrary.ts';

const unread: readonly UnreadPart[] = (['KDENLIVE', 'FCPXML', 'PREMIERE_XML'] as const).map((format) => ({
  format,
  name: `effect of ${format}`,
  source: '<filter id="ä">&amp;</filter>',
}));

function withUnread(cut: Timeline): Timeline {
  const tracks = cut.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => (item.kind === 'clip' ? { ...item, unread } : item)),
  }));
  return { ...cut, tracks };
}

test('a record holds the whole cut, effects of every format and captions of every language included', () => {
  fc.assert(
    fc.property(timelineArbitrary, (timeline) => {
      const cut = withUnread(timeline);
      expect(readCutRecord(writeCutRecord(cut))).toEqual({ ...cut, media: usedMedia(cut) });
    }),
    roundTripRuns,
  );
});

test.each([
  ['no JSON', 'no record'],
  ['another format', '{"formatVersion":2}'],
  ['a cut in parts', '{"formatVersion":1,"cut":{"name":"Harbour"}}'],
])('%s is no record', (_, text) => {
  expect(readCutRecord(text)).toBeNull();
});

test('a cut that breaks the rules of cuts is none', () => {
  const [cut] = fc.sample(timelineArbitrary, { numRuns: 1, seed: 1 });
  expect(readCutRecord(writeCutRecord({ ...(cut as Timeline), startFrame: -1 }))).toBeNull();
});
