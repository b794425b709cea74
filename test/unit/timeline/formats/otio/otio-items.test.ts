import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readOtio, writeOtio } from '../../../../../src-timeline/formats/otio/otio.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import * as sample from '../sample-timelines.ts';
import { clip, document, file, gap, type Json, range, stack, track } from './otio-nodes.ts';

const outline = (timeline: Timeline): string[] => outlineTracks(timeline, ({ kind }) => kind);

function itemsOf(timeline: Timeline): readonly string[] {
  return (timeline.itemsWithoutMedia ?? []).map(
    ({ kind, name, words, trackIndex, startFrame, durationFrames }) =>
      [kind, name, words, trackIndex, `${String(startFrame)}+${String(durationFrames)}`].join('|'),
  );
}

const generator = (kind: string, parameters: Json = {}, more: Json = {}): Json => ({
  OTIO_SCHEMA: 'GeneratorReference.1',
  generator_kind: kind,
  parameters,
  ...more,
});

test('A text generator at the end of a cut is a title with its words and place', (context) => {
  const oracle = 'reports/items-not-told/text-generator.otio';
  skipFor(reasonWithoutOracle(oracle), context);
  const timeline = readOtio(readFileSync(oraclePath(oracle), 'utf8'));
  expect(outline(timeline)).toEqual(['video: pier.mov@0+96 48']);
  expect(itemsOf(timeline)).toEqual(['title|The end|The end|0|96+48']);
  expect(timeline.itemsWithoutMedia?.[0]?.source?.text).toContain('"generator_kind":"Text"');
});

/** Resolve's title, as a public generator of documents for Resolve writes it. */
const richText = generator(
  'Rich',
  {
    Resolve_OTIO: [
      {
        'Effect Name': 'Rich Text',
        Parameters: [
          { 'Parameter ID': 'rich text', 'Parameter Value': 'Title' },
          {
            'Parameter ID': 'title blob',
            'Title HTML':
              '<!DOCTYPE HTML>\n<html><head><style type="text/css">\np { }\n</style></head><body>\n<p><span>Salt &amp; pepper</span></p><p>at &#8364; 5</p></body></html>',
          },
        ],
      },
    ],
  },
  { name: 'Text' },
);

const graphic = {
  effects: [
    {
      OTIO_SCHEMA: 'Effect.1',
      metadata: { PremierePro_OTIO: { MatchName: 'AE.ADBE Text', Parameters: [] } },
    },
  ],
};

test.for([
  ['a title of Resolve', richText, {}, 'title|shot|Salt & pepper\nat € 5'],
  ['a title without words', generator('Title'), {}, 'title|shot|'],
  ['a graphic of Premiere', generator('Graphic'), graphic, 'graphic|shot|'],
  ['a solid colour', generator('Solid Color'), {}, 'colour|shot|'],
  ['colour bars', generator('SMPTEBars', {}, { name: 'bars' }), { name: '' }, 'generator|bars|'],
  ['an adjustment layer', generator('Adjustment'), {}, 'adjustment|shot|'],
  [
    'an adjustment layer without a reference',
    { OTIO_SCHEMA: 'MissingReference.1' },
    { name: 'Adjustment Layer' },
    'adjustment|Adjustment Layer|',
  ],
  [
    'an image sequence',
    { OTIO_SCHEMA: 'ImageSequenceReference.1', name_prefix: 'sea_', name_suffix: '.exr' },
    {},
    'image-sequence|sea_####.exr|',
  ],
  ['missing media', { OTIO_SCHEMA: 'MissingReference.1', name: 'a' }, { name: null }, 'missing-media|a|'],
  ['a clip without any reference', {}, { media_references: {} }, 'missing-media|shot|'],
  ['an empty address', file(''), {}, 'missing-media|shot|'],
  ['a reference of an unknown schema', { OTIO_SCHEMA: 'Cloud.1' }, {}, 'missing-media|shot|'],
] as const)('A clip of %s keeps its place and is named', ([, reference, more, expected]) => {
  const shown = clip(file('a.mov'), range(0, 10));
  const odd = clip(reference, range(5, 20), more);
  const timeline = readOtio(document([track('Video', shown, odd, shown)]));
  expect(outline(timeline)).toEqual(['video: a.mov@0+10 20 a.mov@0+10']);
  expect(itemsOf(timeline)).toEqual([`${expected}|0|10+20`]);
});

