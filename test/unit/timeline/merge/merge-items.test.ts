import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { itemWithoutMedia } from '../formats/sample-timelines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c'].map((id): Scene => ({ id }));
const base = cutOf(scenes);

/** The delivered scenes with changes to some; null leaves one out. */
function cutWith(changes: Readonly<Record<string, Partial<Scene> | null>>): Timeline {
  return cutOf(
    scenes.flatMap((scene) => {
      const change = changes[scene.id];
      return change === null ? [] : { ...scene, ...change };
    }),
  );
}

const title = (startFrame: number, more: Partial<ItemWithoutMedia> = {}): ItemWithoutMedia =>
  itemWithoutMedia({ kind: 'title', words: 'Harbour lights', startFrame, durationFrames: 50, ...more });

const withItems = (cut: Timeline, ...itemsWithoutMedia: ItemWithoutMedia[]): Timeline => ({
  ...cut,
  itemsWithoutMedia,
});

const itemsIn = ({ itemsWithoutMedia = [] }: Timeline) =>
  itemsWithoutMedia.map(({ words, startFrame, trackIndex }) => [words, startFrame, trackIndex]);

test('keeps a title of the editor with its scene where the project made an earlier one longer', () => {
  const ours = withItems(base, title(210));
  const { cut, conflicts } = mergeCuts({ base, ours, theirs: cutWith({ a: { frames: 130 } }) });
  expect(itemsIn(cut)).toEqual([['Harbour lights', 240, null]]);
  expect(conflicts).toEqual([]);
});

test('keeps a color clip in the hole that the editor made for it', () => {
  const card = title(100, { kind: 'colour', trackIndex: 0 });
  const ours = withItems(cutWith({ b: { hole: 50 } }), card);
  const { cut } = mergeCuts({ base, ours, theirs: cutWith({ a: { frames: 130 } }) });
  expect(itemsIn(cut)).toEqual([['Harbour lights', 130, 0]]);
});

test('takes a title of the project to its scene in the edit', () => {
  const theirs = withItems(base, title(210));
  const { cut, carried } = mergeCuts({ base, ours: cutWith({ a: { frames: 60 } }), theirs });
  expect(itemsIn(cut)).toEqual([['Harbour lights', 170, null]]);
  expect(carried).toMatchObject([{ field: 'items', subject: 'Harbour lights' }]);
});

test('asks before it removes a scene that the editor put a title over', () => {
  const ours = withItems(base, title(110));
  const cuts = { base, ours, theirs: cutWith({ b: null }) };
  const { cut, conflicts } = mergeCuts(cuts);
  expect(conflicts).toMatchObject([{ field: 'removed' }]);
  expect(itemsIn(cut)).toEqual([['Harbour lights', 110, null]]);
  const decisions = new Map(conflicts.map(({ id }) => [id, 'theirs'] as const));
  expect(itemsIn(mergeCuts(cuts, { decisions }).cut)).toEqual([]);
});

test('lists a title of the project over a scene that the editor removed', () => {
  const theirs = withItems(cutWith({ a: { frames: 130 } }), title(140));
  const { cut, notCarried } = mergeCuts({ base, ours: cutWith({ b: null }), theirs });
  expect(itemsIn(cut)).toEqual([]);
  expect(notCarried).toContainEqual(expect.objectContaining({ field: 'items', subject: 'Harbour lights' }));
});

test('asks where both sides changed one title', () => {
  const before = withItems(base, title(110));
  const ours = withItems(base, title(120));
  const theirs = withItems(base, title(110, { durationFrames: 30 }));
  const { cut, conflicts } = mergeCuts({ base: before, ours, theirs });
  expect(conflicts).toMatchObject([{ field: 'items', subject: 'Harbour lights' }]);
  expect(itemsIn(cut)).toEqual([['Harbour lights', 120, null]]);
});
