import { expect, test } from 'vitest';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../../src-timeline/diff/sentences.ts';
import { readFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { cutOf } from '../../merge/scene-cuts.ts';
import { outlineTracks } from '../outline-timeline.ts';

const base: Timeline = { ...cutOf([{ id: 'a' }, { id: 'b' }, { id: 'c' }]), markers: [] };
const written = writeFcpxml(base, '1.13');
const voice = /<asset-clip ([^>]*name="voice-b.wav"[^>]*)>([\s\S]*?)<\/asset-clip>/;

const outline = (timeline: Timeline): string[] =>
  outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`);

const editsOf = (document: string): string[] =>
  diffCuts(base, readFcpxml(document), { formats: ['FCPXML'] }).edits.map(({ message }) =>
    sentenceOf(message),
  );

/** Returns the document with `inside` added to the clip of the second voice. */
const withinVoice = (inside: string): string =>
  written.replace(
    voice,
    (_, attributes: string, rest: string) => `<asset-clip ${attributes}>${inside}${rest}</asset-clip>`,
  );

const channel = (more: string, inside = ''): string =>
  `<audio-channel-source srcCh="1" role="dialogue.Speech"${more}>${inside}</audio-channel-source>`;

test.each([
  ['lowered', channel('', '<adjust-volume amount="-20dB"/>'), ' 20 dB lower'],
  ['switched off', channel(' enabled="0"'), ' switched off'],
  ['taken out', channel(' active="0"'), ' switched off'],
  [
    'muted for a second',
    channel('', '<mute start="30/30s" duration="30/30s"/>'),
    ': level keyframes changed',
  ],
])('sound whose one component was %s is told', (_, inside, words) => {
  expect(editsOf(withinVoice(inside))).toEqual([`Scene 2: sound “voice-b.wav”${words}`]);
});

test('a range of sound that is muted is silent, and heard as before around it', () => {
  const { tracks } = readFcpxml(withinVoice(channel('', '<mute start="30/30s" duration="30/30s"/>')));
  const [, sound] = tracks[1]?.items ?? [];
  expect(sound).toMatchObject({
    levels: [
      { frame: 29, levelDb: 0 },
      { frame: 30, levelDb: -96 },
      { frame: 59, levelDb: -96 },
      { frame: 60, levelDb: 0 },
    ],
  });
});

test('a channel of two that is taken out leaves the other heard', () => {
  const document = withinVoice(channel(' active="0"')).replaceAll('audioChannels="1"', 'audioChannels="2"');
  const [, sound] = readFcpxml(document).tracks[1]?.items ?? [];
  expect(sound).not.toHaveProperty('isDisabled');
});

test('detached sound, which Final Cut wraps in a clip with a gap, is the same sound', () => {
  const document = written.replace(voice, (_, attributes: string) => {
    const valueOf = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
    return `<clip lane="-1" offset="${valueOf('offset')}" name="voice-b" duration="${valueOf('duration')}" format="r1">
      <gap name="Gap" offset="0s" duration="10s"><audio ref="asset-voice-b" lane="-1" offset="0s" duration="10s" role="dialogue.Speech" srcCh="1"/></gap>
      ${channel('')}</clip>`;
  });
  expect(editsOf(document)).toEqual([]);
});

const assets = `<asset id="s1" name="cam.mov" start="0s" duration="600s" hasVideo="1" hasAudio="1" format="format-1"><media-rep kind="original-media" src="file:///m/cam.mov"/></asset>
  <asset id="s2" name="ext.wav" start="0s" duration="600s" hasAudio="1"><media-rep kind="original-media" src="file:///m/ext.wav"/></asset></resources>`;
const camera = 'ref="s1" offset="0s" duration="600s"';
const recorder = '<asset-clip ref="s2" lane="-1" offset="2s" duration="600s" audioRole="dialogue"/>';
const sources = (ofCamera: number, ofRecorder: number): string =>
  `<sync-source sourceID="storyline"><audio-role-source role="dialogue" active="${String(ofCamera)}"/></sync-source>
   <sync-source sourceID="connected"><audio-role-source role="dialogue" active="${String(ofRecorder)}"/></sync-source>`;
const withSynchronised = (inside: string): Timeline =>
  readFcpxml(
    written
      .replace('</resources>', assets)
      .replace(
        '</spine>',
        `<sync-clip name="S" offset="10s" start="100s" duration="5s">${inside}</sync-clip></spine>`,
      ),
  );

test.each([
  ['in the item it goes with', `<asset-clip ${camera}>${recorder}</asset-clip>`],
  ['beside it', `<asset-clip ${camera}/>${recorder}`],
])('a synchronised clip plays the recorder it is connected to, trimmed with it: %s', (_, inside) => {
  expect(outline(withSynchronised(inside + sources(0, 1)))).toEqual([
    'video Pictures: a@0+100 b@0+100 c@0+100 cam.mov@3000+150'.replaceAll(/\b([abc])@/g, '$1.png@'),
    'audio Speech: voice-a.wav@0+100 voice-b.wav@0+100 voice-c.wav@0+100',
    'audio dialogue: 300 ext.wav@2940+150',
    'audio Music: music.wav@0+300',
  ]);
  const withCamera = outline(withSynchronised(inside + sources(1, 0)));
  expect(withCamera).toContain('audio dialogue: 300 cam.mov@3000+150');
});

test('captions and sound within a compound clip are where they were', () => {
  const [, duration] = /<sequence[^>]*duration="([^"]*)"/.exec(written) ?? [];
  const [spine = ''] = /<spine>[\s\S]*<\/spine>/.exec(written) ?? [];
  const nested = `<media id="r99" name="Compound"><sequence format="format-1" duration="${String(duration)}" tcStart="0s">${spine}</sequence></media></resources>`;
  const use = (more: string): string =>
    `<spine><ref-clip ref="r99" offset="0s" name="Compound" ${more}/></spine>`;
  const documentOf = (more: string): string =>
    written.replace(spine, use(more)).replace('</resources>', nested);
  expect(editsOf(documentOf(`duration="${String(duration)}"`))).toEqual([]);
  const { captionTracks } = readFcpxml(documentOf('start="25/30s" duration="5s"'));
  expect(captionTracks[0]?.captions).toMatchObject([
    { startFrame: 0, durationFrames: 20, lines: ['Words of a'] },
    { startFrame: 80, durationFrames: 40, lines: ['Words of b'] },
  ]);
});

test('a caption that lies one lane higher stays with the others of its language', () => {
  let count = 0;
  const document = written.replaceAll(
    /<caption ([^>]*)lane="(\d+)"/g,
    (whole, rest: string, lane: string) => {
      count += 1;
      return count === 2 ? `<caption ${rest}lane="${String(Number(lane) + 1)}"` : whole;
    },
  );
  expect(count).toBe(3);
  expect(editsOf(document)).toEqual([]);
  expect(readFcpxml(document).captionTracks.map(({ captions }) => captions.length)).toEqual([3]);
});

test('dissolves between moving pictures come back without an edit', () => {
  const zoom = [
    { frame: 0, scale: 1, x: 0, y: 0 },
    { frame: 99, scale: 1.3, x: 0.02, y: 0 },
  ];
  const transition = { style: 'FADE', durationFrames: 30 } as const;
  const moving = {
    ...cutOf([
      { id: 'a', more: { motion: zoom } },
      { id: 'b', more: { motion: zoom, transition } },
      { id: 'c', more: { motion: zoom, transition } },
    ]),
    markers: [],
  };
  const back = readFcpxml(writeFcpxml(moving, '1.13'));
  expect(diffCuts(moving, back, { formats: ['FCPXML'] }).edits).toEqual([]);
});
