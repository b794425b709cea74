import { expect, test } from 'vitest';
import { readFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { TimelineParseError } from '../../../../../src-timeline/model/timeline-parse-error.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates } from '../sample-timelines.ts';

interface Parts {
  readonly version?: string;
  readonly resources?: string;
  readonly sequence?: string;
  readonly spine: string;
}

const plainResources = `
  <format id="r1" name="FFVideoFormat1080p25"/>
  <asset id="r2" name="Interview" uid="ABC" start="3600s" duration="60s" hasVideo="1" hasAudio="1" format="r1" audioSources="1" audioChannels="2" audioRate="48000">
    <media-rep kind="proxy-media" src="file:///proxy/Interview.mov"/>
    <media-rep kind="original-media" sig="X" src="file:///Volumes/Disk/Interview%201.MOV"><bookmark>Ym9v</bookmark></media-rep>
  </asset>
  <asset id="r3" name="Bild" start="0s" duration="0s" hasVideo="1" format="r9" videoSources="1"><media-rep src="file:///Volumes/Disk/Bild.png"/></asset>
  <asset id="r4" name="Score.wav" start="0s" duration="2116800/44100s" hasAudio="1" audioSources="1" audioChannels="1"><media-rep src="file:///Volumes/Disk/Score.wav"/></asset>
  <format id="r9" name="FFVideoFormatRateUndefined" width="4000" height="3000"/>
  <effect id="r5" name="Basic Title" uid="x"/>`;

function documentOf({ version = '1.11', resources = plainResources, sequence = '', spine }: Parts): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="${version}">
  <resources>${resources}</resources>
  <library location="file:///Users/x/Lib.fcpbundle"><event name="E"><keyword-collection name="k"/>
    <asset-clip ref="r2" name="loose" duration="5s"/>
    <project name="Edited"><sequence format="r1" tcStart="3600s" tcFormat="NDF" ${sequence}><spine>${spine}</spine></sequence></project>
  </event></library>
</fcpxml>`;
}

function read(parts: Parts | string): Timeline {
  return readFcpxml(documentOf(typeof parts === 'string' ? { spine: parts } : parts));
}

function outline(timeline: Timeline): string[] {
  return outlineTracks(timeline, ({ kind, name, role }) => `${kind} ${name} ${role}`);
}

test('a Final Cut export with camera timecode, a still, connected clips and markers is read', () => {
  const timeline = read(`
    <asset-clip ref="r2" offset="3600s" name="Interview" start="3602s" duration="4s" tcFormat="NDF" audioRole="dialogue.dialogue-1">
      <note>Good &amp; short</note>
      <adjust-volume amount="-6dB"/>
      <asset-clip ref="r4" lane="-1" offset="3603s" name="Score" duration="10s" audioRole="music.music-1"/>
      <video ref="r3" lane="1" offset="3604s" name="Bild" start="3600s" duration="1s"/>
      <title ref="r5" lane="2" offset="3602s" name="T" start="3600s" duration="2s"><text>x</text></title>
      <marker start="3603s" duration="1/25s" value="M"/>
    </asset-clip>
    <gap name="Gap" offset="3604s" start="3600s" duration="1s"/>
    <video ref="r3" offset="3605s" name="Bild" start="3600s" duration="2s"/>`);
  expect(timeline.frameRate).toEqual(rates[25]);
  expect([timeline.name, timeline.width, timeline.height, timeline.startFrame]).toEqual([
    'Edited',
    1920,
    1080,
    90_000,
  ]);
  expect(outline(timeline)).toEqual([
    'video Video 1 video: Interview 1.MOV@50+100 25 Bild.png@0+50',
    'video Video 2 video: 50 Bild.png@0+25',
    'audio dialogue-1 dialogue: Interview 1.MOV@50+100',
    'audio music-1 music: 25 Score.wav@0+250',
  ]);
  const [picture] = timeline.tracks[0]?.items ?? [];
  const [sound] = timeline.tracks[2]?.items ?? [];
  expect(picture).toMatchObject({ note: 'Good & short', name: 'Interview' });
  expect(
    picture?.kind === 'clip' &&
      sound?.kind === 'clip' &&
      picture.linkId === sound.linkId &&
      picture.linkId !== null,
  ).toBe(true);
  expect(timeline.media).toMatchObject([
    {
      mediaId: 'r2',
      location: 'file:///Volumes/Disk/Interview%201.MOV',
      startFrame: 90_000,
      durationFrames: 1500,
      audioChannels: 2,
    },
    { mediaId: 'r3', kind: 'still', durationFrames: null, size: { width: 4000, height: 3000 } },
    { mediaId: 'r4', kind: 'audio', durationFrames: 1200, audioChannels: 1 },
  ]);
});

test('a Resolve export of version 1.8 is read: location on the asset, offsets from the start timecode', () => {
  const timeline = read({
    version: '1.8',
    resources: `<format id="r1" frameDuration="1/25s" width="1080" height="1920"/>
      <asset id="r2" name="clip.mov" start="0/1s" duration="10/1s" hasVideo="1" format="r1" src="file:///m/clip.mov"/>`,
    spine: `<asset-clip ref="r2" name="clip.mov" offset="3600/1s" start="1/1s" duration="2/1s" enabled="1"/>
      <asset-clip ref="r2" name="clip.mov" offset="3603/1s" start="4/1s" duration="1/1s" enabled="1"/>`,
  });
  expect([timeline.width, timeline.height]).toEqual([1080, 1920]);
  expect(outline(timeline)).toEqual(['video Video 1 video: clip.mov@25+50 25 clip.mov@100+25']);
  expect(timeline.media[0]?.location).toBe('file:///m/clip.mov');
});

test('offsets that count from zero despite a start timecode are understood', () => {
  const timeline = read(
    '<asset-clip ref="r2" offset="0s" start="3600s" duration="1s"/><asset-clip ref="r2" offset="2s" start="3600s" duration="1s"/>',
  );
  expect(outline(timeline)[0]).toBe('video Video 1 video: Interview 1.MOV@0+25 25 Interview 1.MOV@0+25');
});

test('an offset that points back is not believed: clips of a storyline follow each other', () => {
  const timeline = read(
    '<asset-clip ref="r2" offset="3600s" start="3600s" duration="2s"/><asset-clip ref="r2" offset="3601s" start="3605s" duration="1s"/>',
  );
  expect(outline(timeline)[0]).toBe('video Video 1 video: Interview 1.MOV@0+50 Interview 1.MOV@125+25');
});

test('secondary storylines, auditions and wrapped clips are read', () => {
  const timeline = read(`
    <clip name="wrapped" offset="3600s" start="3610s" duration="2s" tcFormat="NDF">
      <video ref="r2" offset="3600s" start="3600s" duration="60s"><audio ref="r2" lane="-1" offset="3600s" start="3600s" duration="60s"/></video>
    </clip>
    <audition><asset-clip ref="r2" start="3601s" duration="1s" srcEnable="video"/><asset-clip ref="r2" start="3605s" duration="1s"/></audition>
    <asset-clip ref="r2" offset="3603s" start="3600s" duration="2s" srcEnable="video">
      <spine lane="1" offset="3600s"><video ref="r3" offset="0s" duration="1/5s"/><gap duration="2/5s"/><video ref="r3" offset="3/5s" duration="1/5s"/></spine>
    </asset-clip>`);
  expect(outline(timeline)).toEqual([
    'video Video 1 video: Interview 1.MOV@250+50 Interview 1.MOV@25+25 Interview 1.MOV@0+50',
    'video Video 2 video: 75 Bild.png@0+5 10 Bild.png@0+5',
    'audio dialogue dialogue: Interview 1.MOV@250+50',
  ]);
});

test('sound that begins before its picture and ends after it is read so', () => {
  const timeline = read(`<gap offset="3600s" duration="2s"/>
    <asset-clip ref="r2" offset="3602s" start="3610s" duration="2s" audioStart="3609s" audioDuration="4s"/>`);
  expect(outline(timeline)).toEqual([
    'video Video 1 video: 50 Interview 1.MOV@250+50',
    'audio dialogue dialogue: 25 Interview 1.MOV@225+100',
  ]);
});

test('items that cannot be shown keep their time: titles, compound clips without a resource', () => {
  const timeline = read(`
    <title ref="r5" offset="3600s" duration="1s"/>
    <ref-clip ref="r7" offset="3601s" duration="1s"><video ref="r3" lane="1" offset="0s" duration="1s"/></ref-clip>
    <asset-clip ref="r2" offset="3602s" start="3600s" duration="1s" enabled="0"/>
    <transition name="Cross Dissolve" offset="7205/2s" duration="1s"/>
    <video ref="r3" offset="3603s" duration="1s"/>`);
  expect(outline(timeline)).toEqual([
    'video Video 1 video: 50 Interview 1.MOV@0+25 Bild.png@0+25',
    'video Video 2 video: 25 Bild.png@0+25',
    'audio dialogue dialogue: 50 Interview 1.MOV@0+25',
  ]);
  expect(timeline.tracks[0]?.items[1]).toHaveProperty('isDisabled', true);
});

test('clips of one role that overlap become two tracks', () => {
  const sound = (offset: string): string =>
    `<asset-clip ref="r4" lane="-1" offset="${offset}" duration="2s" audioRole="effects"/>`;
  const timeline = read(
    `<gap offset="3600s" start="0s" duration="10s">${sound('0s')}${sound('1s')}${sound('3s')}</gap>`,
  );
  expect(outline(timeline)).toEqual([
    'audio effects effects: Score.wav@0+50 25 Score.wav@0+50',
    'audio effects effects: 25 Score.wav@0+50',
  ]);
});

test('sound cut between frames goes to the nearest, and media are never shorter than their clips', () => {
  const timeline = read(
    '<gap offset="3600s" start="0s" duration="60s"><asset-clip ref="r4" lane="-1" offset="1001/2000s" start="0s" duration="48031/1000s"/></gap>',
  );
  expect(outline(timeline)).toEqual(['audio dialogue dialogue: 13 Score.wav@0+1201']);
  expect(timeline.media[2]?.durationFrames).toBe(1201);
});

test('captions of every caption format are read by language', () => {
  const caption = (role: string, offset: string, text: string): string =>
    `<caption lane="1" offset="${offset}" duration="1s" start="3600s" role="${role}"><text>${text}</text><text-style-def id="ts${offset}"><text-style font="x"/></text-style-def></caption>`;
  const timeline = read({
    sequence: 'audioRate="44.1k"',
    spine: `<gap offset="3600s" start="0s" duration="10s">
      ${caption('iTT?captionFormat=ITT.de', '1s', '<text-style ref="a">Zwei</text-style><text-style ref="b"> Teile</text-style>')}
      ${caption('SRT?captionFormat=SRT.cmn-Hant', '2s', '\n<text-style ref="c">一\n二</text-style>\n')}
      ${caption('iTT?captionFormat=ITT.de', '3s', 'bare')}</gap>`,
  });
  expect(timeline.audioRate).toBe(44_100);
  expect(timeline.captionTracks).toEqual([
    {
      languageCode: 'de',
      captions: [
        { startFrame: 25, durationFrames: 25, lines: ['Zwei Teile'] },
        { startFrame: 75, durationFrames: 25, lines: ['bare'] },
      ],
    },
    { languageCode: 'zh-Hant', captions: [{ startFrame: 50, durationFrames: 25, lines: ['一', '二'] }] },
  ]);
});

test('effects of a clip are read: a transition, place and size, volume, speed, and others as they are', () => {
  const timeline = read(`
    <asset-clip ref="r2" offset="3600s" start="3600s" duration="2s"/>
    <transition name="Wipe" offset="90040/25s" duration="20/25s"/>
    <asset-clip ref="r2" offset="3602s" start="3604s" duration="1s">
      <timeMap><timept time="0s" value="0s" interp="smooth2"/><timept time="30s" value="60s" interp="smooth2"/></timeMap>
      <adjust-crop mode="trim"><trim-rect left="10"/></adjust-crop>
      <adjust-transform position="-44.4444 25" scale="0.5 0.5"/>
      <adjust-volume><param name="amount"><fadeIn type="easeIn" duration="10/25s"/><keyframeAnimation>
        <keyframe time="3604s" value="-6dB"/><keyframe time="90110/25s" value="-12"/></keyframeAnimation></param></adjust-volume>
      <marker start="90105/25s" duration="1/25s" value="Here" note="why"/>
      <filter-video ref="r5" name="Blur"/>
    </asset-clip>`);
  const [picture, sound] = timeline.tracks.map(({ items }) => items[1]);
  expect(picture).toMatchObject({
    transition: { style: 'FADE', durationFrames: 20, framesBeforeCut: 10 },
    sourceStartFrame: 200,
    durationFrames: 25,
    speed: 2,
    motion: [{ frame: 0, scale: 0.5, y: -0.25 }],
    markers: [{ frame: 5, name: 'Here', note: 'why' }],
    unread: [{ name: 'Crop' }, { name: 'Blur' }],
  });
  expect(sound).toMatchObject({
    levels: [
      { frame: 0, levelDb: -6 },
      { frame: 10, levelDb: -12 },
    ],
    fades: { inFrames: 10, outFrames: 0 },
    speed: 2,
  });
  expect(sound).not.toHaveProperty('transition');
});

test('a still that another program placed as a clip with a length is a still', () => {
  const timeline = read({
    resources: plainResources.replace(
      'id="r3" name="Bild" start="0s" duration="0s"',
      'id="r3" name="Bild" start="0s" duration="3600s"',
    ),
    spine: '<asset-clip ref="r3" offset="3600s" start="1800s" duration="2s"/>',
  });
  expect(timeline.media[1]).toMatchObject({ kind: 'still', durationFrames: null });
  expect(outline(timeline)).toEqual(['video Video 1 video: Bild.png@0+50']);
});

test('a compound clip becomes what is in it, as far as it is seen', () => {
  const timeline = read({
    resources: `${plainResources}<media id="r7" name="Compound"><sequence format="r1" tcStart="0s"><spine>
      <asset-clip ref="r2" offset="0s" start="3600s" duration="2s"><video ref="r3" lane="1" offset="3601s" start="0s" duration="2s"/></asset-clip>
      <video ref="r3" offset="2s" start="0s" duration="4s"/><ref-clip ref="r7" offset="6s" duration="1s"/>
    </spine></sequence></media>`,
    spine: `<video ref="r3" offset="3600s" duration="1s"/>
      <ref-clip ref="r7" offset="3601s" start="1s" duration="3s"/><ref-clip ref="r7" offset="3604s" duration="1s" enabled="0"/>`,
  });
  expect(outline(timeline)).toEqual([
    'video Video 1 video: Bild.png@0+25 Interview 1.MOV@25+25 Bild.png@0+50 Interview 1.MOV@0+25',
    'video Video 2 video: 25 Bild.png@0+50',
    'audio dialogue dialogue: 25 Interview 1.MOV@25+25 50 Interview 1.MOV@0+25',
  ]);
  expect(timeline.tracks[0]?.items.map((item) => item.kind === 'clip' && item.isDisabled === true)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

const compound = (attributes: string, inside = ''): Timeline =>
  read({
    resources: `${plainResources}<media id="r7" name="Compound"><sequence format="r1" tcStart="0s"><spine>
      <asset-clip ref="r2" offset="0s" start="3600s" duration="4s"/><video ref="r3" offset="4s" start="0s" duration="4s"/>
    </spine></sequence></media>`,
    spine: `<ref-clip ref="r7" offset="3600s" ${attributes}>${inside}</ref-clip>`,
  });

test('a compound clip at another speed, backwards or of sound alone is read so', () => {
  const map = (from: string, to: string): string =>
    `<timeMap><timept time="0s" value="${from}"/><timept time="4s" value="${to}"/></timeMap>`;
  const fast = compound('duration="4s"', map('0s', '8s'));
  expect(outline(fast)).toEqual([
    'video Video 1 video: Interview 1.MOV@0+50 Bild.png@0+50',
    'audio dialogue dialogue: Interview 1.MOV@0+50',
  ]);
  expect(fast.tracks[0]?.items[0]).toHaveProperty('speed', 2);
  const backwards = compound('duration="4s"', map('8s', '0s'));
  expect(outline(backwards)[0]).toBe('video Video 1 video: Bild.png@0+50 Interview 1.MOV@0+50');
  expect(backwards.tracks[0]?.items[1]).toMatchObject({ speed: 2, isReversed: true });
  expect(outline(compound('duration="8s" srcEnable="audio"'))).toEqual([
    'audio dialogue dialogue: Interview 1.MOV@0+100',
  ]);
  expect(outline(compound('duration="8s" srcEnable="video"'))).toEqual([
    'video Video 1 video: Interview 1.MOV@0+100 Bild.png@0+100',
  ]);
});

test('an effect on a compound clip is one on every picture in it', () => {
  const { tracks } = compound('duration="8s"', '<filter-video ref="r5" name="Blur"/>');
  expect(tracks[0]?.items).toMatchObject([{ unread: [{ name: 'Blur' }] }, { unread: [{ name: 'Blur' }] }]);
});

test('compound clips that multiply themselves are refused', () => {
  const levels = Array.from({ length: 7 }, (_, level) => {
    const uses = `<ref-clip ref="l${String(level + 1)}" duration="1s"/>`.repeat(20);
    return `<media id="l${String(level)}"><sequence format="r1"><spine>${uses}</spine></sequence></media>`;
  });
  const spine = '<ref-clip ref="l0" offset="3600s" duration="20s"/>';
  expect(() => read({ resources: plainResources + levels.join(''), spine })).toThrow(/too many clips/);
});

const oneClip = '<asset-clip ref="r2" offset="3600s" start="3600s" duration="1s"/>';

test.for([
  ['no project', '<fcpxml version="1.13"><resources/></fcpxml>', /no project/],
  [
    'no resources',
    '<fcpxml version="1.13"><project name="p"><sequence format="r1"><spine/></sequence></project></fcpxml>',
    /no resources/,
  ],
  ['no storyline', documentOf({ spine: oneClip }).replace(/<spine>.*<\/spine>/s, ''), /no storyline/],
  ['a missing format', documentOf({ spine: oneClip, resources: '' }), /no frame rate/],
] as const)('a document with %s is refused, saying where', ([, text, message]) => {
  expect(() => readFcpxml(text)).toThrow(TimelineParseError);
  expect(() => readFcpxml(text)).toThrow(message);
});
