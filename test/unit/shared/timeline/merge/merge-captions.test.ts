import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../../src-shared/timeline/merge/merge-cuts.ts';
import type { Caption, Timeline } from '../../../../../src-shared/timeline/timeline.ts';
import { caption } from '../sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id }));

/** Returns the delivered scenes with changes to some. */
function scenesWith(changes: Readonly<Record<string, Partial<Scene>>>): readonly Scene[] {
  return scenes.map((scene) => ({ ...scene, ...changes[scene.id] }));
}

function withWords(cut: Timeline, ...added: readonly Caption[]): Timeline {
  const captionTracks = cut.captionTracks.map(({ captions, ...track }) => ({
    ...track,
    captions: [...captions, ...added].toSorted((a, b) => a.startFrame - b.startFrame),
  }));
  return { ...cut, captionTracks };
}

/** Merges a new picture of the first scene into an edit that came without captions. */
function mergedLines(changes: Parameters<typeof scenesWith>[0], ...words: readonly Caption[]) {
  const { cut } = mergeCuts(
    {
      base: withWords(cutOf(scenes), ...words),
      ours: { ...cutOf(scenesWith(changes)), captionTracks: [] },
      theirs: withWords(cutOf(scenesWith({ a: { picture: 'a2' } })), ...words),
    },
    { lacking: { captions: true, markers: false } },
  );
  return linesOf(cut);
}

test('leaves out words of the end of a scene that the editor cut off', () => {
  const changes = { b: { frames: 50 }, d: { frames: 50 } };
  const late = [caption(160, 30, 'Late words of b'), caption(360, 30, 'Late words of d')];
  const expected = cutOf(scenesWith({ a: { picture: 'a2' }, ...changes }));
  expect(mergedLines(changes, ...late)).toEqual(linesOf(expected));
});

test('keeps words that are still heard although the picture of the next scene is shown', () => {
  const changes = {
    b: { frames: 90, voiceFrames: 100 },
    c: { frames: 110, voiceOffset: 10, voiceFrames: 100 },
  };
  const last = caption(192, 2, 'Last words of b');
  const expected = withWords(cutOf(scenesWith({ a: { picture: 'a2' }, ...changes })), last);
  expect(mergedLines(changes, last)).toEqual(linesOf(expected));
});
