import { expect, test } from 'vitest';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, videoTrack } from '../formats/sample-timelines.ts';
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

test('shows words without sound once, and a marker at its place, where both sides divided the picture', () => {
  const silent: Scene = { ...film, voice: '' };
  const withWords = (cut: Timeline, words: string): Timeline => ({
    ...cut,
    captionTracks: cut.captionTracks.map((track) => {
      const own = { startFrame: 165, durationFrames: 20, lines: [words] };
      return { ...track, captions: [...track.captions, own].toSorted((a, b) => a.startFrame - b.startFrame) };
    }),
    markers: [...(cut.markers ?? []), { frame: 165, name: 'Own', note: '' }],
  });
  const base = withWords(cutOf([A, silent, C]), 'Late words');
  const cuts = {
    base,
    ours: withItems(base, 'Pictures', 1, cutApart(30, 60)),
    theirs: withItems(withWords(cutOf([A, silent, C]), 'New words'), 'Pictures', 1, cutApart(50)),
  };
  for (const choice of ['ours', 'theirs'] as const) {
    const { cut, conflicts } = merged(cuts, { 'split clip 1': choice });
    expect(namesOf(conflicts)).toEqual(['split clip 1']);
    const words = cut.captionTracks.flatMap(({ captions }) =>
      captions.map(({ startFrame, lines }) => `${String(startFrame)} ${lines.join(' ')}`),
    );
    expect(words).toEqual(['5 Words of a', '105 Words of b', '165 New words', '205 Words of c']);
    expect(cut.markers).toContainEqual({ frame: 165, name: 'Own', note: '' });
  }
});
