import { expect, it } from 'vitest';
import { placeNestedItem } from '../../../../src-timeline/formats/nested-sequences.ts';
import type { ItemWithoutMedia } from '../../../../src-timeline/model/timeline.ts';

const title: ItemWithoutMedia = {
  kind: 'title',
  name: 'Basic Title',
  words: 'Harbour lights',
  trackKind: 'video',
  trackIndex: 0,
  startFrame: 10,
  durationFrames: 50,
  source: null,
};

it('Crops a title of a nested sequence to the part that the outer one shows', () => {
  const use = { startFrame: 100, firstFrame: 30, durationFrames: 20, linkSuffix: '' };
  expect(placeNestedItem(title, use)).toEqual({ ...title, startFrame: 100, durationFrames: 20 });
  expect(placeNestedItem(title, { ...use, firstFrame: 60 })).toBeNull();
  expect(placeNestedItem(title, { ...use, isDisabled: true })).toMatchObject({ isDisabled: true });
});
