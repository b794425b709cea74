import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { ItemWithoutMedia } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { documentOf, item, outline, rate, track, transition } from './xmeml-documents.ts';

function read(video: string): readonly ItemWithoutMedia[] {
  return readXmeml(documentOf({ video })).itemsWithoutMedia ?? [];
}

const parameter = (id: string, value: string): string =>
  `<parameter><parameterid>${id}</parameterid><name>${id}</name><value>${value}</value></parameter>`;

function generator(effect: string, ...parameters: readonly string[]): string {
  return `<generatoritem id="g"><name>Mine</name>${rate}<start>10</start><end>40</end><in>5</in><out>35</out>
    <effect><name>${effect}</name><effectid>${effect}</effectid><effecttype>generator</effecttype>${parameters.join('')}</effect></generatoritem>`;
}

const fileOf = (name: string, more = ''): string => `<file id="file-9"><name>${name}</name>${more}</file>`;
const slug = '<mediaSource>Slug</mediaSource>';
const pathOf = (name: string): string => `<pathurl>file://localhost/m/${name}</pathurl>`;

test('A title over a picture is named with its words and its place', (context) => {
  const path = 'reports/items-not-told/title-over-picture.xml';
  skipFor(reasonWithoutOracle(path), context);
  const timeline = readXmeml(readFileSync(oraclePath(path), 'utf8'));
  expect(outline(timeline)).toEqual(['video: pier.mov@0+100 boat.mov@0+100', 'video: 80', 'audio: ']);
  expect(timeline.itemsWithoutMedia).toMatchObject([
    {
      kind: 'title',
      name: 'Lower third',
      words: 'Harbour master',
      trackKind: 'video',
      trackIndex: 1,
      startFrame: 20,
      durationFrames: 60,
      source: { format: 'PREMIERE_XML' },
    },
  ]);
});

test.for([
  [
    'Text',
    [parameter('str', ' Harbour&#13;lights '), parameter('fontsize', '36')],
    'title',
    'Harbour\nlights',
  ],
  [
    'Lower 3rd',
    [parameter('str1', 'Ada'), parameter('font1', 'Times'), parameter('str2', 'Pilot')],
    'title',
    'Ada\nPilot',
  ],
  ['Outline Text', [], 'title', null],
  ['Color', [parameter('fillcolor', '<alpha>0</alpha><red>0</red>')], 'colour', null],
  ['Slug', [], 'colour', null],
  ['Bars and Tone', [], 'generator', null],
] as const)('A generator “%s” is named by its kind', ([effect, parameters, kind, words]) => {
  expect(read(track(generator(effect, ...parameters)))).toMatchObject([
    { kind, name: 'Mine', words, startFrame: 10, durationFrames: 30 },
  ]);
});

// Names and sources as in the exports of Premiere in the samples of OpenTimelineIO’s adapter for this format.
test.for([
  [fileOf('Graphic', '<mediaSource>GraphicAndType</mediaSource>'), 'graphic'],
  [fileOf('Black Video', slug), 'colour'],
  [fileOf('Color Matte', slug), 'colour'],
  [fileOf('HD Bars and Tone', slug), 'generator'],
  [fileOf('Universal Counting Leader', slug), 'generator'],
  [fileOf('Transparent Video', slug), 'generator'],
  [fileOf('Adjustment Layer', '<media><video/></media>'), 'adjustment'],
  [fileOf('Interview', '<media><video/></media>'), 'missing-media'],
  ['<file id="nowhere"/>', 'missing-media'],
  ['<sequence id="nowhere"/>', 'missing-media'],
  ['', 'missing-media'],
  [fileOf('shot_[0001-0100].dpx', pathOf('shot_%5B0001-0100%5D.dpx')), 'image-sequence'],
  [fileOf('shot.exr', pathOf('shot.%2504d.exr')).replace('shot.exr', 'shot'), 'image-sequence'],
] as const)('A clip of %s is named by its kind', ([file, kind]) => {
  const clip = item({ file, range: [30, 60, 0, 30] });
  expect(read(track(item({ range: [0, 30, 10, 40] }), clip))).toMatchObject([
    { kind, trackIndex: 0, startFrame: 30, durationFrames: 30 },
  ]);
});

test('A file without a location is read by a name with an extension', () => {
  const clip = item({ file: fileOf('pier.mov', '<media><video/></media>'), range: [0, 30, 10, 40] });
  expect(outline(readXmeml(documentOf({ video: track(clip) })))).toEqual(['video: pier.mov@10+30']);
});

