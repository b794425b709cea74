import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readKdenlive } from '../../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readShotcut } from '../../../../../src-timeline/formats/shotcut/shotcut.ts';
import { checkTimeline } from '../../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { oraclePath, reasonWithoutOracle, skipFor } from '../../../../fakes/oracle-files.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { kdenliveProject, producerXml, shotcutProject } from './mlt-documents.ts';

const outline = (timeline: Timeline): readonly string[] => outlineTracks(timeline, ({ kind }) => kind);

/** Returns each item as `kind “name” start+length`. */
const itemLines = ({ itemsWithoutMedia = [] }: Timeline): readonly string[] =>
  itemsWithoutMedia.map(
    ({ kind, name, startFrame, durationFrames }) =>
      `${kind} “${name}” ${String(startFrame)}+${String(durationFrames)}`,
  );

const textXml = (id: string, text: string): string =>
  producerXml(id, { mlt_service: 'qtext', text, resource: text });

/** Reads a project whose only track of pictures has one item between two clips. */
function betweenClips(
  read: (text: string) => Timeline,
  project: typeof kdenliveProject,
  producer: string,
): Timeline {
  const clips = ['a', 'b'].map((id) =>
    producerXml(id, { mlt_service: 'avformat', resource: `${id}.mp4`, audio_index: -1 }),
  );
  const entries = ['a', 'x', 'b'].map((id) => `<entry producer="${id}" in="0" out="24"/>`);
  const timeline = read(project([...clips, producer], entries.join('')));
  checkTimeline(timeline);
  return timeline;
}

const titleText = `<kdenlivetitle width="1920" height="1080" out="99">
  <item type="QGraphicsTextItem" z-index="1"><position x="300" y="700"/><content font="Sans">second
line</content></item>
  <item type="QGraphicsRectItem" z-index="0"><position x="0" y="0"/><content rect="0,0,9,9"/></item>
  <item type="QGraphicsTextItem" z-index="0"><position x="300" y="100"/><content font="Sans">First &amp; foremost</content></item>
</kdenlivetitle>`;

const kdenliveItems: readonly (readonly [
  string,
  Readonly<Record<string, string | number>>,
  string,
  string | null,
])[] = [
  [
    'a title',
    { mlt_service: 'kdenlivetitle', 'kdenlive:clipname': 'Opening', xmldata: titleText },
    'title “Opening”',
    'First & foremost\nsecond\nline',
  ],
  [
    'a title of a template',
    {
      mlt_service: 'kdenlivetitle',
      templatetext: 'Anna',
      xmldata:
        '<kdenlivetitle><item type="QGraphicsTextItem"><content>by %s</content></item></kdenlivetitle>',
    },
    'title “by Anna”',
    'by Anna',
  ],
  [
    'a title that is damaged',
    { mlt_service: 'kdenlivetitle', 'kdenlive:clipname': 'Broken', xmldata: '<kdenlivetitle><item' },
    'title “Broken”',
    null,
  ],
  ['a colour', { mlt_service: 'color', resource: '0xff0000ff' }, 'colour “0xff0000ff”', null],
  [
    'a colour by its older name',
    { mlt_service: 'colour', resource: 'black', 'kdenlive:clipname': 'Black' },
    'colour “Black”',
    null,
  ],
  ['a text', { mlt_service: 'qtext', text: 'Hello' }, 'title “Hello”', 'Hello'],
  [
    'a text of Pango',
    { mlt_service: 'pango', resource: '+Hello.txt', text: 'Hello' },
    'title “Hello”',
    'Hello',
  ],
  [
    'numbered images',
    { mlt_service: 'qimage', resource: '/shots/img_%04d.png?begin:1' },
    'image-sequence “img_%04d.png”',
    null,
  ],
  [
    'all images of a folder',
    { mlt_service: 'qimage', resource: '/shots/.all.jpg', 'kdenlive:clipname': 'Holiday' },
    'image-sequence “Holiday”',
    null,
  ],
  ['noise', { mlt_service: 'noise' }, 'generator “noise”', null],
  ['a counter', { mlt_service: 'count', 'kdenlive:clipname': 'Counter' }, 'generator “Counter”', null],
  ['a pattern', { mlt_service: 'frei0r.test_pat_B' }, 'generator “frei0r.test_pat_B”', null],
  ['an animation', { mlt_service: 'glaxnimate', resource: 'art/logo.json' }, 'graphic “logo.json”', null],
  ['another project', { mlt_service: 'xml', resource: '/films/intro.mlt' }, 'other “intro.mlt”', null],
  ['something of a later version', { mlt_service: 'hologram' }, 'other “hologram”', null],
  ['something without a service', { resource: 'x' }, 'other “x”', null],
  [
    'a placeholder without a file',
    { mlt_service: 'qtext', text: 'INVALID', 'kdenlive:clipname': 'Gone' },
    'missing-media “Gone”',
    null,
  ],
];

