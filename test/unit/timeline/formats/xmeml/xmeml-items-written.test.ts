import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import {
  type Clip,
  type ItemWithoutMedia,
  type Timeline,
  trackDurationFrames,
} from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { roundTripRuns } from '../round-trip-runs.ts';
import { clip, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { timelineArbitrary } from '../timeline-arbitrary.ts';
import { complaintsOfXmllint, reasonNotToValidate } from '../validate-with-dtd.ts';
import { keptByXmeml } from '../what-is-kept.ts';

// Many or long documents are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

/** Returns an item as the reader describes one of this format. */
function ownItem(some: Partial<ItemWithoutMedia>, firstFrame = 0): ItemWithoutMedia {
  const words = some.words ?? 'Harbour & lights';
  const parameter = `<parameter><parameterid>str</parameterid><value>${words.replaceAll('&', '&amp;')}</value></parameter>`;
  const text = `<generatoritem><name>Lower third</name><effect><name>Text</name>${parameter}</effect><in>${String(firstFrame)}</in></generatoritem>`;
  return {
    kind: 'title',
    name: 'Lower third',
    words,
    trackKind: 'video',
    trackIndex: 0,
    startFrame: 0,
    durationFrames: 10,
    source: { format: 'PREMIERE_XML', text },
    ...some,
  };
}

const still = stillMedia('still');
const again = (timeline: Timeline): Timeline => readXmeml(writeXmeml(timeline));

test('Items of every kind go back to their places, and the document is valid', (context) => {
  const graphic =
    '<clipitem><name>Graphic</name><in>5</in><file><name>Graphic</name><mediaSource>GraphicAndType</mediaSource></file></clipitem>';
  const items = [
    ownItem({ startFrame: 50, durationFrames: 25 }, 7),
    ownItem({
      kind: 'graphic',
      name: 'Graphic',
      words: null,
      trackIndex: 1,
      startFrame: 80,
      isDisabled: true,
      source: { format: 'PREMIERE_XML', text: graphic },
    }),
    ownItem({ words: 'End', trackIndex: 1, startFrame: 90 }),
  ];
  const timeline = timelineOf({
    media: [still],
    tracks: [
      videoTrack('V1', clip(still, 50), { kind: 'gap', durationFrames: 25 }, clip(still, 50)),
      videoTrack('V2', { kind: 'gap', durationFrames: 100 }),
    ],
    itemsWithoutMedia: items,
  });
  const read = again(timeline);
  expect(read.itemsWithoutMedia).toEqual(items);
  expect(read.tracks.map(trackDurationFrames)).toEqual([125, 100]);
  skipFor(reasonNotToValidate(), context);
  expect(complaintsOfXmllint('xmeml 4', [writeXmeml(timeline)])).toBe('');
});

test('The title of a returned document goes back to its place, and the document is valid', (context) => {
  const path = 'reports/items-not-told/title-over-picture.xml';
  skipFor(reasonWithoutOracle(path), context);
  const timeline = readXmeml(readFileSync(oraclePath(path), 'utf8'));
  expect(timeline.itemsWithoutMedia).toHaveLength(1);
  expect(again(timeline).itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
  skipFor(reasonNotToValidate(), context);
  expect(complaintsOfXmllint('xmeml 4', [writeXmeml(timeline)])).toBe('');
});

test('An item without a track, or over a clip, gets a track above all others', () => {
  const items = [
    ownItem({ trackIndex: null, startFrame: 5 }),
    ownItem({ startFrame: 12 }),
    ownItem({ startFrame: 20 }),
  ];
  const read = again(
    timelineOf({ media: [still], tracks: [videoTrack('V', clip(still, 50))], itemsWithoutMedia: items }),
  );
  expect(read.itemsWithoutMedia?.map(({ startFrame, trackIndex }) => [startFrame, trackIndex])).toEqual([
    [5, 1],
    [12, 2],
    [20, 1],
  ]);
});

test('The title of another program becomes a marker with its words, and other items of it are lost', () => {
  const source = { format: 'FCPXML', text: '<title/>' } as const;
  const foreign = [
    ownItem({ words: 'Harbour\nlights', startFrame: 20, source }),
    ownItem({ kind: 'generator', startFrame: 40, source }),
  ];
  const read = again(
    timelineOf({ media: [still], tracks: [videoTrack('V', clip(still, 10))], itemsWithoutMedia: foreign }),
  );
  expect(read.itemsWithoutMedia).toBeUndefined();
  expect(read.markers).toEqual([{ frame: 20, name: 'Harbour lights', note: '', durationFrames: 10 }]);
});

test('Links count the clips without media beside their clips', () => {
  const text =
    '<clipitem><name>Graphic</name><in>0</in><file><name>Graphic</name><mediaSource>GraphicAndType</mediaSource></file></clipitem>';
  const linked = (linkId: string): Clip => clip(still, 10, { linkId });
  const written = writeXmeml(
    timelineOf({
      media: [still],
      tracks: [
        videoTrack('V1', { kind: 'gap', durationFrames: 10 }, linked('a')),
        videoTrack('V2', linked('a')),
      ],
      itemsWithoutMedia: [ownItem({ source: { format: 'PREMIERE_XML', text } })],
    }),
  );
  expect([...written.matchAll(/<clipindex>(\d)</g)].map(([, index]) => index)).toEqual(['2', '1', '2', '1']);
});

/** Adds titles of this format behind the clips of some tracks. */
const withTitles: fc.Arbitrary<Timeline> = fc
  .tuple(
    timelineArbitrary,
    fc.array(fc.record({ track: fc.nat(4), gap: fc.nat(20), frames: fc.integer({ min: 1, max: 50 }) }), {
      maxLength: 4,
    }),
  )
  .map(([timeline, wanted]) => {
    const ends = timeline.tracks.map(trackDurationFrames);
    const items = wanted.flatMap(({ track, gap, frames }): ItemWithoutMedia[] => {
      const startFrame = (ends[track] ?? 0) + gap;
      const trackKind = timeline.tracks[track]?.kind;
      if (trackKind === undefined) return [];
      ends[track] = startFrame + frames;
      const isDisabled = gap % 2 === 1;
      const place = { trackKind, trackIndex: track, startFrame, durationFrames: frames };
      return [ownItem({ ...place, ...(isDisabled && { isDisabled }) }, gap)];
    });
    const sorted = items.toSorted(
      (a, b) => a.startFrame - b.startFrame || (a.trackIndex ?? 0) - (b.trackIndex ?? 0),
    );
    return { ...timeline, ...(sorted.length > 0 && { itemsWithoutMedia: sorted }) };
  });

test('Titles of this format come back at their places in any timeline', () => {
  fc.assert(
    fc.property(withTitles, (timeline) => {
      expect(again(timeline).itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
      expect(keptByXmeml(timeline).itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
    }),
    roundTripRuns,
  );
});
