import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id }));

/** Returns the delivered scenes with changes to some. */
function cutWith(changes: Readonly<Record<string, Partial<Scene>>>): Timeline {
  return cutOf(scenes.map((scene) => ({ ...scene, ...changes[scene.id] })));
}

/** Merges an edit with a project whose third scene is 30 frames longer, and returns the frames of the markers. */
function framesBesideLongerScene(ours: Timeline): readonly number[] {
  const { cut } = mergeCuts({ base: cutOf(scenes), ours, theirs: cutWith({ c: { frames: 130 } }) });
  return (cut.markers ?? []).map(({ frame }) => frame);
}

test('keeps a marker with its scene whose sound starts before the picture', () => {
  const ours = cutWith({
    c: { frames: 110, voiceFrames: 100 },
    d: { frames: 90, voiceFrames: 100, lead: 10 },
  });
  expect(framesBesideLongerScene(ours)).toEqual([0, 100, 200, 330]);
});

test('keeps a marker with the picture it is on, also while the sound of the scene before still plays', () => {
  const ours = cutWith({
    c: { frames: 90, voiceFrames: 100 },
    d: { frames: 110, voiceOffset: 10, voiceFrames: 100 },
  });
  expect(framesBesideLongerScene(ours)).toEqual([0, 100, 200, 320]);
});