test.for(kdenliveItems)(
  '%s on a track of Kdenlive is named with its place',
  ([, properties, line, words]) => {
    const timeline = betweenClips(
      (text) => readKdenlive(text),
      kdenliveProject,
      producerXml('x', properties),
    );
    expect(outline(timeline)).toEqual(['video: a.mp4@0+25 25 b.mp4@0+25']);
    expect(itemLines(timeline)).toEqual([`${line} 25+25`]);
    expect(timeline.itemsWithoutMedia).toMatchObject([{ words, trackKind: 'video', trackIndex: 0 }]);
  },
);

test('a placeholder of Kdenlive for a file that it did not find is a clip of that file', () => {
  const placeholder = {
    mlt_service: 'qtext',
    text: 'INVALID',
    resource: 'gone.mp4',
    'kdenlive:orig_service': 'avformat',
  };
  const timeline = betweenClips((text) => readKdenlive(text), kdenliveProject, producerXml('x', placeholder));
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 gone.mp4@0+25 b.mp4@0+25']);
  expect(timeline.itemsWithoutMedia).toBeUndefined();
});

const filterXml = (properties: Readonly<Record<string, string>>): string =>
  `<filter>${Object.entries(properties)
    .map(([name, value]) => `<property name="${name}">${value}</property>`)
    .join('')}</filter>`;

const shotcutItems: readonly (readonly [string, string, string, string | null])[] = [
  [
    'a colour',
    producerXml('x', { mlt_service: 'color', resource: '#ff203040', 'shotcut:caption': 'Card' }),
    'colour “Card”',
    null,
  ],
  [
    'a simple text',
    producerXml(
      'x',
      { mlt_service: 'color', resource: '#00000000', 'shotcut:caption': 'transparent' },
      filterXml({ mlt_service: 'dynamictext', 'shotcut:filter': 'dynamicText', argument: 'Hello\nthere' }),
    ),
    'title “transparent”',
    'Hello\nthere',
  ],
  [
    'a rich text',
    producerXml(
      'x',
      { mlt_service: 'color', resource: '#00000000' },
      filterXml({
        mlt_service: 'qtext',
        'shotcut:filter': 'richText',
        html: '&lt;html&gt;&lt;head&gt;&lt;style&gt;p {}&lt;/style&gt;&lt;/head&gt;&lt;body&gt;&lt;p&gt;Salt &amp;amp; &lt;span&gt;pepper&lt;/span&gt;&lt;/p&gt;&lt;p&gt;again&lt;/p&gt;&lt;/body&gt;&lt;/html&gt;',
      }),
    ),
    'title “Salt & pepper”',
    'Salt & pepper\nagain',
  ],
  [
    'an adjustment clip',
    producerXml('x', {
      mlt_service: 'color',
      resource: '0',
      'shotcut:producer': 'adjustment',
      'shotcut:caption': 'Adjustment Clip',
    }),
    'adjustment “Adjustment Clip”',
    null,
  ],
  ['a tone', producerXml('x', { mlt_service: 'tone', 'shotcut:caption': 'Tone' }), 'generator “Tone”', null],
  ['something of a later version', producerXml('x', { mlt_service: 'hologram' }), 'other “hologram”', null],
  [
    'a tractor of another kind',
    '<tractor id="x" in="0" out="24"><property name="shotcut:caption">Group</property></tractor>',
    'other “Group”',
    null,
  ],
];

test.for(shotcutItems)('%s on a track of Shotcut is named with its place', ([, producer, line, words]) => {
  const timeline = betweenClips((text) => readShotcut(text), shotcutProject, producer);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 25 b.mp4@0+25']);
  expect(itemLines(timeline)).toEqual([`${line} 25+25`]);
  expect(timeline.itemsWithoutMedia).toMatchObject([{ words, trackKind: 'video', trackIndex: 0 }]);
});

test.each([
  ['Kdenlive', (text: string) => readKdenlive(text), kdenliveProject],
  ['Shotcut', (text: string) => readShotcut(text), shotcutProject],
] as const)('an entry of %s whose producer is missing is named with its place', (_, read, project) => {
  const timeline = betweenClips(read, project, '');
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 25 b.mp4@0+25']);
  expect(itemLines(timeline)).toEqual(['missing-media “x” 25+25']);
});

