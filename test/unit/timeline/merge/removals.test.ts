import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Decisions } from '../../../../src-timeline/merge/merge-types.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { audioMedia, audioTrack, clip } from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id }));
const base = cutOf(scenes);

/** Merges an edit with a project that removed a scene. */
function mergedWithout(id: string, ours: Timeline, decisions: Decisions = new Map()) {
  const theirs = cutOf(scenes.filter((scene) => scene.id !== id));
  const { cut, conflicts } = mergeCuts({ base, ours, theirs }, { decisions });
  return { cut, asked: conflicts.map((conflict) => conflict.id) };
}

/** Returns the delivered cut with a sound that the editor added. */
function withSound(startFrame: number, frames: number): Timeline {
  const media = audioMedia('bell', 900, 2);
  const items = itemsOfPlacements([{ startFrame, clip: clip(media, frames) }]);
  return {
    ...base,
    media: [...base.media, media],
    tracks: [...base.tracks, audioTrack('Effects', 'effects', ...items)],
  };
}

test('keeps a removed scene that the editor laid a picture over, and asks', () => {
  const ours = cutOf(scenes, {}, 310);
  const { cut, asked } = mergedWithout('d', ours);
  expect(asked).toEqual(['removed clip 3']);
  expect(linesOf(cut)).toEqual(linesOf(ours));
  const decided = mergedWithout('d', ours, new Map([['removed clip 3', 'theirs']]));
  expect(linesOf(decided.cut)).not.toContainEqual(expect.stringMatching(/^Pictures: d /));
});

test('asks about a removed scene with a sound of the editor, but not where the sound runs into the next scene', () => {
  expect(mergedWithout('c', withSound(210, 90)).asked).toEqual(['removed clip 2']);
  expect(mergedWithout('c', withSound(210, 180)).asked).toEqual([]);
  expect(mergedWithout('c', withSound(110, 90)).asked).toEqual([]);
});

test('takes a new picture and narration of a scene for replacements although the scenes with sound around it moved', () => {
  const silent = (id: string): Scene => ({ id, voice: '' });
  const voiceMore = { levels: [{ frame: 0, levelDb: -6 }] };
  const remade: Scene = { id: 'b', picture: 'b2', voice: 'b2', words: 'New words' };
  const { cut, conflicts, carried } = mergeCuts({
    base: cutOf([silent('a'), { id: 'b' }, silent('d'), { id: 'c' }]),
    ours: cutOf([silent('a'), { id: 'b', voiceMore }, silent('d'), { id: 'c' }]),
    theirs: cutOf([{ id: 'c' }, silent('a'), remade, silent('d')]),
  });
  expect(conflicts).toEqual([]);
  expect(linesOf(cut)).toEqual(
    linesOf(cutOf([{ id: 'c' }, silent('a'), { ...remade, voiceMore }, silent('d')])),
  );
  expect(carried.map(({ field }) => field).filter((field) => field === 'media')).toHaveLength(2);
});
