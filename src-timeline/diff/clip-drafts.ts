import { losses } from '../model/losses.ts';
import { isHeldFrame, overlapFramesOf } from '../model/placement.ts';
import { comparePair } from './compare-pair.ts';
import { headOfStillFinder } from './covered-stills.ts';
import { type Draft, draftOf } from './draft.ts';
import {
  type Cut,
  type CutEvent,
  type DiffOptions,
  endOf,
  type EventPair,
  spanOf,
} from './match/cut-event.ts';
import { isSame } from './match/is-same.ts';
import type { Pieces, Explained } from './match/unmatched.ts';

/** Joins pieces of one clip into a single event. */
function togetherOf(pieces: readonly CutEvent[], one: CutEvent): CutEvent {
  const starts = pieces.map(({ sourceStart }) => sourceStart);
  const ends = pieces.map(({ sourceStart, sourceLength }) => sourceStart + sourceLength);
  const sourceStart = Math.min(...starts);
  const durationFrames = pieces.reduce((sum, piece) => sum + piece.durationFrames, 0);
  const sourceLength = Math.max(...ends) - sourceStart;
  return { ...one, durationFrames, sourceStart, sourceLength };
}

function splitDrafts({ pair, pieces }: Pieces, tolerance: number): readonly Draft[] {
  const { before } = pair;
  const [first = pair.after, ...rest] = pieces;
  const ofFirst = comparePair({ before, after: togetherOf(pieces, first) }, tolerance);
  const ofRest = rest.flatMap((after) => comparePair({ before, after }, tolerance).filter(isOfPiece));
  return [
    draftOf({ kind: 'split', pieces: pieces.map(spanOf) }, { before, after: first }),
    ...ofFirst,
    ...ofRest.filter((draft, index) =>
      [...ofFirst, ...ofRest.slice(0, index)].every(({ change }) => !isSame(change, draft.change)),
    ),
  ];
}

/** True for a change of one piece alone. The split covers its cuts, and a still's motion has no time of its own. */
function isOfPiece({ change, after }: Draft): boolean {
  return ofPieces.has(change.kind) && !(change.kind === 'motion' && after?.isStill === true);
}

const ofPieces: ReadonlySet<Draft['change']['kind']> = new Set([
  ...(['retimed', 'level', 'motion', 'effect', 'disabled'] as const),
]);

function joinDrafts({ pair, pieces }: Pieces, tolerance: number): readonly Draft[] {
  const [first = pair.before] = pieces;
  return [
    draftOf({ kind: 'joined', pieces: pieces.map(spanOf) }, { before: first, after: pair.after }),
    ...comparePair({ before: togetherOf(pieces, first), after: pair.after }, tolerance),
  ];
}

/** True if a speed is 1 again and nothing else changed: the format more likely lost it than the user set it. */
function isSpeedLost({ change, before, after }: Draft, { formats = [] }: DiffOptions): boolean {
  return (
    change.kind === 'retimed' &&
    formats.includes('PREMIERE_XML') &&
    change.newSpeed === 1 &&
    before?.sourceStart === after?.sourceStart
  );
}

/** True if a clip is on again because the format cannot hold clips that are switched off. */
function isSwitchLost({ change }: Draft, { formats = [] }: DiffOptions): boolean {
  const isOn = change.kind === 'disabled' && !change.isDisabled;
  return isOn && formats.some((format) => losses[format].includes('DISABLED_CLIPS'));
}

/** True if a transition is gone because the clip that it came from is no longer directly before. */
function isTransitionGone({ change, before, after }: Draft, { old, now, partners }: Neighbours): boolean {
  if (change.kind !== 'transition' || change.newStyle !== null || !before || !after) return false;
  const previous = old.tracks[before.trackIndex]?.[before.order - 1];
  const partner = previous && partners.get(previous);
  return (
    !partner ||
    partner !== now.tracks[after.trackIndex]?.[after.order - 1] ||
    endOf(partner) !== after.startFrame
  );
}

/**
 * True if a clip only keeps frames of a dissolve that went with the clip beside it: Kdenlive leaves the clip before with
 * half of them.
 */
function keepsDissolve({ change, before, after }: Draft, { old, now, partners }: Neighbours): boolean {
  if (change.kind !== 'trimmed' || change.headFrames !== 0 || change.tailFrames > 0) return false;
  if (!before || !after) return false;
  const gone = old.tracks[before.trackIndex]?.[before.order + 1];
  const next = now.tracks[after.trackIndex]?.[after.order + 1];
  if (!gone || partners.has(gone) || next?.clip.transition) return false;
  return -change.tailFrames <= overlapFramesOf(gone.clip);
}

/** True if music, a logo or the like still starts where it did and ends with the film, whose length changed. */
function followsFilm({ change, before, after }: Draft, { old, now }: Neighbours): boolean {
  if (change.kind !== 'trimmed' || change.headFrames !== 0 || !before || !after) return false;
  if (before.clip.linkId !== null || before.startFrame !== after.startFrame) return false;
  const [was, is] = [old, now].map(({ tracks, primaryIndex }) => tracks[primaryIndex]?.at(-1));
  const isLong = was !== undefined && before.startFrame < was.startFrame;
  return isLong && endOf(before) === endOf(was) && is !== undefined && endOf(after) === endOf(is);
}

