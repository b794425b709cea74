import { expect, test } from 'vitest';
import { stripsOf } from '../../../../../src-main/returns/read/strips.ts';
import { diffCuts } from '../../../../../src-timeline/diff/diff-cuts.ts';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';
import {
  clip,
  gap,
  itemWithoutMedia,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../../../timeline/formats/sample-timelines.ts';

const pier = stillMedia('pier');
const boat = stillMedia('boat');

const title = (startFrame: number, words: string): ItemWithoutMedia =>
  itemWithoutMedia({ kind: 'title', words, startFrame, durationFrames: 50 });

/** Two pictures of 100 frames with a hole of 40 between them. */
const cutWith = (...itemsWithoutMedia: ItemWithoutMedia[]): Timeline =>
  timelineOf({
    media: [pier, boat],
    tracks: [videoTrack('Pictures', clip(pier, 100), gap(40), clip(boat, 100))],
    itemsWithoutMedia,
  });

const rowsOf = (side: 'delivered' | 'returned', before: Timeline, after: Timeline) =>
  stripsOf(diffCuts(before, after).matched)[side].rows.map(({ events }) =>
    events.map(({ name, itemKind, startFrame, endFrame, counterparts }) => [
      name,
      itemKind,
      startFrame,
      endFrame,
      counterparts.length,
    ]),
  );

test('Shows items without media among the clips of their track, with their counterparts', () => {
  const card = itemWithoutMedia({
    kind: 'colour',
    name: 'Chapter card',
    words: null,
    trackIndex: 0,
    startFrame: 100,
    durationFrames: 40,
  });
  const before = cutWith();
  const after = cutWith(card);
  expect(rowsOf('returned', before, after)).toEqual([
    [
      ['pier.png', null, 0, 100, 1],
      ['Chapter card', 'colour', 100, 140, 0],
      ['boat.png', null, 140, 240, 1],
    ],
  ]);
  expect(rowsOf('delivered', after, after)[0]?.[1]).toEqual(['Chapter card', 'colour', 100, 140, 1]);
});

test('Shows items on tracks of their own above the pictures, and those at one time in separate rows', () => {
  const after = cutWith(title(0, 'One'), title(20, 'Two'), title(230, 'Three'));
  const [above, below, pictures, ...more] = rowsOf('returned', cutWith(), after);
  expect([above, below, pictures?.length, more]).toEqual([
    [['Two', 'title', 20, 70, 0]],
    [
      ['One', 'title', 0, 50, 0],
      ['Three', 'title', 230, 280, 0],
    ],
    2,
    [],
  ]);
  const { returned } = stripsOf(diffCuts(cutWith(), after).matched);
  expect(returned.durationFrames).toBe(280);
});
