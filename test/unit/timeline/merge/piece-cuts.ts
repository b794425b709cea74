import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Choice, MergeOptions, MergeResult } from '../../../../src-timeline/merge/merge-types.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { clipsOfTracks } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Gap, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

export const A: Scene = { id: 'a' };
export const B: Scene = { id: 'b' };
export const C: Scene = { id: 'c' };
export const delivered = cutOf([A, B, C]);

/** Replaces one clip of a track with other items. */
export function withItems(
  cut: Timeline,
  trackName: string,
  at: number,
  itemsFor: (clip: Clip) => readonly (Clip | Gap)[],
): Timeline {
  const tracks = cut.tracks.map((track) =>
    track.name === trackName
      ? {
          ...track,
          items: track.items.flatMap((item, index) =>
            index === at && item.kind === 'clip' ? itemsFor(item) : [item],
          ),
        }
      : track,
  );
  return { ...cut, tracks };
}

/** Splits a clip after each of the given frames. */
export const cutApart =
  (...frames: readonly number[]) =>
  (clip: Clip): readonly Clip[] => {
    const ends = [...frames, clip.durationFrames];
    return ends.map((end, index) => {
      const start = ends[index - 1] ?? 0;
      const isStill = clip.mediaId.length === 1;
      const sourceStartFrame = isStill ? 0 : clip.sourceStartFrame + start;
      return { ...clip, sourceStartFrame, durationFrames: end - start };
    });
  };

export function merged(
  cuts: { readonly base?: Timeline; readonly ours: Timeline; readonly theirs: Timeline },
  choices: Readonly<Record<string, Choice>> = {},
  options: MergeOptions = {},
): MergeResult {
  const decisions = new Map(Object.entries(choices));
  const result = mergeCuts({ base: delivered, ...cuts }, { ...options, decisions });
  checkTimeline(result.cut);
  return result;
}

export const namesOf = (changes: readonly { readonly id: string }[]): readonly string[] =>
  changes.map(({ id }) => id);
export const linesOn = (trackName: string, { cut }: MergeResult): readonly string[] =>
  linesOf(cut).filter((line) => line.startsWith(trackName));

export const zoom = (...points: readonly (readonly [frame: number, scale: number])[]): Partial<Clip> => ({
  motion: points.map(([frame, scale]) => ({ frame, scale, x: 0, y: 0 })),
});
export const levels = (...points: readonly (readonly [frame: number, levelDb: number])[]): Partial<Clip> => ({
  levels: points.map(([frame, levelDb]) => ({ frame, levelDb })),
});
export const clipsOn = (trackName: string, { tracks }: Timeline): readonly Clip[] =>
  clipsOfTracks(tracks.filter(({ name }) => name === trackName)).map((clip) => ({
    ...clip,
    ...(clip.motion && {
      motion: clip.motion.map((point) => ({ ...point, scale: Math.round(point.scale * 1e6) / 1e6 })),
    }),
  }));

/** Splits a clip into two pieces and changes one of them. */
export const withPiece =
  (at: number, changed: 0 | 1, change: Partial<Clip>) =>
  (clip: Clip): readonly Clip[] =>
    cutApart(at)(clip).map((piece, index) => (index === changed ? { ...piece, ...change } : piece));
