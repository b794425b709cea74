import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { readKdenlive, writeKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut, writeShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { parseXml } from '../../../../../src-timeline/formats/xml/xml-reader.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { roundTripRuns } from '../round-trip-runs.ts';
import { clip, gap, stillMedia, timelineOf, videoTrack } from '../sample-timelines.ts';
import { kdenliveProject, producerXml, shotcutProject } from './mlt-documents.ts';

// Many documents are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const fileName = 'cut.kdenlive';
const programs = [
  [
    'Kdenlive',
    (text: string) => readKdenlive(text),
    (timeline: Timeline) => writeKdenlive(timeline, { fileName }).text,
    kdenliveProject,
  ],
  [
    'Kdenlive 22',
    (text: string) => readKdenlive(text),
    (timeline: Timeline) => writeKdenlive(timeline, { fileName, version: '1.04' }).text,
    kdenliveProject,
  ],
  [
    'Shotcut',
    (text: string) => readShotcut(text),
    (timeline: Timeline) => writeShotcut(timeline),
    shotcutProject,
  ],
] as const;

const film = producerXml('a', { mlt_service: 'avformat', resource: 'a.mp4', audio_index: -1 });
const filter =
  '<filter in="3" out="27"><property name="mlt_service">dynamictext</property><property name="argument">Hello</property></filter>';

const producers = [
  producerXml('x0', {
    mlt_service: 'color',
    resource: 'red',
    'kdenlive:clipname': 'Card',
    'kdenlive:id': 9,
    'kdenlive:folderid': 7,
  }),
  producerXml('x1', { mlt_service: 'color', resource: '#00000000', 'shotcut:caption': 'Words' }, filter),
  producerXml('x2', {
    mlt_service: 'kdenlivetitle',
    'kdenlive:clipname': 'Title',
    xmldata:
      '<kdenlivetitle><item type="QGraphicsTextItem"><content font="Sans">A &lt; B</content></item></kdenlivetitle>',
  }),
  producerXml('x3', { mlt_service: 'hologram', resource: '/a b/c?d&e' }),
  producerXml('x4', { mlt_service: 'qimage', resource: '/shots/.all.png', ttl: 25 }),
  '<chain id="x5" out="99"><property name="length">00:00:04.000</property><property name="mlt_service">noise</property><link id="l"/></chain>',
];

/** Generates a track of clips, holes and items, as it lies in a playlist. */
const entries = fc.array(
  fc.oneof(
    fc.constant('<entry producer="a" in="10" out="29"/>'),
    fc.integer({ min: 1, max: 50 }).map((length) => `<blank length="${String(length)}"/>`),
    fc
      .record({
        one: fc.nat({ max: producers.length - 1 }),
        first: fc.nat({ max: 40 }),
        length: fc.integer({ min: 1, max: 59 }),
        faded: fc.boolean(),
      })
      .map(({ one, first, length, faded }) => {
        const fade =
          '<property name="kdenlive:id">9</property><filter in="0" out="4"><property name="mlt_service">brightness</property></filter>';
        return `<entry producer="x${String(one)}" in="${String(first)}" out="${String(first + length - 1)}">${faded ? fade : ''}</entry>`;
      }),
  ),
  { maxLength: 8 },
);

test.for(programs)(
  '%s: items without media come back at their places as they were',
  ([, read, write, project]) => {
    fc.assert(
      fc.property(entries, (items) => {
        const timeline = read(project([film, ...producers], items.join('')));
        const again = read(write(timeline));
        checkTimeline(again);
        const written = items.filter((item) => item.includes('producer="x'));
        expect(timeline.itemsWithoutMedia ?? []).toHaveLength(written.length);
        expect(again.itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
        expect(again.tracks).toEqual(timeline.tracks);
      }),
      roundTripRuns,
    );
  },
);

const still = stillMedia('still');

function withItems(...items: readonly Partial<ItemWithoutMedia>[]): Timeline {
  const plain: ItemWithoutMedia = {
    kind: 'title',
    name: 'Basic Title',
    words: 'Salt & “pepper”\n#1 <b>',
    trackKind: 'video',
    trackIndex: 0,
    startFrame: 25,
    durationFrames: 50,
    source: { format: 'FCPXML', text: '<title/>' },
  };
  return {
    ...timelineOf({
      media: [still],
      tracks: [videoTrack('Pictures', clip(still, 25), gap(50), clip(still, 25))],
    }),
    itemsWithoutMedia: items.map((item) => ({ ...plain, ...item })),
  };
}

test.for(programs)(
  '%s: a title of another program is a title of its own, with its words and place',
  ([, read, write]) => {
    const timeline = withItems({}, { trackIndex: null, startFrame: 10, words: 'Above' });
    const { itemsWithoutMedia = [], tracks } = read(write(timeline));
    expect(itemsWithoutMedia).toMatchObject([
      {
        kind: 'title',
        name: 'Basic Title',
        words: 'Above',
        startFrame: 10,
        durationFrames: 50,
        trackIndex: 1,
      },
      {
        kind: 'title',
        name: 'Basic Title',
        words: 'Salt & “pepper”\n#1 <b>',
        startFrame: 25,
        durationFrames: 50,
        trackIndex: 0,
      },
    ]);
    expect(tracks.map(({ name }) => name)).toEqual(['Pictures', 'Titles']);
  },
);

test.for(programs)('%s: a title whose gap was filled lies on a track above', ([, read, write]) => {
  const { itemsWithoutMedia } = read(write(withItems({ startFrame: 24 })));
  expect(itemsWithoutMedia).toMatchObject([{ startFrame: 24, durationFrames: 50, trackIndex: 1 }]);
});

test.for(programs)('%s: items of other programs without words are left out', ([, read, write]) => {
  const { itemsWithoutMedia } = read(write(withItems({ kind: 'generator', words: null })));
  expect(itemsWithoutMedia).toBeUndefined();
});

test('every title and colour written for Kdenlive is in its bin, once', () => {
  const timeline = readKdenlive(
    kdenliveProject(
      [film, ...producers],
      '<entry producer="x0" in="0" out="9"/><entry producer="x0" in="0" out="19"/>',
    ),
  );
  const root = parseXml(writeKdenlive(timeline, { fileName }).text, 'mlt');
  const idsOf = (name: string): readonly string[] =>
    root.children
      .filter(
        ({ name: own, attributes }) =>
          own === 'playlist' && (attributes.get('id') === 'main_bin') === (name === 'bin'),
      )
      .flatMap(({ children }) => children.filter((child) => child.name === 'entry'))
      .map(({ attributes }) => attributes.get('producer') ?? '')
      .filter((id) => id.startsWith('item'));
  expect(idsOf('bin')).toHaveLength(1);
  expect(idsOf('tracks')).toEqual([...idsOf('bin'), ...idsOf('bin')]);
});