test('A transition between titles, or at the end of one, is named beside its track', () => {
  const offset = { OTIO_SCHEMA: 'RationalTime.1', value: 5, rate: 24 };
  const dissolve = {
    OTIO_SCHEMA: 'Transition.1',
    name: 'Dissolve',
    transition_type: 'SMPTE_Dissolve',
    in_offset: offset,
    out_offset: offset,
  };
  const title = (text: string): Json => clip(generator('Text', { text }), range(0, 20), { name: text });
  const shown = clip(file('a.mov'), range(0, 10));
  const timeline = readOtio(
    document([track('Video', shown, dissolve, title('One'), dissolve, title('Two'), dissolve)]),
  );
  expect(itemsOf(timeline)).toEqual([
    'title|One|One|0|10+20',
    'other|Dissolve|||25+10',
    'title|Two|Two|0|30+20',
    'other|Dissolve|||45+10',
  ]);
});

test('An item of an unknown schema is named, on a track and on the stack', () => {
  const caption = { OTIO_SCHEMA: 'Subtitle.1', name: 'Hello', source_range: range(0, 12) };
  const shown = clip(file('a.mov'), range(0, 10));
  const timeline = readOtio(document([track('Video', shown, caption, shown), caption]));
  expect(itemsOf(timeline)).toEqual(['other|Hello||1|0+12', 'other|Hello||0|10+12']);
  expect(outline(timeline)).toEqual(['video: a.mov@0+10 12 a.mov@0+10', 'video: 12']);
});

test('A clip and a composition on the stack itself are read', () => {
  const timeline = readOtio(
    document([
      clip(file('a.mov'), range(0, 10)),
      stack(null, [track('Video', clip(file('b.mov'), range(2, 5)))]),
    ]),
  );
  expect(outline(timeline)).toEqual(['video: a.mov@0+10', 'video: b.mov@2+5']);
});

test('A clip without a reference shows the only delivered file of its name', () => {
  const film = sample.videoMedia('film', 300, { startFrame: 100 });
  const missing = clip({ OTIO_SCHEMA: 'MissingReference.1' }, range(120, 10), { name: 'FILM.mp4' });
  const timeline = readOtio(document([track('Video', missing)]), {
    frameRate: sample.rates[24],
    media: [film],
  });
  expect(itemsOf(timeline)).toEqual([]);
  expect(outline(timeline)).toEqual(['video: film.mp4@20+10']);
  expect(timeline.media).toMatchObject([{ fileName: 'film.mp4', location: film.location, startFrame: 100 }]);
});

test('A title in a nested composition is cropped, and switched off with its track', () => {
  const title = clip(generator('Text', { text: 'Inside' }), range(0, 30));
  const nest = stack(range(10, 15), [{ ...track('Video', title), enabled: false }, track('Video', gap(40))]);
  const timeline = readOtio(document([track('Video', gap(100), nest)]));
  expect(timeline.itemsWithoutMedia).toMatchObject([
    { words: 'Inside', startFrame: 100, durationFrames: 15, isDisabled: true },
  ]);
  expect(readOtio(writeOtio(timeline, 'url')).itemsWithoutMedia).toEqual(timeline.itemsWithoutMedia);
});

const shot = clip(file('a.mov'), range(0, 10));
const negativeLength = clip(file('b.mov'), range(0, -10));
let tower: Json = gap(5);
for (let level = 0; level < 20; level += 1) tower = { OTIO_SCHEMA: 'Stack.1', children: [tower] };

test.for([
  ['a number', 5, 'unreadable||||10+1', 0],
  ['null', null, 'unreadable||||10+1', 0],
  ['a length below zero', negativeLength, 'unreadable|shot|||10+1', 0],
  ['a time beyond reason', clip(file('b.mov'), range(0, 1e300)), 'unreadable|shot|||10+1', 0],
  ['no range', { OTIO_SCHEMA: 'Gap.1', name: 'hole' }, 'unreadable|hole|||10+1', 0],
  ['a beginning below zero', clip(file('b.mov'), range(-5, 10)), 'unreadable|shot||0|10+10', 10],
  [
    'a beginning before and an end after its media',
    clip(file('b.mov', range(100, 50)), range(10, 50)),
    'unreadable|shot||0|10+50',
    50,
  ],
  ['too many levels of compositions', tower, 'unreadable|Stack||0|10+5', 5],
] as const)('An item with %s is named, and the others are read', ([, odd, expected, length]) => {
  const children = [shot, odd, shot] as Json[];
  const timeline = readOtio(document([track('Video', ...children)]));
  expect(itemsOf(timeline)).toEqual([expected]);
  const hole = length === 0 ? '' : ` ${String(length)}`;
  expect(outline(timeline)).toEqual([`video: a.mov@0+10${hole} a.mov@0+10`]);
});

