import { expect, test } from 'vitest';
import { readFcpxml, readOwnFcpxml, writeFcpxml } from '../../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { Timeline } from '../../../../../src-timeline/model/timeline.ts';
import { clip, rates, stillMedia, timelineOf, videoMedia, videoTrack } from '../sample-timelines.ts';

const harbour = stillMedia('harbour');
const boats = videoMedia('boats', 300);
const zoom = [
  { frame: 0, scale: 1, x: 0, y: 0 },
  { frame: 79, scale: 1.25, x: 0, y: 0 },
];

const cut: Timeline = timelineOf({
  frameRate: rates[29.97],
  startFrame: 900,
  media: [harbour, boats],
  tracks: [
    videoTrack(
      'Pictures',
      clip(harbour, 60, { motion: zoom }),
      clip(boats, 70, { transition: { style: 'WIPE', durationFrames: 20 } }),
      clip(harbour, 50, { transition: { style: 'RISE', durationFrames: 15, framesBeforeCut: 15 } }),
      clip(boats, 50, {
        sourceStartFrame: 100,
        transition: { style: 'PAN', durationFrames: 9, framesBeforeCut: 2 },
      }),
      clip(harbour, 40, { transition: { style: 'POP', durationFrames: 12 } }),
      clip(harbour, 40, { transition: { style: 'FADE', durationFrames: 16 } }),
    ),
  ],
});

function outlineOf({ tracks }: Timeline): readonly unknown[] {
  return (tracks[0]?.items ?? []).map((item) =>
    item.kind === 'gap' ? item : [item.sourceStartFrame, item.durationFrames, item.transition, item.motion],
  );
}

test('an unchanged document of the app keeps the styles and the cuts of its transitions', () => {
  expect(outlineOf(readOwnFcpxml(writeFcpxml(cut, '1.10')))).toEqual(outlineOf(cut));
});

test('a document that an editor returns has what Final Cut shows: centred dissolves', () => {
  const [, wiped] = readFcpxml(writeFcpxml(cut, '1.10')).tracks[0]?.items ?? [];
  expect(wiped).toMatchObject({
    durationFrames: 52,
    transition: { style: 'FADE', durationFrames: 20, framesBeforeCut: 10 },
  });
});

test('a transition whose own style cannot be read is a centred dissolve', () => {
  const text = writeFcpxml(cut, '1.10').replace('WIPE 0', 'SPIN 0').replace('RISE 15', 'RISE 16');
  const [, wiped, risen, panned] = readOwnFcpxml(text).tracks[0]?.items ?? [];
  expect([wiped, risen, panned].map((item) => item?.kind === 'clip' && item.transition)).toEqual([
    { style: 'FADE', durationFrames: 20, framesBeforeCut: 10 },
    { style: 'FADE', durationFrames: 15, framesBeforeCut: 7 },
    { style: 'PAN', durationFrames: 9, framesBeforeCut: 2 },
  ]);
});
