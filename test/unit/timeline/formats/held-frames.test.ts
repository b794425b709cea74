import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { readEdl, writeEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import { readCutRecord, writeCutRecord } from '../../../../src-timeline/model/cut-record.ts';
import { clipsOfTracks, isHeldFrame } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { documentFormats, writtenAndRead } from './document-formats.ts';
import { audioTrack, clip, timelineOf, videoMedia, videoTrack } from './sample-timelines.ts';

const film = videoMedia('film', 400, { audioChannels: 2 });
const heldAt30 = { sourceStartFrame: 30, durationFrames: 50, speed: 1 / 50 };

function cutOf(more: Partial<Clip>): Timeline {
  return timelineOf({
    media: [film],
    tracks: [
      videoTrack('Pictures', clip(film, 50, { sourceStartFrame: 30, linkId: 'a', ...more })),
      audioTrack('Voice', 'dialogue', clip(film, 50, { sourceStartFrame: 30, linkId: 'a' })),
    ],
  });
}

const clipsOf = ({ tracks }: Timeline): readonly Clip[] => clipsOfTracks(tracks);

const readList = (lines: readonly string[]): Timeline =>
  readEdl(lines.join('\n'), {
    frameRate: { numerator: 25, denominator: 1 },
    size: { width: 640, height: 360 },
  });

/** Replaces text in a document and returns its first clip and sound as read. */
function readEdited(
  { write, read }: (typeof documentFormats)['OTIO'],
  from: RegExp | string,
  to: string,
  more: Partial<Clip> = {},
): readonly Clip[] {
  const text = write(cutOf(more));
  const edited = text.replace(from, to);
  expect(edited).not.toBe(text);
  return clipsOf(read(edited));
}

test.for(Object.entries(documentFormats))('a held frame comes back from %s', ([, { write, read }]) => {
  const [picture] = clipsOf(read(write(cutOf({ speed: 1 / 50 }))));
  expect(picture).toMatchObject({ sourceStartFrame: 30, durationFrames: 50 });
  expect(picture?.speed).toBeCloseTo(1 / 50, 6);
  expect(picture).not.toHaveProperty('unread');
});

test.for([7, 333, 30_001])(
  'a frame held for %i frames stands in a decision list as one of no speed',
  (frames) => {
    const cut = cutOf({ durationFrames: frames, speed: 1 / frames });
    expect(writeEdl(cut, { fileName: 'cut.edl' }).text).toMatch(/^M2 {3}\S+ +000\.0 /m);
    expect(clipsOf(writtenAndRead(cut, 'EDL'))[0]).toMatchObject({
      durationFrames: frames,
      speed: 1 / frames,
    });
  },
);

test('a speed of zero in a decision list of another program is a held frame, without sound', () => {
  const list = [
    '001  A001     B     C        00:00:01:05 00:00:01:06 01:00:00:00 01:00:02:00',
    'M2   A001       000.0                00:00:01:05',
    '* FROM CLIP NAME: film.mp4',
    '002  A001     B     C        00:00:03:00 00:00:04:00 01:00:02:00 01:00:03:00',
    '* FROM CLIP NAME: film.mp4',
  ];
  expect(readList(list).tracks.map(({ items }) => items)).toMatchObject([
    [
      { sourceStartFrame: 30, durationFrames: 50, speed: 1 / 50 },
      { sourceStartFrame: 75, durationFrames: 25 },
    ],
    [
      { kind: 'gap', durationFrames: 50 },
      { sourceStartFrame: 75, durationFrames: 25 },
    ],
  ]);
});

test.for([
  ['B001', 'A001'],
  ['AX', 'AX'],
])('a picture of %s after a dissolve from a held frame of %s is played, with its sound', ([to, from]) => {
  const held = `M2   ${from}       000.0                00:00:01:00`;
  const list = [
    `001  ${from}     B     C        00:00:01:00 00:00:01:01 01:00:00:00 01:00:02:00`,
    held,
    '* FROM CLIP NAME: a.mov',
    `002  ${from}     B     C        00:00:01:00 00:00:01:00 01:00:02:00 01:00:02:00`,
    `002  ${to}     B     D    012 00:00:05:00 00:00:09:00 01:00:02:00 01:00:06:00`,
    held,
    '* FROM CLIP NAME: a.mov',
    '* TO CLIP NAME: b.mov',
  ];
  const played = { sourceStartFrame: 125, durationFrames: 100 };
  const [pictures, sounds] = readList(list).tracks.map(({ items }) => items);
  expect(pictures).toMatchObject([
    { sourceStartFrame: 25, durationFrames: 50, speed: 1 / 50 },
    { ...played, transition: { style: 'FADE', durationFrames: 12 } },
  ]);
  expect(sounds).toMatchObject([{ kind: 'gap', durationFrames: 50 }, played]);
  for (const items of [pictures, sounds]) expect(items?.[1]).not.toHaveProperty('speed');
});

test('a speed in a decision list is that of the lines of picture and sound before it that have none of their own', () => {
  const line = (channel: string): string =>
    `001  A001     ${channel}     C        00:00:01:05 00:00:03:05 01:00:00:00 01:00:02:00\n* FROM CLIP NAME: a.mov`;
  const speed = (rate: string): string => `M2   A001       ${rate}                00:00:01:05`;
  const speedsOf = (...list: readonly string[]): readonly (number | undefined)[] =>
    clipsOf(readList(list)).map((one) => one.speed);
  expect(speedsOf(line('V'), line('A'), speed('000.0'))).toEqual([1 / 50]);
  expect(speedsOf(line('V'), line('A'), speed('050.0'))).toEqual([2, 2]);
  expect(speedsOf(line('V'), speed('050.0'), line('A'), speed('025.0'))).toEqual([2, undefined]);
});

const { PREMIERE_XML: xmeml, OTIO: otio, KDENLIVE: kdenlive, SHOTCUT: shotcut } = documentFormats;

test('a clip of xmeml that is a still frame of a film holds it, and its sound goes on', () => {
  const still = '<stillframe>TRUE</stillframe>';
  for (const [more, sourceStartFrame] of [
    ['<stillframeoffset>12</stillframeoffset>', 12],
    ['', 30],
  ] as const) {
    const [picture, sound] = readEdited(xmeml, '<sourcetrack>', `${still}${more}$&`);
    expect(picture).toMatchObject({ ...heldAt30, sourceStartFrame });
    expect(sound).not.toHaveProperty('speed');
  }
  const [moving] = readEdited(xmeml, '<sourcetrack>', '<stillframe>FALSE</stillframe>$&');
  expect(moving).not.toHaveProperty('speed');
});

test.for(['FreezeFrame.1', 'LinearTimeWarp.1'])(
  'an OTIO clip frozen by %s holds its first frame',
  (schema) => {
    const effect = { OTIO_SCHEMA: schema, metadata: {}, name: '', effect_name: 'Freeze', time_scalar: 0 };
    const document = JSON.parse(otio.write(cutOf({}))) as {
      tracks: { children: { children: { effects: object[] }[] }[] };
    };
    for (const track of document.tracks.children) track.children[0]?.effects.push(effect);
    const read = readOtio(JSON.stringify(document));
    const [picture, sound] = clipsOf(read);
    expect(picture).toMatchObject({ ...heldAt30, unread: [{ name: 'Freeze' }] });
    expect(sound).not.toHaveProperty('speed');
    expect(sound).toMatchObject({ unread: [{ name: 'Freeze' }] });
    const again = otio.write(read);
    expect(again.split('"time_scalar"')).toHaveLength(3);
    expect(clipsOf(otio.read(again))[0]).toEqual(picture);
  },
);

test('an OTIO clip that was frozen is played in the document once it has a speed again, and told once', () => {
  const effect = { OTIO_SCHEMA: 'FreezeFrame.1', metadata: {}, name: 'Freeze', effect_name: 'Freeze' };
  const delivered = cutOf({});
  const document = JSON.parse(otio.write(delivered)) as {
    tracks: { children: { children: { effects: object[] }[] }[] };
  };
  document.tracks.children[0]?.children[0]?.effects.push({ ...effect, time_scalar: 0 });
  const frozen = readOtio(JSON.stringify(document));
  expect(diffCuts(delivered, frozen, { formats: ['OTIO'] }).edits).toMatchObject([{ kind: 'retimed' }]);
  const shorter = cutOf({ sourceStartFrame: 40, durationFrames: 40 });
  const cutChoice = (choice: 'ours' | 'theirs'): Clip | undefined => {
    const decisions = new Map([['cut clip 0', choice]] as const);
    const { cut } = mergeCuts({ base: delivered, ours: frozen, theirs: shorter }, { decisions });
    return clipsOf(otio.read(otio.write(readCutRecord(writeCutRecord(cut)) ?? delivered)))[0];
  };
  expect(cutChoice('ours')).toMatchObject({ ...heldAt30, unread: [{ name: 'Freeze' }] });
  expect(cutChoice('theirs')).toMatchObject({ sourceStartFrame: 40, durationFrames: 40 });
  for (const part of ['speed', 'unread']) expect(cutChoice('theirs')).not.toHaveProperty(part);
});

test('a freeze filter of Kdenlive or Shotcut holds its frame', () => {
  const filter = '<filter><property name="mlt_service">freeze</property></filter>';
  const inKdenlive = readEdited(
    kdenlive,
    /(<entry producer="video[^>]*>\s*<property name="kdenlive:id"[^<]*<\/property>)/,
    `$1${filter}`,
  );
  const inShotcut = readEdited(shotcut, /(<property name="dailies:media">[^<]*<\/property>)/, `$1${filter}`);
  for (const clips of [inKdenlive, inShotcut])
    expect(clips.filter(isHeldFrame)).toMatchObject([{ sourceStartFrame: 0 }]);
});

const finalCutDocument = (story: string): string => `<fcpxml version="1.11"><resources>
  <format id="r1" name="FFVideoFormat1080p25"/>
  <asset id="r2" name="a.mov" start="0s" duration="60s" hasVideo="1" format="r1"><media-rep src="file:///a.mov"/></asset>
  </resources><project name="P"><sequence format="r1"><spine>${story}</spine></sequence></project></fcpxml>`;

test('a frame that Final Cut holds within a clip around the film is held', () => {
  const map = '<timeMap><timept time="0s" value="2s"/><timept time="20s" value="2s"/></timeMap>';
  const documentOf = (inner: string): string =>
    finalCutDocument(
      `<clip offset="0s" start="5s" duration="4s"><video ref="r2" offset="0s" duration="60s">${inner}</video></clip>`,
    );
  expect(clipsOf(readFcpxml(documentOf('')))[0]).toMatchObject({ sourceStartFrame: 125 });
  expect(clipsOf(readFcpxml(documentOf(map)))).toMatchObject([
    { sourceStartFrame: 50, durationFrames: 100, speed: 1 / 100 },
  ]);
});

test('the clip after a held frame in Final Cut begins at the frame where the hold ended', () => {
  const points = ['0s 0s', '4s 4s', '8s 4s', '20s 16s'].map((point) => {
    const [time, value] = point.split(' ');
    return `<timept time="${time ?? ''}" value="${value ?? ''}" interp="linear"/>`;
  });
  const map = `<timeMap>${points.join('')}</timeMap>`;
  for (const story of [
    `<asset-clip ref="r2" offset="0s" start="9s" duration="2s">${map}</asset-clip>`,
    `<clip offset="0s" start="9s" duration="2s"><video ref="r2" offset="0s" duration="20s">${map}</video></clip>`,
  ]) {
    const [shown] = clipsOf(readFcpxml(finalCutDocument(story)));
    expect(shown).toMatchObject({ sourceStartFrame: 125, durationFrames: 50 });
    for (const part of ['speed', 'unread']) expect(shown).not.toHaveProperty(part);
  }
});

test('a still that is held is as it was', () => {
  const text = xmeml.write(cutOf({})).replace('<sourcetrack>', '<stillframe>TRUE</stillframe>$&');
  const [picture] = clipsOf(
    readXmeml(text.replaceAll('film.mp4', 'film.png').replaceAll(/<audio>.*?<\/audio>/gs, '')),
  );
  expect(picture).toMatchObject({ sourceStartFrame: 0, durationFrames: 50 });
  expect(picture).not.toHaveProperty('speed');
});