test('a black colour at the end is named, and the black beneath all tracks is not', () => {
  const clip = producerXml('a', { mlt_service: 'avformat', resource: 'a.mp4', audio_index: -1 });
  const black = producerXml('x', { mlt_service: 'color', resource: 'black' });
  const entries = '<entry producer="a" in="0" out="24"/><entry producer="x" in="0" out="49"/>';
  const timeline = readKdenlive(kdenliveProject([clip, black], entries));
  expect(itemLines(timeline)).toEqual(['colour “black” 25+50']);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+25 50']);
});

test('a mix with a title takes its frames from both, like a mix of clips', () => {
  const clips = producerXml('a', { mlt_service: 'avformat', resource: 'a.mp4', audio_index: -1 });
  const title = producerXml('x', { mlt_service: 'kdenlivetitle', 'kdenlive:clipname': 'Opening' });
  const mix = '<transition in="15" out="24"><property name="kdenlive:mixcut">4</property></transition>';
  const timeline = readKdenlive(
    kdenliveProject([clips, title], '<entry producer="a" in="0" out="24"/>', {
      second: '<blank length="15"/><entry producer="x" in="0" out="24"/>',
      track: mix,
    }),
  );
  expect(itemLines(timeline)).toEqual(['title “Opening” 21+19']);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+21 19']);
});

test('a composition of Kdenlive is named, and those that it adds itself are not', () => {
  const film = producerXml('a', { mlt_service: 'avformat', resource: 'a.mp4', audio_index: -1 });
  const composition = (times: string, name: string, more: string): string =>
    `<transition ${times}><property name="mlt_service">luma</property><property name="kdenlive_id">${name}</property>${more}</transition>`;
  const own = composition('', 'qtblend', '<property name="internal_added">237</property>');
  const project = kdenliveProject([film], '<entry producer="a" in="0" out="99"/>');
  const wipe = composition('in="20" out="00:00:01.160"', 'wipe', '');
  const timeline = readKdenlive(project.replace('<track producer="t0"/>', `$&${own}${wipe}`));
  checkTimeline(timeline);
  expect(itemLines(timeline)).toEqual(['other “wipe” 20+10']);
  expect(outline(timeline)).toEqual(['video: a.mp4@0+100']);
});

test('a colour card between two clips of Kdenlive 17 is named', (context) => {
  const sample = join('reports', 'items-not-told', 'colour-card-between.kdenlive');
  skipFor(reasonWithoutOracle(sample), context);
  const timeline = readKdenlive(readFileSync(oraclePath(sample), 'utf8'));
  checkTimeline(timeline);
  expect(itemLines(timeline)).toEqual(['colour “Chapter card” 100+25']);
  expect(outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`)).toEqual([
    'video Video 1: pier.mp4@10+100 25 boat.mp4@0+75',
    'audio Audio 1: ',
  ]);
  expect(timeline.itemsWithoutMedia).toMatchObject([{ trackIndex: 0, words: null }]);
});

/** Two texts of 50 frames that dissolve into each other over the last ten of the first. */
const dissolvingTexts: readonly (readonly [string, () => Timeline])[] = [
  [
    'Kdenlive',
    () =>
      readKdenlive(
        kdenliveProject([textXml('a', 'One'), textXml('b', 'Two')], '<entry producer="a" in="0" out="49"/>', {
          second: '<blank length="40"/><entry producer="b" in="0" out="49"/>',
          track:
            '<transition in="40" out="49"><property name="mlt_service">luma</property><property name="kdenlive:mixcut">5</property></transition>',
        }),
      ),
  ],
  [
    'Shotcut',
    () =>
      readShotcut(
        shotcutProject(
          [
            textXml('a', 'One'),
            textXml('b', 'Two'),
            '<tractor id="mix" in="0" out="9"><property name="shotcut:transition">lumaMix</property><track producer="a" in="40" out="49"/><track producer="b" in="0" out="9"/></tractor>',
          ],
          `<entry producer="a" in="0" out="39"/><entry producer="mix" in="0" out="9"/><entry producer="b" in="10" out="49"/>`,
        ),
      ),
  ],
];

test.for(dissolvingTexts)('%s: a dissolve between two texts is named beside their track', ([, read]) => {
  const timeline = read();
  expect(itemLines(timeline)).toEqual(['title “One” 0+45', 'other “Dissolve” 40+10', 'title “Two” 45+45']);
  expect(timeline.itemsWithoutMedia?.map(({ trackIndex }) => trackIndex)).toEqual([0, null, 0]);
});
