import type { UpdateConflict } from '../../src-shared/contract/return.ts';
import { scenesOf } from '../../src-timeline/changes/scenes-of.ts';
import { isSame } from '../../src-timeline/diff/match/is-same.ts';
import { mergeCuts } from '../../src-timeline/merge/merge-cuts.ts';
import type { Change, Decisions } from '../../src-timeline/merge/merge-types.ts';
import type { MediaReference, Timeline } from '../../src-timeline/model/timeline.ts';
import { pictureAt } from '../returns/keep/conflict-pictures.ts';
import type { DescribedMerge } from '../returns/keep/describe-merge.ts';
import type { YourCut } from './your-cuts.ts';

/** Merges the project's newer cut into yours; null for a cut of another rate. */
export function updateCut(
  { origin, timeline }: YourCut,
  newer: Timeline,
  decisions: Decisions,
): DescribedMerge | null {
  if (!isSame(origin.frameRate, timeline.frameRate) || !isSame(origin.frameRate, newer.frameRate))
    return null;
  const cuts = { base: origin, ours: timeline, theirs: newer };
  const hashes = { base: locationsOf(origin), ours: locationsOf(timeline), theirs: locationsOf(newer) };
  const sceneStarts = sceneStartsOf(origin);
  const result = mergeCuts(cuts, { decisions, hashes, sceneStarts });
  return { cuts, hashes, formats: [], lost: [], hasCaptions: true, sceneStarts, result };
}

/** Returns the locations of media by their ids, which serve as hashes: at one location is one file. */
export function locationsOf({ media }: Timeline): ReadonlyMap<string, string> {
  return new Map(media.map(({ mediaId, location }) => [mediaId, location]));
}

export function sceneStartsOf(cut: Timeline): readonly number[] {
  return scenesOf(cut, []).map(({ startFrame }) => startFrame);
}

/** Finds the pictures of conflicts for the page. @param pathOf returns the path of a media file of a cut. */
export function picturesOfCuts(
  { cuts }: DescribedMerge,
  pathOf: (of: 'yours' | 'project', media: MediaReference) => string,
): (conflict: Change) => UpdateConflict['pictures'] {
  const pictureIn = (of: 'yours' | 'project', cut: Timeline, span: Change['places']['ours']) => {
    const shown = span && pictureAt(cut, span);
    return shown && { mediaPath: pathOf(of, shown.media), kind: shown.kind, seconds: shown.seconds };
  };
  return ({ places: { ours, theirs } }) => ({
    ours: pictureIn('yours', cuts.ours, ours),
    theirs: pictureIn('project', cuts.theirs, theirs),
  });
}
