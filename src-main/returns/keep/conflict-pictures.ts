import type { ConflictPicture, UpdateConflict } from '../../../src-shared/contract/return.ts';
import type { FrameSpan } from '../../../src-timeline/diff/edit.ts';
import type { Change } from '../../../src-timeline/merge/merge-types.ts';
import { endFrameOf, type Placement, placementsOfTrack } from '../../../src-timeline/model/placement.ts';
import {
  type MediaReference,
  primaryTrackIndex,
  type Timeline,
} from '../../../src-timeline/model/timeline.ts';
import { sha256Of } from '../../foundation/files/sha256-of.ts';
import { fileOfLocation } from '../../projects/file-of-location.ts';
import type { UpdatedEdit } from './update-edit.ts';

/** Pictures of both cuts at their conflicts. */
export interface PicturesOfUpdate {
  readonly of: (conflict: Change) => UpdateConflict['pictures'];
  /** Files of the pictures by their ids, once their conflicts were asked for. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Finds the pictures of an update's conflicts. */
export function picturesOf(
  returnId: string,
  { cuts, places }: Pick<UpdatedEdit, 'cuts' | 'places'>,
): PicturesOfUpdate {
  const paths = new Map<string, string>();
  const pictureIn = (cut: Timeline, span: FrameSpan | null): ConflictPicture | null => {
    const shown = span && pictureAt(cut, span);
    const location = shown?.media.location ?? '';
    const path = places.pathOf(location) ?? fileOfLocation(location);
    if (!shown || path === null) return null;
    const pictureId = sha256Of(path).slice(0, 32);
    paths.set(pictureId, path);
    const { kind, seconds } = shown;
    return { mediaPath: `returns/${returnId}/${pictureId}`, kind, seconds };
  };
  return {
    paths,
    of: ({ places: { ours, theirs } }) => ({
      ours: pictureIn(cuts.ours, ours),
      theirs: pictureIn(cuts.theirs, theirs),
    }),
  };
}

/** Files of the last viewed update's pictures. The page refers to them by id, because it may not name a file. */
export class ConflictPictures {
  #paths: ReadonlyMap<string, string> = new Map();

  /** Returns the file of a picture; null if the last update has none with this id. */
  pathOf(pictureId: string): string | null {
    return this.#paths.get(pictureId) ?? null;
  }

  /** Remembers the files of an update's pictures by their ids; forgets those of the previous update. */
  show(paths: ReadonlyMap<string, string>): void {
    this.#paths = paths;
  }
}

interface Shown extends Pick<ConflictPicture, 'kind' | 'seconds'> {
  readonly media: MediaReference;
}

/**
 * Returns the frame in the middle of a span: from the clip with exactly this span, else from the primary track's clip.
 */
export function pictureAt(cut: Timeline, { startFrame, endFrame }: FrameSpan): Shown | null {
  const frame = Math.floor((startFrame + endFrame - 1) / 2);
  const primary = primaryTrackIndex(cut.tracks);
  const there = cut.tracks.flatMap((track, index) =>
    track.kind === 'video' && track.role !== 'background'
      ? placementsOfTrack(track)
          .filter((one) => one.startFrame <= frame && frame < endFrameOf(one))
          .map((placement) => ({ placement, isPrimary: index === primary }))
      : [],
  );
  const isWhole = ({ placement }: { placement: Placement }): boolean =>
    placement.startFrame === startFrame && endFrameOf(placement) === endFrame;
  const found = there.find(isWhole) ?? there.find(({ isPrimary }) => isPrimary);
  return found ? shownOf(cut, found.placement, frame) : null;
}

function shownOf(
  { media, frameRate }: Timeline,
  { clip, startFrame }: Placement,
  frame: number,
): Shown | null {
  const file = media.find(({ mediaId }) => mediaId === clip.mediaId);
  if (!file || file.kind === 'audio') return null;
  if (file.kind === 'still') return { kind: 'still', seconds: 0, media: file };
  const ofMedia = clip.sourceStartFrame + (frame - startFrame) * (clip.speed ?? 1);
  const seconds = ((ofMedia + 0.5) * frameRate.denominator) / frameRate.numerator;
  return { kind: 'movie', seconds, media: file };
}