test('Numbers that are not finite are read outside of strings, as OTIO writes them', (context) => {
  const text = document([
    track('Video', { ...shot, name: 'NaN "Infinity"' }, clip(file('b.mov'), range(7, 10))),
  ])
    .replace('"value":7', '"value":NaN')
    .replace('"tracks":{', '"metadata":{"x":[NaN,-Infinity,Infinity,-Inf]},"tracks":{');
  const timeline = readOtio(text);
  expect(timeline.tracks[0]?.items[0]).toMatchObject({ name: 'NaN "Infinity"' });
  expect(itemsOf(timeline)).toEqual(['unreadable|shot||0|10+10']);
  const oracle = 'reports/otio-number-forms/not-a-number.otio';
  skipFor(reasonWithoutOracle(oracle), context);
  expect(outline(readOtio(readFileSync(oraclePath(oracle), 'utf8')))).toHaveLength(1);
});

test('A range that begins before its media counts from the first frame of the media', (context) => {
  const odd = clip(file('b.mov', range(100, 50)), range(10, 40));
  expect(outline(readOtio(document([track('Video', odd)])))).toEqual(['video: b.mov@10+40']);
  const oracle = 'reports/otio-range-outside-media/media-begins-at-one.otio';
  skipFor(reasonWithoutOracle(oracle), context);
  const timeline = readOtio(readFileSync(oraclePath(oracle), 'utf8'));
  expect(timeline.itemsWithoutMedia).toBeUndefined();
  expect(timeline.tracks[0]?.items).toMatchObject([{ kind: 'clip', sourceStartFrame: 0 }, { kind: 'clip' }]);
});

test('Fields of the wrong kind do not refuse a document', () => {
  const odd = clip(file('a.mov', { duration: 'long' }), range(0, 10), {
    name: 7,
    enabled: 'yes',
    metadata: [],
    markers: {},
    effects: [null, 3, { OTIO_SCHEMA: 4 }],
  });
  const timeline = readOtio(document([{ ...track('Video', odd), name: [], metadata: 3 }], { name: {} }));
  expect(outline(timeline)).toEqual(['video: a.mov@0+10']);
});

const title: ItemWithoutMedia = {
  kind: 'title',
  name: 'Basic Title',
  words: 'Salt & <pepper>\nHarbour',
  trackKind: 'video',
  trackIndex: 1,
  startFrame: 10,
  durationFrames: 25,
  source: { format: 'FCPXML', text: '<title/>' },
};

function cutWith(...itemsWithoutMedia: ItemWithoutMedia[]): Timeline {
  const film = sample.videoMedia('film', 300);
  const tracks = [
    sample.videoTrack('V1', sample.clip(film, 100)),
    sample.videoTrack('V2', sample.gap(40), sample.clip(film, 20)),
  ];
  return sample.timelineOf({ media: [film], tracks, itemsWithoutMedia });
}

test('A title of another format is written as a title, and other items are left out', () => {
  const card: ItemWithoutMedia = { ...title, kind: 'colour', words: null, startFrame: 200 };
  const read = readOtio(writeOtio(cutWith(title, card), 'url'));
  expect(read.itemsWithoutMedia).toMatchObject([{ ...title, source: { format: 'OTIO' } }]);
  expect(outline(read)).toEqual(outline(cutWith()));
});

test('A written title has its words where OTIO tools and Resolve read them', () => {
  const text = writeOtio(cutWith(title), 'url');
  expect(text).toContain('"generator_kind": "Rich"');
  expect(text).toContain('"text": "Salt & <pepper>\\nHarbour"');
  expect(text).toContain('Salt &amp; &lt;pepper&gt;</p><p align=');
});

test('Items where a clip lies, and items without a track, go on a track of their own and come back', () => {
  const over = { ...title, startFrame: 45 };
  const above = { ...title, trackIndex: null, startFrame: 200 };
  const read = readOtio(writeOtio(cutWith(over, above), 'url'));
  expect(outline(read)).toEqual(outline(cutWith()));
  expect(itemsOf(read)).toEqual([
    'title|Basic Title|Salt & <pepper>\nHarbour||45+25',
    'title|Basic Title|Salt & <pepper>\nHarbour||200+25',
  ]);
});