test('A graphic of Premiere has the words that its texts are named after', () => {
  const text = (words: string): string =>
    `<filter><effect><name>${words}</name><effectid>GraphicAndType</effectid></effect></filter>`;
  const graphic = item({
    file: fileOf('Graphic', '<mediaSource>GraphicAndType</mediaSource>'),
    range: [0, 30, 108_000, 108_030],
    more: text('Harbour lights') + text('A film'),
  });
  expect(read(track(graphic))).toMatchObject([
    { kind: 'title', name: 'Item', words: 'Harbour lights\nA film', startFrame: 0, durationFrames: 30 },
  ]);
});

test('An element that no document type has is named by its place', () => {
  const unknown =
    '<captionitem><name>Subtitle</name><start>5</start><end>15</end></captionitem><group><clip><start>20</start><end>25</end></clip><clip><start>30</start><end>40</end></clip></group>';
  expect(read(track(unknown))).toMatchObject([
    { kind: 'other', name: 'Subtitle', startFrame: 5, durationFrames: 10, source: null },
    { kind: 'other', name: 'group', startFrame: 20, durationFrames: 20, source: null },
  ]);
});

test('A transition of a title is named, and one of a clip is not', () => {
  const video = track(
    item({ range: [0, -1, 0, 60] }),
    transition(50, 60, 'end-black'),
    generator('Text', parameter('str', 'End'))
      .replace('<start>10<', '<start>80<')
      .replace('<end>40<', '<end>-1<'),
    transition(100, 110, 'end-black'),
  );
  expect(read(video)).toMatchObject([
    { kind: 'title', trackIndex: 0, startFrame: 80, durationFrames: 30 },
    { kind: 'other', name: 'transitionitem', trackIndex: null, startFrame: 100, durationFrames: 10 },
  ]);
});

test('An item is off with its track, and the second channel of a sound is not named twice', () => {
  const sound = (channel: number): string =>
    item({
      file: '<file id="nowhere"/>',
      range: [0, 30, 0, 30],
      more: `<sourcetrack><trackindex>${String(channel)}</trackindex></sourcetrack>`,
    });
  const off = track(generator('Text')).replace('<enabled>TRUE<', '<enabled>FALSE<');
  const timeline = readXmeml(documentOf({ video: off, audio: track(sound(1)) + track(sound(2)) }));
  expect(timeline.itemsWithoutMedia).toMatchObject([
    { kind: 'missing-media', trackKind: 'audio', trackIndex: 1 },
    { kind: 'title', isDisabled: true },
  ]);
  expect(timeline.tracks).toHaveLength(2);
});

test('A title of a nested sequence is placed where the outer one shows it', () => {
  const inner = `<sequence id="n"><name>Nest</name>${rate}<media><video>${track(generator('Text', parameter('str', 'In')))}</video></media></sequence>`;
  const items = read(track(item({ file: inner, range: [100, 120, 20, 40] })));
  expect(items).toMatchObject([{ kind: 'title', words: 'In', startFrame: 100, durationFrames: 20 }]);
});

const nestAt = (timebase: number, content: string): string =>
  `<sequence id="nest-${String(timebase)}"><name>Nest</name><rate><timebase>${String(timebase)}</timebase><ntsc>TRUE</ntsc></rate><media><video>${track(content)}</video></media></sequence>`;

test('A nested sequence becomes its content at the outer rate if every frame is one of the outer sequence', () => {
  const title = generator('Text', parameter('str', 'In'));
  const inner = item({ range: [0, 10, 20, 30] }) + title;
  const timeline = readXmeml(
    documentOf({ video: track(item({ file: nestAt(15, inner), range: [0, 50, 10, 60] })) }),
  );
  expect(outline(timeline)).toEqual(['video: A001.MOV@50+10 40']);
  expect(timeline.itemsWithoutMedia).toMatchObject([
    { kind: 'title', words: 'In', startFrame: 10, durationFrames: 40 },
  ]);
  const slow = item({ file: nestAt(24, item({ range: [0, 40, 20, 60] })), range: [0, 50, 0, 50] });
  expect(outline(readXmeml(documentOf({ video: track(slow) })))).toEqual(['video: A001.MOV@25+50']);
});

test('A nested sequence with frames between those of the outer one, and an empty one, are named', () => {
  const nests = [nestAt(24, item({ range: [0, 41, 20, 61] })), nestAt(30, '')];
  const items = read(
    track(...nests.map((file, index) => item({ file, range: [30 * index, 30 * index + 30, 0, 30] }))),
  );
  expect(items).toMatchObject([
    { kind: 'unreadable', startFrame: 0, durationFrames: 30, source: null },
    { kind: 'unreadable', startFrame: 30, durationFrames: 30, source: null },
  ]);
});
