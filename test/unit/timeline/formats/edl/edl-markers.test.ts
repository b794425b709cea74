import { expect, test } from 'vitest';
import { readEdl, readEdlMarkers } from '../../../../../src-timeline/formats/edl/edl.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { outlineTracks } from '../outline-timeline.ts';
import { rates } from '../sample-timelines.ts';

const fallback = { frameRate: rates[25], size: { width: 640, height: 360 }, startFrame: 90_000 };

const read = (...lines: readonly string[]): Timeline => readEdl(lines.join('\n'), fallback);
const outlineOf = (timeline: Timeline): readonly string[] =>
  outlineTracks(timeline, ({ kind, name }) => `${kind} ${name}`);

/** Source and record times of a shot of four seconds, the given number of seconds into the cut. */
const times = (second: number): string =>
  `00:00:00:00 00:00:04:00 01:00:${String(second).padStart(2, '0')}:00 01:00:${String(second + 4).padStart(2, '0')}:00`;

test('locators are markers with their colour; one without a readable time stands at its event', () => {
  const { markers } = read(
    `001  A        V     C        ${times(0)}`,
    '* LOC: 01:00:01:14 RED     ANIM FIX NEEDED',
    '*LOC: 01:00:02:00 Pink   Sky: bluer',
    '* LOC: 01:00:03:00 please warmer',
    `002  B        V     C        ${times(4)}`,
    '* LOC: here RED too long',
    '* LOC: 00:00:00:00 RED    before the start',
  );
  expect(markers).toEqual([
    { frame: 39, name: 'ANIM FIX NEEDED', note: '', colour: 'Red' },
    { frame: 50, name: 'Sky', note: 'bluer', colour: 'Pink' },
    { frame: 75, name: 'please warmer', note: '' },
    { frame: 100, name: 'here RED too long', note: '' },
    { frame: 0, name: 'before the start', note: '', colour: 'Red' },
  ]);
});

const markerEvent = (number: string, time: string, end: string): string =>
  `${number}  001      V     C        ${time} ${end} ${time} ${end}  `;

test('lists of markers have notes of several lines, lengths, and fields in any order', () => {
  const list = [
    'TITLE: Comments',
    markerEvent('001', '01:00:02:00', '01:00:02:01'),
    ' |C:ResolveColorBlue |M:Intro |D:1',
    '',
    markerEvent('002', '01:00:04:00', '01:00:05:00'),
    '002 frames too long',
    'and dark |M:_42 / grade |D:25 |C:ResolveColorRed',
    markerEvent('003', '01:00:06:00', '01:00:06:01'),
    '|M:no colour',
  ];
  expect(readEdlMarkers(list.join('\r\n'), fallback)).toEqual([
    { frame: 50, name: 'Intro', note: '', colour: 'Blue' },
    {
      frame: 100,
      name: '_42 / grade',
      note: '002 frames too long\nand dark',
      durationFrames: 25,
      colour: 'Red',
    },
    { frame: 150, name: 'no colour', note: '' },
  ]);
});

test('marker lines below the events of a cut are markers of the cut', () => {
  const lines = [
    '001  A        V     C        00:00:10:00 00:00:14:00 01:00:00:00 01:00:04:00',
    'brighter |C:ResolveColorGreen |M:Note |D:1',
    `002  B        V     C        ${times(4)}`,
  ];
  expect(readEdlMarkers(lines.join('\n'), fallback)).toBeNull();
  const timeline = read(...lines);
  expect(outlineOf(timeline)).toEqual(['video Video 1: A@250+100 B@0+100']);
  expect(timeline.markers).toEqual([{ frame: 0, name: 'Note', note: 'brighter', colour: 'Green' }]);
});
