import { expect, test } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { rates } from '../sample-timelines.ts';
import {
  camera,
  documentOf,
  item,
  type ItemParts,
  outline,
  picture,
  rate,
  size,
  track,
  transition,
} from './xmeml-documents.ts';

test('a Premiere export is read: bins, foreign attributes, truth in any case, files described elsewhere', () => {
  const timeline = readXmeml(
    documentOf({
      video: track(
        item({ range: [0, 30, 10, 40] }),
        item({ file: '<file id="file-2"/>', range: [45, 60, 108_000, 108_015] }),
      ),
      audio: '',
    }),
  );
  expect(timeline.name).toBe('Edited v2');
  expect(timeline.frameRate).toEqual(rates[29.97]);
  expect([timeline.startFrame, timeline.isDropFrame, timeline.audioRate]).toEqual([107_890, true, 48_000]);
  expect(outline(timeline)).toEqual(['video: A001.MOV@10+30 15 Logo.psd@0+15']);
  expect(timeline.media).toMatchObject([
    {
      mediaId: '1',
      fileName: 'A001.MOV',
      location: 'file:///D:/Rushes/A001.MOV',
      startFrame: 107_892,
      durationFrames: 500,
      audioChannels: 2,
    },
    { mediaId: '2', kind: 'still', durationFrames: null, location: 'file:///Volumes/Logo.psd' },
  ]);
});

test('dissolves become the cuts beneath them', () => {
  const timeline = readXmeml(
    documentOf({
      video: track(
        item({ range: [0, -1, 0, 60] }),
        transition(50, 60, 'center'),
        item({ range: [-1, -1, 100, 160] }),
        transition(100, 110, 'start-black'),
        item({ range: [-1, 150, 200, 250] }),
        item({ range: [150, -1, 0, 30] }),
        transition(170, 180, 'end-black'),
      ),
    }),
  );
  expect(outline(timeline)).toEqual(['video: A001.MOV@0+55 A001.MOV@105+45 A001.MOV@200+50 A001.MOV@0+30']);
});

test('two channels of one clip are one clip, linked to its picture', () => {
  const links = ['v', 'l', 'r'].map((id) => `<link><linkclipref>${id}</linkclipref></link>`).join('');
  const sound = (id: string, channel: number): string =>
    item({
      id,
      file: '<file id="file-1"/>',
      range: [0, 30, 10, 40],
      more: `<sourcetrack><mediatype>audio</mediatype><trackindex>${String(channel)}</trackindex></sourcetrack>${links}`,
    });
  const lone = item({
    id: 'x',
    file: '<file id="file-1"/>',
    range: [40, 50, 0, 10],
    more: '<sourcetrack><trackindex>2</trackindex></sourcetrack>',
  });
  const timeline = readXmeml(
    documentOf({
      video: track(item({ id: 'v', range: [0, 30, 10, 40], more: links })),
      audio: track(sound('l', 1)) + track(sound('r', 2), lone) + track(sound('other', 1)),
    }),
  );
  expect(outline(timeline)).toEqual([
    'video: A001.MOV@10+30',
    'audio: A001.MOV@10+30',
    'audio: 40 A001.MOV@0+10',
    'audio: A001.MOV@10+30',
  ]);
  const ids = timeline.tracks.map(({ items: [first] }) => (first?.kind === 'clip' ? first.linkId : 'gap'));
  expect(ids[0]).not.toBeNull();
  expect(ids).toEqual([ids[0], ids[0], 'gap', ids[0]]);
});

test('items that cannot be shown keep their time: generators, nested sequences, missing clips', () => {
  const timeline = readXmeml(
    documentOf({
      video: track(
        `<generatoritem><name>Text</name>${rate}<start>0</start><end>10</end></generatoritem>`,
        `<clipitem><name>Nest</name>${rate}<start>10</start><end>20</end><in>0</in><out>10</out><sequence id="n"/></clipitem>`,
        item({ range: [20, 30, 0, 10], more: '<enabled>False</enabled>' }),
        item({ file: '<file id="nowhere"/>', range: [30, 40, 0, 10] }),
        item({
          range: [40, 50, 0, 10],
          more: '<filter><effect><effectid>basic</effectid></effect></filter>',
        }),
      ),
    }),
  );
  expect(outline(timeline)).toEqual(['video: 20 A001.MOV@0+10 10 A001.MOV@0+10']);
  expect(timeline.tracks[0]?.items[1]).toHaveProperty('isDisabled', true);
});

