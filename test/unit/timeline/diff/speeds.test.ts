import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, timelineOf, videoMedia, videoTrack } from '../formats/sample-timelines.ts';

const boat = videoMedia('boat', 400);
const lamp = stillMedia('lamp');

const cutAt = (frames: number, of: Partial<Clip>): Timeline =>
  timelineOf({
    media: [boat, lamp],
    tracks: [videoTrack('Pictures', clip(boat, frames, of), clip(lamp, 30))],
  });

test('takes a speed that Premiere XML forgot for a loss, and one that was set for an edit', () => {
  const kindsOf = (after: Timeline): readonly string[] =>
    diffCuts(cutAt(50, { speed: 2 }), after, { formats: ['PREMIERE_XML'] }).edits.map(({ kind }) => kind);
  expect(kindsOf(cutAt(50, {}))).toContain('format-loss');
  expect(kindsOf(cutAt(50, {}))).not.toContain('retimed');
  expect(kindsOf(cutAt(50, { speed: 3 }))).toContain('retimed');
});

test.each([
  ['faster', { speed: 2 }, ['Scene 1: picture “boat.mp4” plays at 200% (was 100%)']],
  ['slower', { speed: 0.5 }, ['Scene 1: picture “boat.mp4” plays at 50% (was 100%)']],
  ['backwards', { speed: 1.5, isReversed: true }, ['Scene 1: picture “boat.mp4” plays backwards at 150%']],
  [
    'faster and of other frames',
    { speed: 2, sourceStartFrame: 50 },
    [
      'Scene 1: picture “boat.mp4” plays at 200% (was 100%)',
      'Scene 1: picture “boat.mp4” shows its media 10 frames later',
    ],
  ],
])('tells a clip that is %s over the same time by its speed, not as longer or shorter', (_, more, told) => {
  const before = cutAt(80, { sourceStartFrame: 30 });
  const { edits } = diffCuts(before, cutAt(80, { sourceStartFrame: 30, ...more }));
  expect(edits.map(({ message }) => sentenceOf(message))).toEqual(told);
});
