import { expect, test } from 'vitest';
import { scenesOf } from '../../../../src-timeline/changes/scenes-of.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { skipFor } from '../../../fakes/oracle-files.ts';
import { outlineTracks } from './outline-timeline.ts';
import { audioMedia, audioTrack, clip, gap, stillMedia, timelineOf, videoTrack } from './sample-timelines.ts';
import { complaintsOfXmllint, reasonNotToValidate } from './validate-with-dtd.ts';

const [first, second, behind] = ['first', 'second', 'behind'].map((name) => stillMedia(name));
const speech = audioMedia('speech', 90, 1);
const timeline: Timeline =
  first && second && behind
    ? timelineOf({
        media: [first, second, behind, speech],
        tracks: [
          { ...videoTrack('Background', gap(40), clip(behind, 50)), role: 'background' },
          videoTrack('Pictures', clip(first, 40), clip(second, 50)),
          audioTrack('Speech', 'dialogue', clip(speech, 90)),
        ],
      })
    : timelineOf({});

const outline = (read: Timeline): string[] => outlineTracks(read, ({ kind, role }) => `${kind} ${role}`);

test('a background is under the storyline in FCPXML, and the cuts are those of the pictures', (context) => {
  const document = writeFcpxml(timeline, '1.13');
  expect(outline(readFcpxml(document))).toEqual(outline(timeline));
  const spine = document.replaceAll(/\s+/g, ' ').replaceAll(/<video [^>]*lane=[^>]*>/g, '');
  expect(spine.match(/<video [^>]*name="[^"]+"/g)?.map((tag) => /name="([^"]+)"/.exec(tag)?.[1])).toEqual([
    'first.png',
    'second.png',
  ]);
  skipFor(reasonNotToValidate(), context);
  expect(complaintsOfXmllint('FCPXML 1.13', [document])).toBe('');
});

test('a background is the lowest track in OTIO and xmeml', () => {
  expect(outline(readOtio(writeOtio(timeline, 'url')))).toEqual(outline(timeline));
  expect(outline(readXmeml(writeXmeml(timeline)))).toEqual(
    outline(timeline).map((line) => line.replace('background', 'video')),
  );
});

test('the scenes of a cut are those of its pictures, not of what is behind them', () => {
  expect(scenesOf(timeline, []).map(({ durationFrames }) => durationFrames)).toEqual([40, 50]);
});