test('files at another rate are measured in the sequence’s frames', () => {
  const slow = camera
    .replaceAll('<timebase>30</timebase><ntsc>True</ntsc>', '<timebase>15</timebase><ntsc>FALSE</ntsc>')
    .replace(/<timecode>.*?<\/timecode>/s, '');
  const timeline = readXmeml(
    documentOf({
      video: track(item({ file: slow, range: [0, 30, 0, 30] })),
      head: '<rate><timebase>30</timebase></rate>',
    }),
  );
  expect(timeline.media[0]?.durationFrames).toBe(1000);
});

const speed = (value: string): string =>
  `<filter><enabled>TRUE</enabled><effect><effectid>timeremap</effectid><parameter><parameterid>speed</parameterid><value>${value}</value></parameter></effect></filter>`;

test('a filter that is not known is kept with its clip and written again', () => {
  const blur =
    '<filter><effect><name>Gaussian &amp; Blur</name><effectid>blur</effectid><effecttype>filter</effecttype></effect></filter>';
  const read = readXmeml(documentOf({ video: track(item({ range: [0, 10, 0, 10], more: blur })) }));
  const unread = [{ format: 'PREMIERE_XML', name: 'Gaussian & Blur', source: blur }];
  expect(read.tracks[0]?.items[0]).toMatchObject({ unread });
  expect(readXmeml(writeXmeml(read)).tracks[0]?.items[0]).toMatchObject({ unread });
});

/** Returns a sequence of two clips on one track with a picture over them, and their sound. */
const nested = (inside = ''): string => {
  const clips = item({ range: [0, 40, 10, 50] }) + item({ file: picture, range: [40, 60, 0, 20] });
  return `<sequence id="n"><name>Nest</name>${rate}<media><video><format>${size}</format>${track(clips, inside)}${track(
    item({ file: '<file id="file-2"/>', range: [20, 50, 0, 30] }),
  )}</video><audio>${track(item({ file: '<file id="file-1"/>', range: [0, 40, 10, 50] }))}</audio></media></sequence>`;
};

const nest = (range: ItemParts['range'], file: string = '<sequence id="n"/>', more?: string): string =>
  item({ file, range, ...(more !== undefined && { more }) });

test('a nested sequence becomes what is in it, as far as it is seen', () => {
  const timeline = readXmeml(
    documentOf({
      video: track(
        item({ range: [0, 10, 0, 10] }),
        nest([10, 60, 5, 55], nested()),
        nest([70, 80, 0, 10], '<sequence id="n"/>', '<enabled>FALSE</enabled>'),
      ),
      audio: track(nest([10, 60, 5, 55])),
    }),
  );
  expect(outline(timeline)).toEqual([
    'video: A001.MOV@0+10 A001.MOV@15+35 Logo.psd@0+15 10 A001.MOV@10+10',
    'video: 25 Logo.psd@0+30',
    'audio: 10 A001.MOV@15+35',
  ]);
  expect(timeline.tracks[0]?.items.at(-1)).toHaveProperty('isDisabled', true);
});

test('a nested sequence at another speed plays its clips at that speed', () => {
  const timeline = readXmeml(documentOf({ video: track(nest([0, 30, 0, 30], nested(), speed('200'))) }));
  expect(outline(timeline)).toEqual(['video: A001.MOV@10+20 Logo.psd@0+10', 'video: 10 Logo.psd@0+15']);
  expect(timeline.tracks[0]?.items[0]).toHaveProperty('speed', 2);
});

