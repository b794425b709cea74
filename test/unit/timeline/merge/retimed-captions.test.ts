import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c'].map((id): Scene => ({ id }));

/** Moves the captions of a cut that begin at a frame, and makes them longer. */
function retimed(cut: Timeline, frame: number, byFrames: number, longer = 0): Timeline {
  const captionTracks = cut.captionTracks.map((track) => ({
    ...track,
    captions: track.captions.map((caption) =>
      caption.startFrame === frame
        ? {
            ...caption,
            startFrame: caption.startFrame + byFrames,
            durationFrames: caption.durationFrames + longer,
          }
        : caption,
    ),
  }));
  return { ...cut, captionTracks };
}

const timesOf = ({ captionTracks }: Timeline): unknown[] =>
  (captionTracks[0]?.captions ?? []).map(({ startFrame, durationFrames }) => [startFrame, durationFrames]);

const base = cutOf(scenes);
const ours = retimed(base, 105, 10, 7);

test('An edit of captions alone is unchanged by a project without changes', () => {
  expect(timesOf(mergeCuts({ base, ours, theirs: base }).cut)).toEqual(timesOf(ours));
  expect(timesOf(mergeCuts({ base, ours: base, theirs: ours }).cut)).toEqual(timesOf(ours));
});

test('A caption that the editor moved stays moved when the project is made again', () => {
  const longer = cutOf([{ id: 'a', frames: 150, voiceFrames: 150, picture: 'a2' }, ...scenes.slice(1)]);
  const { cut, conflicts } = mergeCuts({ base, ours, theirs: longer });
  expect(conflicts).toEqual([]);
  expect(timesOf(cut)).toEqual(timesOf(retimed(longer, 155, 10, 7)));
});

test('A caption that both sides moved is a conflict', () => {
  const { conflicts } = mergeCuts({ base, ours, theirs: retimed(base, 105, 20) });
  expect(conflicts.map(({ field }) => field)).toEqual(['captions']);
});
