import { expect, test } from 'vitest';
import { itemsOfPlacements } from '../../../../../src-shared/timeline/placement.ts';
import type { Timeline } from '../../../../../src-shared/timeline/timeline.ts';
import { clip, stillMedia, videoTrack } from '../sample-timelines.ts';
import { A, B, C, cutApart, linesOn, merged, namesOf, withItems } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const badge = stillMedia('badge');

/** Lays a badge over the pictures of a cut. */
function withBadge(cut: Timeline, startFrame: number): Timeline {
  const [pictures, ...sounds] = cut.tracks;
  const track = videoTrack('Badge', ...itemsOfPlacements([{ startFrame, clip: clip(badge, 10) }]));
  return { ...cut, media: [...cut.media, badge], tracks: pictures ? [pictures, track, ...sounds] : [] };
}

const film: Scene = { id: 'b', picture: 'film' };

test.each([
  { what: 'still', scene: B, mine: [30, 60], other: [50] },
  { what: 'movie', scene: film, mine: [30, 60], other: [50] },
  { what: 'movie', scene: film, mine: [50], other: [30, 60] },
  { what: 'movie', scene: film, mine: [30], other: [70] },
])(
  'keeps a clip over the same frames of a $what that the editor cut at $mine and the project at $other',
  ({ scene, mine, other }) => {
    const base = cutOf([A, scene, C]);
    const [ours, theirs] = [mine, other].map((frames) =>
      withItems(base, 'Pictures', 1, cutApart(...frames)),
    ) as [Timeline, Timeline];
    for (const startFrame of [110, 135, 145, 155, 165, 175, 185])
      for (const cuts of [
        { base, ours: withBadge(ours, startFrame), theirs },
        { base, ours, theirs: withBadge(theirs, startFrame) },
      ])
        for (const choice of ['ours', 'theirs'] as const) {
          const result = merged(cuts, { 'split clip 1': choice });
          expect(namesOf(result.conflicts)).toEqual(['split clip 1']);
          expect(linesOn('Badge', result)).toEqual([`Badge: badge ${String(startFrame)}+10 from 0`]);
        }
  },
);
