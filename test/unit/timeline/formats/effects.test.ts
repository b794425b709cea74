import { expect, test } from 'vitest';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../fakes/oracle-files.ts';
import { outlineTracks } from './outline-timeline.ts';
import { audioMedia, audioTrack, clip, stillMedia, videoMedia, videoTrack } from './sample-timelines.ts';
import { complaintsOfXmllint, reasonNotToValidate } from './validate-with-dtd.ts';

const still = stillMedia('still', { width: 1920, height: 1080 });
const moving = videoMedia('moving', 100);
const logo = { ...stillMedia('logo', { width: 400, height: 200 }), isTransparent: true };
const music = audioMedia('music', 90, 2);

/** A zoomed still, a clip that fades in, another still, a logo over all, and music that gets quieter. */
const timeline: Timeline = {
  name: 'Effects',
  frameRate: { numerator: 30, denominator: 1 },
  width: 1920,
  height: 1080,
  startFrame: 0,
  isDropFrame: false,
  audioRate: 48_000,
  media: [still, moving, logo, music],
  tracks: [
    videoTrack(
      'Pictures',
      clip(still, 60, {
        motion: [
          { frame: 0, scale: 1, x: 0, y: 0 },
          { frame: 69, scale: 1.2, x: 0.05, y: -0.02 },
        ],
      }),
      clip(moving, 40, { transition: { style: 'FADE', durationFrames: 11 } }),
      clip(still, 50, { transition: { style: 'WIPE', durationFrames: 10 } }),
    ),
    videoTrack('Logo', clip(logo, 150, { motion: [{ frame: 0, scale: 0.5, x: -0.4, y: 0.25 }] })),
    audioTrack(
      'Music',
      'music',
      clip(music, 90, {
        levels: [
          { frame: 0, levelDb: -6 },
          { frame: 45, levelDb: -18 },
        ],
      }),
      clip(music, 60, { levels: [{ frame: 0, levelDb: -18 }] }),
    ),
  ],
  captionTracks: [],
};

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

test('documents with transitions, moves and levels are valid', (context) => {
  skipFor(reasonNotToValidate(), context);
  expect(complaintsOfXmllint('FCPXML 1.13', [writeFcpxml(timeline, '1.13')])).toBe('');
  expect(complaintsOfXmllint('FCPXML 1.10', [writeFcpxml(timeline, '1.10')])).toBe('');
  expect(complaintsOfXmllint('xmeml 4', [writeXmeml(timeline)])).toBe('');
});

test('in FCPXML a cut is in the middle of its transition, and nothing that is seen moves', () => {
  const document = plain(writeFcpxml(timeline, '1.13'));
  expect(document).toContain('<transition name="Cross Dissolve" offset="6000/3000s" duration="1100/3000s">');
  expect(document).toContain('<transition name="Cross Dissolve" offset="10000/3000s" duration="1000/3000s">');
  expect(document.match(/<effect /g)).toHaveLength(1);
  const [pictures] = outlineTracks(readFcpxml(document), ({ name }) => name);
  // Cuts lie at 65 and 105 instead of 60 and 100. The clip shows its frame 5 at the cut.
  expect(pictures).toBe('Pictures: still.png@0+65 moving.mp4@5+40 still.png@0+45');
});

test('in FCPXML a move is in percent of the frame’s height, upwards, in the time of the clip', () => {
  const document = plain(writeFcpxml(timeline, '1.13'));
  expect(document).toContain(
    '<param name="position"> <keyframeAnimation> <keyframe time="10800000/3000s" value="0 0"/> ' +
      '<keyframe time="10806900/3000s" value="8.88889 2"/>',
  );
  expect(document).toContain('<keyframe time="10806900/3000s" value="1.2 1.2"/>');
});

test('in FCPXML the scale of a picture counts from where it fits the frame', () => {
  // 400 × 200 fits at 4.8 times, so half the pixels are 0.5 / 4.8.
  expect(plain(writeFcpxml(timeline, '1.13'))).toContain(
    '<adjust-transform position="-71.11111 -25" scale="0.10417 0.10417"/>',
  );
});

