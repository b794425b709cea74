import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, timelineOf, videoMedia, videoTrack } from '../formats/sample-timelines.ts';

const boat = videoMedia('boat', 400);
const lamp = stillMedia('lamp');

function cutOf(durationFrames: number, more: Partial<Clip>): Timeline {
  const shown = clip(boat, durationFrames, more);
  return timelineOf({ media: [boat, lamp], tracks: [videoTrack('Pictures', shown, clip(lamp, 60))] });
}

const playing = cutOf(120, { sourceStartFrame: 30 });
const heldAt = (sourceStartFrame: number, frames = 120): Timeline =>
  cutOf(frames, { sourceStartFrame, speed: 1 / frames });

const changesBetween = (before: Timeline, after: Timeline): readonly object[] =>
  diffCuts(before, after).edits.map(({ kind, ...edit }) => {
    if (kind === 'trimmed' && 'headFrames' in edit) return [kind, edit.headFrames, edit.tailFrames];
    return [kind];
  });

test('tells of a clip that is held on one frame that it was retimed, not that it lost all others', () => {
  expect(changesBetween(playing, heldAt(30))).toEqual([['retimed']]);
  expect(changesBetween(playing, heldAt(70))).toEqual([['retimed']]);
  expect(changesBetween(heldAt(70), playing)).toEqual([['retimed']]);
});

test('says that a clip holds one frame, without the speed that its length gives', () => {
  const told = (before: Timeline, after: Timeline): string[] =>
    diffCuts(before, after).edits.map(({ message }) => sentenceOf(message));
  expect(told(playing, heldAt(70))).toEqual(['Scene 1: picture “boat.mp4” holds one frame now']);
  expect(told(heldAt(70), playing)).toEqual([
    'Scene 1: picture “boat.mp4” plays at 100% (held one frame before)',
  ]);
});

test('tells by how much a clip became shorter when it was held', () => {
  expect(changesBetween(playing, heldAt(70, 90))).toEqual([['retimed'], ['trimmed', 0, 30]]);
});

test('tells of a held frame that is seen for less time that it was trimmed', () => {
  expect(changesBetween(heldAt(70), heldAt(70, 90))).toEqual([['trimmed', 0, 30]]);
});

test.each([
  [0.1, 35, 8, 50, 40],
  [0.5, 79, 2, 98, 0],
  [0.25, 54, 4, 96, 0],
])(
  'measures a clip at the speed %d of which the only frame %i is left for %i frames at both of its sides',
  (speed, sourceStartFrame, frames, headFrames, tailFrames) => {
    const slow = cutOf(100, { sourceStartFrame: 30, speed });
    const short = cutOf(frames, { sourceStartFrame, speed });
    expect(changesBetween(slow, short)).toEqual([['trimmed', headFrames, tailFrames]]);
  },
);

test('tells of a held frame that is cut at its speed that it was trimmed', () => {
  const shorter = cutOf(90, { sourceStartFrame: 70, speed: 1 / 120 });
  expect(changesBetween(heldAt(70), shorter)).toEqual([['trimmed', 0, 30]]);
});

test('tells of a clip whose zoom was taken off when it was held that its framing changed', () => {
  const zoomTo = (scale: number): Partial<Clip> => ({
    motion: [
      { frame: 0, scale: 1, x: 0, y: 0 },
      { frame: 119, scale, x: 0, y: 0 },
    ],
  });
  const zooming = cutOf(120, { sourceStartFrame: 30, ...zoomTo(1.4) });
  const heldWith = (scale: number): Timeline =>
    cutOf(120, { sourceStartFrame: 30, speed: 1 / 120, ...zoomTo(scale) });
  expect(changesBetween(zooming, heldWith(1.4))).toEqual([['retimed']]);
  expect(changesBetween(zooming, heldWith(1))).toEqual([['retimed'], ['motion']]);
});
