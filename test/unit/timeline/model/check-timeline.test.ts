import { expect, test } from 'vitest';
import { writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  caption,
  clip,
  gap,
  sampleTimelines,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const still = stillMedia('still');
const video = videoMedia('video', 100);
const sound = audioMedia('sound', 100, 1);
const media = [still, video, sound];

test.for(Object.entries(sampleTimelines))('%s keeps the rules', ([, make]) => {
  expect(() => checkTimeline(make())).not.toThrow();
});

const broken: Readonly<Record<string, [Partial<Timeline>, RegExp]>> = {
  'a rate of zero': [{ frameRate: { numerator: 0, denominator: 1 } }, /rate or a size/],
  'half a pixel': [{ width: 0.5 }, /rate or a size/],
  'a start before zero': [{ startFrame: -1 }, /starts at a timecode/],
  'drop-frame at 25': [{ frameRate: { numerator: 25, denominator: 1 }, isDropFrame: true }, /Drop-frame/],
  'an id no document can hold': [{ media: [{ ...still, mediaId: 'a b' }] }, /letters, digits and hyphens/],
  'two media of one id': [{ media: [still, still] }, /same id/],
  'a still with a length': [{ media: [{ ...still, durationFrames: 5 }] }, /has a length/],
  'a video without one': [{ media: [{ ...video, durationFrames: null }] }, /has no length/],
  'a picture without a size': [{ media: [{ ...video, size: null }] }, /lacks a picture size/],
  'a size of nothing': [{ media: [{ ...still, size: { width: 0, height: 1 } }] }, /no real size/],
  'sound without channels': [{ media: [{ ...sound, audioChannels: null }] }, /wrong channels/],
  'media before zero': [{ media: [{ ...video, startFrame: 0.5 }] }, /starts at a timecode/],
  'a clip of unknown media': [{ tracks: [videoTrack('V', clip(stillMedia('other'), 5))] }, /not listed/],
  'a clip of no length': [{ media, tracks: [videoTrack('V', clip(still, 0))] }, /whole frames/],
  'a clip that starts inside a still': [
    { media, tracks: [videoTrack('V', clip(still, 5, { sourceStartFrame: 1 }))] },
    /inside a still/,
  ],
  'a clip beyond its media': [
    { media, tracks: [videoTrack('V', clip(video, 60, { sourceStartFrame: 41 }))] },
    /after the end of its media/,
  ],
  'a move from half a frame on': [
    { media, tracks: [videoTrack('V', clip(video, 5, { motion: [{ frame: 0.5, scale: 1, x: 0, y: 0 }] }))] },
    /at no whole frame/,
  ],
  'a level at half a frame': [
    { media, tracks: [audioTrack('A', 'music', clip(sound, 5, { levels: [{ frame: 1.5, levelDb: 0 }] }))] },
    /at no whole frame/,
  ],
  'a marker of a clip at half a frame': [
    { media, tracks: [videoTrack('V', clip(video, 5, { markers: [{ frame: 2.5, name: '', note: '' }] }))] },
    /at no whole frame/,
  ],
  'sound on a track of pictures': [{ media, tracks: [videoTrack('V', clip(sound, 5))] }, /needs a picture/],
  'a silent clip on a track of sound': [
    { media, tracks: [audioTrack('A', 'music', clip(video, 5))] },
    /needs sound/,
  ],
  'a gap of half a frame': [{ tracks: [videoTrack('V', gap(0.5))] }, /A gap on “V”/],
  'a language that is none': [{ captionTracks: [{ languageCode: 'e n', captions: [] }] }, /language tag/],
  'a caption of no length': [
    { captionTracks: [{ languageCode: 'en', captions: [caption(0, 0, 'x')] }] },
    /whole frames/,
  ],
  'captions over each other': [
    { captionTracks: [{ languageCode: 'en', captions: [caption(0, 10, 'x'), caption(9, 10, 'y')] }] },
    /overlaps the one before/,
  ],
};

test.for(Object.entries(broken))('%s is written in no format', ([, [parts, problem]]) => {
  const timeline = timelineOf(parts);
  for (const write of [
    () => writeFcpxml(timeline, '1.13'),
    () => writeXmeml(timeline),
    () => writeOtio(timeline, 'url'),
  ]) {
    expect(write).toThrow(RangeError);
    expect(write).toThrow(problem);
  }
});