test('a sequence within itself leaves a hole, and one that multiplies itself is refused', () => {
  const cyclic = readXmeml(documentOf({ video: track(nest([0, 70, 0, 70], nested(nest([60, 70, 0, 10])))) }));
  expect(outline(cyclic)[0]).toBe('video: A001.MOV@10+40 Logo.psd@0+20 10');
  expect(cyclic.itemsWithoutMedia).toMatchObject([
    { kind: 'unreadable', name: 'Item', startFrame: 60, durationFrames: 10 },
  ]);
  const levels = Array.from({ length: 7 }, (_, level) => {
    const uses = Array.from({ length: 20 }, (__, use) =>
      nest([use, use + 1, 0, 1], `<sequence id="l${String(level + 1)}"/>`),
    );
    return `<sequence id="l${String(level)}"><name>L</name>${rate}<media><video>${track(...uses)}</video></media></sequence>`;
  });
  const bomb = documentOf({ video: track(nest([0, 10, 0, 10], '<sequence id="l0"/>')) }).replace(
    '</children></project>',
    `${levels.join('')}$&`,
  );
  expect(() => readXmeml(bomb)).toThrow(/too many clips/);
});

test.for([
  ['no sequence', '<xmeml version="4"><bin/></xmeml>', /no sequence/],
  ['no rate', documentOf({ head: '' }), /no frame rate/],
  ['a rate of zero', documentOf({ head: '<rate><timebase>0</timebase></rate>' }), /no frame rate/],
] as const)('a document with %s is refused, saying where', ([, text, message]) => {
  expect(() => readXmeml(text)).toThrow(TimelineParseError);
  expect(() => readXmeml(text)).toThrow(message);
});

const fadesOf = ({ tracks }: Timeline): unknown[] =>
  tracks.flatMap(({ items }) => items.flatMap((one) => (one.kind === 'clip' ? [one.fades ?? null] : [])));

test('transitions from and to nothing are fades, of pictures and of sound', () => {
  const cut = [
    transition(0, 12, 'start-black'),
    item({ range: [-1, 60, 0, 60] }),
    item({ range: [60, -1, 100, 160] }),
    transition(110, 120, 'end-black'),
    transition(120, 128, 'start-black'),
    item({ range: [-1, -1, 200, 250] }),
    transition(160, 170, 'end'),
    item({ range: [200, -1, 0, 30] }),
    transition(224, 230, 'center'),
  ];
  const timeline = readXmeml(documentOf({ video: track(...cut), audio: track(...cut) }));
  const expected = [
    { inFrames: 12, outFrames: 0 },
    { inFrames: 0, outFrames: 10 },
    { inFrames: 8, outFrames: 10 },
    { inFrames: 0, outFrames: 3 },
  ];
  expect(outline(timeline)[0]).toBe('video: A001.MOV@0+60 A001.MOV@100+60 A001.MOV@200+50 30 A001.MOV@0+27');
  expect(fadesOf(timeline)).toEqual([...expected, ...expected]);
  expect(fadesOf(readXmeml(writeXmeml(timeline)))).toEqual(fadesOf(timeline));
});

test('a crossfade of sound is a fade out and a fade in', () => {
  const timeline = readXmeml(
    documentOf({
      audio: track(
        item({ range: [0, -1, 0, 60] }),
        transition(50, 62, 'center'),
        item({ range: [-1, 100, 100, 150] }),
      ),
    }),
  );
  expect(fadesOf(timeline)).toEqual([
    { inFrames: 0, outFrames: 6 },
    { inFrames: 6, outFrames: 0 },
  ]);
});

test('a title or a colour, which Premiere describes as a file without a place, leaves a hole', () => {
  const title = '<file id="file-9"><name>Graphic</name><mediaSource>GraphicAndType</mediaSource></file>';
  const timeline = readXmeml(
    documentOf({
      video: track(
        item({ range: [0, 30, 10, 40] }),
        item({ file: title, range: [30, 60, 0, 30] }),
        item({ file: '<file id="file-9"/>', range: [60, 70, 0, 10] }),
        item({ range: [70, 90, 10, 30] }),
      ),
    }),
  );
  expect(outline(timeline)).toEqual(['video: A001.MOV@10+30 40 A001.MOV@10+20']);
  expect(timeline.media).toHaveLength(1);
});