/** Maps clips to the new clips right after them that hold their last frame. */
function heldTailsOf(fresh: readonly CutEvent[], { tracks }: Cut): ReadonlyMap<CutEvent, CutEvent> {
  return new Map(
    fresh.flatMap((tail) => {
      const clip = tracks[tail.trackIndex]?.[tail.order - 1];
      const isTail =
        clip !== undefined &&
        isHeldFrame(tail.clip) &&
        clip.mediaKey === tail.mediaKey &&
        endOf(clip) === tail.startFrame &&
        tail.sourceStart === (clip.speed < 0 ? clip.sourceStart : clip.sourceStart + clip.sourceLength - 1);
      return isTail ? [[clip, tail] as const] : [];
    }),
  );
}

/** Pairs a removed clip with the clip before a held last frame instead of that frame, unless it is another's. */
function withoutTails(
  { replaced, gone, fresh }: Pick<Explained, 'replaced' | 'gone' | 'fresh'>,
  tails: ReadonlyMap<CutEvent, CutEvent>,
): Pick<Explained, 'replaced' | 'gone' | 'fresh'> {
  const clipOf = new Map([...tails].map(([clip, tail]) => [tail, clip]));
  const paired = replaced.filter(({ after }) => clipOf.has(after));
  if (paired.length === 0) return { replaced, gone, fresh };
  const moved = paired.flatMap(({ before, after }) => {
    const clip = fresh.find((event) => event === clipOf.get(after));
    return clip ? [{ before, after: clip }] : [];
  });
  const begun = new Set(moved.map(({ after }) => after));
  const left = paired.filter(({ before }) => moved.every((pair) => pair.before !== before));
  return {
    replaced: [...replaced.filter((pair) => !paired.includes(pair)), ...moved],
    gone: [...gone, ...left.map(({ before }) => before)],
    fresh: [...fresh.filter((event) => !begun.has(event)), ...paired.map(({ after }) => after)],
  };
}

/** Counts a held last frame as part of its clip. */
function withTail({ before, after }: EventPair, tails: ReadonlyMap<CutEvent, CutEvent>): EventPair {
  const tail = tails.get(after);
  return tail
    ? { before, after: { ...after, durationFrames: after.durationFrames + tail.durationFrames } }
    : { before, after };
}

function freshDrafts(after: CutEvent, tails: ReadonlyMap<CutEvent, CutEvent>): readonly Draft[] {
  const isTail = [...tails.values()].includes(after);
  if (!isTail) return addedDrafts(after);
  const change = { kind: 'retimed', oldSpeed: 1, newSpeed: after.speed, held: 'after' } as const;
  return [draftOf(change, { before: null, after })];
}

interface Neighbours {
  readonly old: Cut;
  readonly now: Cut;
  readonly partners: ReadonlyMap<CutEvent, CutEvent>;
}

/** Lists the changes in the clips themselves. */
export function clipDrafts(
  explained: Explained,
  cuts: { readonly old: Cut; readonly now: Cut },
  tolerance: number,
  options: DiffOptions,
): readonly Draft[] {
  const { pairs, splits, joins } = explained;
  const added = [...explained.fresh, ...explained.replaced.map(({ after }) => after)];
  const tails = heldTailsOf(added, cuts.now);
  const { replaced, gone, fresh } = withoutTails(explained, tails);
  const inPieces = new Set([...splits, ...joins].map(({ pair }) => pair));
  const headOfStill = headOfStillFinder(cuts.old, pairs, tolerance);
  const partners = new Map([...pairs, ...replaced].map(({ before, after }) => [before, after]));
  for (const { pair, pieces } of splits) partners.set(pair.before, pieces.at(-1) ?? pair.after);
  for (const { pair, pieces } of joins) for (const piece of pieces) partners.set(piece, pair.after);
  const drafts = [
    ...pairs
      .filter((pair) => !inPieces.has(pair))
      .flatMap((pair) => comparePair(withTail(pair, tails), tolerance, headOfStill(pair))),
    ...splits.flatMap((one) => splitDrafts(one, tolerance)),
    ...joins.flatMap((one) => joinDrafts(one, tolerance)),
    ...replaced.map(replacedDraft),
    ...gone.map((before) => draftOf({ kind: 'removed' }, { before, after: null })),
    ...fresh.flatMap((event) => freshDrafts(event, tails)),
  ];
  const neighbours = { ...cuts, partners };
  return drafts
    .filter((draft) => !isTransitionGone(draft, neighbours) && !keepsDissolve(draft, neighbours))
    .filter((draft) => !followsFilm(draft, neighbours))
    .filter((draft) => !isSwitchLost(draft, options))
    .map((draft) =>
      isSpeedLost(draft, options) ? { ...draft, change: { kind: 'format-loss', loss: 'SPEED' } } : draft,
    );
}

function addedDrafts(after: CutEvent): readonly Draft[] {
  const added = draftOf({ kind: 'added' }, { before: null, after });
  if (after.clip.isDisabled !== true) return [added];
  return [added, draftOf({ kind: 'disabled', isDisabled: true }, { before: null, after })];
}

function replacedDraft(pair: EventPair): Draft {
  return draftOf({ kind: 'replaced', newFileName: pair.after.fileName }, pair);
}
