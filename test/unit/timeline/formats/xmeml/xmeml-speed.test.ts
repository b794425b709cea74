import { expect, test } from 'vitest';
import { readXmeml, writeXmeml } from '../../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Clip, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { documentOf, item, outline, track } from './xmeml-documents.ts';

const parameter = (id: string, value: string, more = ''): string =>
  `<parameter><parameterid>${id}</parameterid><value>${value}</value>${more}</parameter>`;

const remap = (...parameters: readonly string[]): string =>
  `<filter><enabled>TRUE</enabled><effect><name>Time Remap</name><effectid>timeremap</effectid>${parameters.join('')}</effect></filter>`;

function graph(...points: readonly (readonly [when: number, value: number])[]): string {
  const keyframes = points.map(
    ([when, value]) => `<keyframe><when>${String(when)}</when><value>${String(value)}</value></keyframe>`,
  );
  return remap(
    parameter('variablespeed', '1'),
    parameter('speed', '99.42'),
    parameter('graphdict', '0', keyframes.join('')),
  );
}

/** Reads a clip of frames 20 to 30 in its own time, in the first ten frames of the sequence. */
function read(more: string): Timeline {
  return readXmeml(documentOf({ video: track(item({ range: [0, 10, 20, 30], more })) }));
}

const clipOf = ({ tracks }: Timeline): Clip | undefined => tracks[0]?.items[0] as Clip | undefined;

test('A constant speed is read, with the place in the media at that speed', () => {
  const timeline = read(remap(parameter('speed', '-50')));
  expect(outline(timeline)).toEqual(['video: A001.MOV@10+10']);
  expect(clipOf(timeline)).toMatchObject({ speed: 0.5, isReversed: true });
  expect(clipOf(read(remap(parameter('speed', '50'), parameter('reverse', 'TRUE'))))).toMatchObject({
    speed: 0.5,
    isReversed: true,
  });
  expect(clipOf(read(remap(parameter('speed', '100'))))).not.toHaveProperty('speed');
});

test('A speed of zero holds the frame, without an effect of its own', () => {
  const clip = clipOf(read(remap(parameter('speed', '0'))));
  expect(clip).toMatchObject({ sourceStartFrame: 20, durationFrames: 10, speed: 1 / 10 });
  expect(clip).not.toHaveProperty('unread');
});

test.for([
  ['plays at one speed within the clip', graph([0, 0], [20, 100], [30, 120], [40, 500]), 100, 2, undefined],
  ['plays backwards', graph([20, 120], [30, 100]), 100, 2, true],
  ['holds a frame', graph([0, 0], [15, 50], [35, 50], [40, 60]), 50, 0.1, undefined],
] as const)('A graph that %s is read exactly', ([, filter, sourceStartFrame, speed, isReversed]) => {
  const clip = clipOf(read(filter));
  expect(clip).toMatchObject({ sourceStartFrame, durationFrames: 10, speed });
  expect(clip?.isReversed).toBe(isReversed);
  expect(clip).not.toHaveProperty('unread');
});

// The keyframe of a huge negative value is in documents of Premiere with a speed ramp.
test('A ramp is read as its mean over the frames shown, and its effect is kept and written back', () => {
  const timeline = read(graph([0, 0], [20, 100], [24, 104], [28, -1_815_255_671], [30, 140]));
  const expected = { sourceStartFrame: 100, durationFrames: 10, speed: 4, unread: [{ name: 'Time Remap' }] };
  expect(clipOf(timeline)).toMatchObject(expected);
  expect(clipOf(readXmeml(writeXmeml(timeline)))).toMatchObject(expected);
});

test('A changing speed without a graph is read by its mean, and its effect is kept', () => {
  expect(clipOf(read(remap(parameter('speed', '50'), parameter('variablespeed', '1'))))).toMatchObject({
    sourceStartFrame: 10,
    speed: 0.5,
    unread: [{ name: 'Time Remap' }],
  });
});