test('in FCPXML levels are decibels over the time of the sound', () => {
  const document = plain(writeFcpxml(timeline, '1.13'));
  expect(document).toContain(
    '<keyframe time="0/3000s" value="-6.0dB"/> <keyframe time="4500/3000s" value="-18.0dB"/>',
  );
  expect(document).toContain('<adjust-volume amount="-18.0dB"/>');
});

test('in xmeml a transition begins at the cut, and both clips leave their place to it', () => {
  const document = plain(writeXmeml(timeline));
  expect(document).toContain('<transitionitem> <start>60</start> <end>71</end> <alignment>start</alignment>');
  expect(document).toContain('<start>0</start> <end>-1</end> <in>0</in> <out>71</out>');
  expect(document).toContain('<start>-1</start> <end>-1</end> <in>0</in> <out>50</out>');
  expect(document).toContain('<start>-1</start> <end>150</end> <in>0</in> <out>50</out>');
  expect(document).toContain('<effectid>Edge Wipe</effectid>');
  // The still is as long as its longest use, including the transition.
  expect(document).toContain('<duration>71</duration>');
});

test('in xmeml moves are percent and shares of the frame, levels are factors', () => {
  const document = plain(writeXmeml(timeline));
  expect(document).toContain('<keyframe> <when>69</when> <value>120</value> </keyframe>');
  expect(document).toContain('<when>69</when> <value> <horiz>0.05</horiz> <vert>-0.02</vert> </value>');
  expect(document).toContain('<keyframe> <when>45</when> <value>0.125893</value> </keyframe>');
  expect(document.match(/<effectid>audiolevels<\/effectid>/g)).toHaveLength(4);
  expect(document).toContain('<alphatype>straight</alphatype>');
});

test('in OTIO a transition takes no time and reaches into the clip behind it', () => {
  const document = JSON.parse(writeOtio(timeline, 'url')) as {
    tracks: { children: { children: Record<string, unknown>[] }[] };
  };
  const [pictures, , sounds] = document.tracks.children;
  expect(pictures?.children.map((item) => item['OTIO_SCHEMA'])).toEqual([
    'Clip.2',
    'Transition.1',
    'Clip.2',
    'Transition.1',
    'Clip.2',
  ]);
  expect(pictures?.children[3]).toMatchObject({
    transition_type: 'SMPTE_Dissolve',
    in_offset: { value: 0 },
    out_offset: { value: 10 },
    metadata: { dailies: { style: 'WIPE' } },
  });
  expect(pictures?.children[0]).toMatchObject({ metadata: { dailies: { motion: [{}, { scale: 1.2 }] } } });
  expect(sounds?.children[0]).toMatchObject({ metadata: { dailies: { levels: [{}, { level_db: -18 }] } } });
});

test.each([
  ['xmeml', (written: Timeline) => readXmeml(writeXmeml(written))],
  ['OTIO', (written: Timeline) => readOtio(writeOtio(written, 'url'))],
] as const)('a document read from %s has the same cuts', (_name, roundTrip) => {
  const anonymous = ({ kind }: { kind: string }) => kind;
  expect(outlineTracks(roundTrip(timeline), anonymous)).toEqual(outlineTracks(timeline, anonymous));
});

test('a transition that its media have no frames for is not written', () => {
  const withPictures = (...items: Clip[]): Timeline => ({
    ...timeline,
    tracks: [videoTrack('Pictures', ...items)],
  });
  const fade = { style: 'FADE', durationFrames: 11 } as const;
  const tooShort = withPictures(clip(moving, 90), clip(still, 40, { transition: fade }));
  expect(() => checkTimeline(tooShort)).toThrow(/after the end of the media/);
  const first = withPictures(clip(still, 40, { transition: fade }));
  expect(() => checkTimeline(first)).toThrow(/no picture before it/);
  const longer = withPictures(clip(still, 40), clip(still, 10, { transition: fade }));
  expect(() => checkTimeline(longer)).toThrow(/longer than its clip/);
});
