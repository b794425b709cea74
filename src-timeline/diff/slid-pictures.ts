import { type Draft, draftOf, trimOf } from './draft.ts';
import { endOf, type EventPair, straightCutOf } from './match/cut-event.ts';
import type { Explained } from './match/unmatched.ts';

/** A picture and its sound that moved by different lengths. */
interface Slide {
  readonly picture: EventPair;
  readonly sound: EventPair;
  /** Frames by which the picture comes before its sound, compared with the delivered cut; 0 if it does not. */
  readonly byFrames: number;
}

/**
 * Adds a draft for each run of pictures that slid against their sound. A move of one clip alone is a draft already. A
 * move of everything from a clip on is left out if all of it only slid.
 * Ignores clips in several pieces.
 */
export function withSlides(
  drafts: readonly Draft[],
  { pairs, replaced, splits, joins }: Explained,
  primaryIndex: number,
  tolerance: number,
): readonly Draft[] {
  const inPieces = new Set([...splits, ...joins].map(({ pair }) => pair));
  const wholes = [...pairs.filter((pair) => !inPieces.has(pair)), ...replaced];
  const movedAlone = new Set(drafts.filter(isMoveOfOne).map(({ before }) => before));
  const slides = linkedPairs(wholes, primaryIndex)
    .filter(({ picture, sound }) => !movedAlone.has(picture.before) && !movedAlone.has(sound.before))
    .map((linked): Slide => ({ ...linked, byFrames: slideOf(linked, 2 * tolerance) }));
  if (slides.every(({ byFrames }) => byFrames === 0)) return drafts;
  const isTold = ({ change, before }: Draft): boolean => {
    if (change.kind !== 'moved' || change.how !== 'ripple' || !before) return false;
    const later = slides.filter(
      ({ picture, sound }) =>
        (before.trackIndex === primaryIndex ? picture : sound).before.startFrame >= before.startFrame,
    );
    return later.length > 0 && later.every(({ byFrames }) => byFrames !== 0);
  };
  return [...drafts.filter((draft) => !isTold(draft)), ...slideDrafts(slides, tolerance)];
}

const isMoveOfOne = ({ change }: Draft): boolean => change.kind === 'moved' && change.how !== 'ripple';

/** Returns each picture with the first of its sounds, in the delivered order. Omits links of several pictures. */
function linkedPairs(pairs: readonly EventPair[], primaryIndex: number): readonly Omit<Slide, 'byFrames'>[] {
  const linked = pairs
    .filter(({ before }) => before.clip.linkId !== null)
    .toSorted((a, b) => a.before.startFrame - b.before.startFrame);
  return [...Map.groupBy(linked, ({ before }) => before.clip.linkId).values()].flatMap((group) => {
    const [picture, ...others] = group.filter(({ before }) => before.trackIndex === primaryIndex);
    const sound = group.find(({ before }) => before.trackKind === 'audio');
    return picture && sound && others.length === 0 ? { picture, sound } : [];
  });
}

/** Takes the least difference, because trims and transitions move one end of a clip. */
function slideOf({ picture, sound }: Omit<Slide, 'byFrames'>, tolerance: number): number {
  const differences = shiftsOf(sound).flatMap((shift) => shiftsOf(picture).map((other) => shift - other));
  const least = differences.reduce((best, one) => (Math.abs(one) < Math.abs(best) ? one : best));
  return Math.abs(least) <= tolerance ? 0 : least;
}

/** Frames that a clip moved: by its start, its end, its straight cut, and the place of its media. */
function shiftsOf(pair: EventPair): readonly [number, ...number[]] {
  const { before, after } = pair;
  const shift = after.startFrame - before.startFrame;
  return [
    shift,
    endOf(after) - endOf(before),
    straightCutOf(after) - straightCutOf(before),
    shift - trimOf(pair).head,
  ];
}

function slideDrafts(slides: readonly Slide[], tolerance: number): readonly Draft[] {
  const runs: [Slide, ...Slide[]][] = [];
  for (const slide of slides) {
    const run = runs.at(-1);
    const isSame = run !== undefined && Math.abs(run[0].byFrames - slide.byFrames) <= tolerance;
    if (isSame) run.push(slide);
    else runs.push([slide]);
  }
  return runs
    .filter(([{ byFrames }]) => byFrames !== 0)
    .map((run) => {
      const [{ picture, byFrames }] = run;
      const frames = run.reduce((sum, one) => sum + one.picture.after.durationFrames, 0);
      const last = run.at(-1)?.picture.before ?? null;
      return { ...draftOf({ kind: 'slid', byFrames }, picture, frames), last };
    });
}
