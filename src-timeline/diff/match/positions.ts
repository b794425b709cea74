import { type Draft, draftOf, trimOf } from '../draft.ts';
import { type Cut, type CutEvent, endOf, type EventPair } from './cut-event.ts';
import { longestIncreasing } from './longest-increasing.ts';
import type { TimeMap } from './time-map.ts';

/** Pairs of one track in the delivered order, split into those that kept that order and those that did not. */
interface Order {
  readonly kept: readonly EventPair[];
  readonly moved: readonly EventPair[];
}

/** Finds the pairs of a track that moved, as few as possible. */
export function orderOf(pairs: readonly EventPair[]): Order {
  const ordered = pairs.toSorted((a, b) => a.before.order - b.before.order);
  const run = longestIncreasing(ordered.map(({ after }) => after.order));
  return {
    kept: ordered.filter((_, index) => run.has(index)),
    moved: ordered.filter((_, index) => !run.has(index)),
  };
}

/** Above this number of parts, every sum between the least and the greatest counts as possible. */
const maxParts = 10;

/** Returns the remainder of a number after subtracting the nearest sum of any of the parts. */
function restBesideSums(total: number, parts: readonly number[], tolerance: number): number {
  const some = parts.filter((part) => part !== 0);
  if (some.length > maxParts) {
    const [down, up] = [some.filter((part) => part < 0), some.filter((part) => part > 0)].map((list) =>
      list.reduce((sum, part) => sum + part, 0),
    );
    return total - Math.min(Math.max(total, down ?? 0), up ?? 0);
  }
  let sums = [0];
  for (const part of some) sums = [...sums, ...sums.map((sum) => sum + part)];
  const rests = sums.map((sum) => total - sum);
  const least = rests.reduce((best, rest) => (Math.abs(rest) < Math.abs(best) ? rest : best), total);
  return Math.abs(least) <= tolerance ? 0 : least;
}

interface Step {
  readonly pair: EventPair;
  /** Growth of the gap to the pair before, in frames, that no edit between them explains. */
  readonly unexplained: number;
}

/** Changes of the gap between a pair and the one before it that kept its order, by each clip and trim in between. */
function partsBetween(
  old: Cut,
  now: Cut,
  previous: EventPair | undefined,
  pair: EventPair,
): readonly number[] {
  const { trackIndex } = pair.before;
  const between = (track: readonly CutEvent[] | undefined, from: number, to: number): readonly number[] =>
    (track ?? []).slice(from, to).map(({ durationFrames }) => durationFrames);
  const gone = between(old.tracks[trackIndex], (previous?.before.order ?? -1) + 1, pair.before.order);
  const fresh = between(now.tracks[trackIndex], (previous?.after.order ?? -1) + 1, pair.after.order);
  return [
    ...gone.map((frames) => -frames),
    ...fresh,
    ...itemsBetween(old, trackIndex, previous?.before, pair.before).map((frames) => -frames),
    ...itemsBetween(now, trackIndex, previous?.after, pair.after),
    ...(previous ? lossesOf(previous, 'tail') : []),
    ...lossesOf(pair, 'head'),
  ];
}

/** Lengths of the items without media between two clips of a track. */
function itemsBetween(
  { items }: Cut,
  trackIndex: number,
  previous: CutEvent | undefined,
  next: CutEvent,
): readonly number[] {
  const from = previous ? endOf(previous) : 0;
  return items
    .filter((item) => item.trackIndex === trackIndex)
    .filter(({ startFrame, endFrame }) => startFrame >= from && endFrame <= next.startFrame)
    .map(({ startFrame, endFrame }) => endFrame - startFrame);
}

function lossesOf(pair: EventPair, side: 'head' | 'tail'): readonly number[] {
  const whole = pair.before.durationFrames - pair.after.durationFrames;
  const isPlain =
    !pair.before.isStill &&
    pair.before.speed === pair.after.speed &&
    pair.before.mediaKey === pair.after.mediaKey;
  return isPlain ? [trimOf(pair)[side]] : [whole];
}

function stepsOf(old: Cut, now: Cut, kept: readonly EventPair[], tolerance: number): readonly Step[] {
  return kept.map((pair, index) => {
    const previous = kept[index - 1];
    const gapBefore = pair.before.startFrame - (previous ? endOf(previous.before) : 0);
    const gapAfter = pair.after.startFrame - (previous ? endOf(previous.after) : 0);
    const between = partsBetween(old, now, previous, pair);
    return { pair, unexplained: restBesideSums(gapAfter - gapBefore, between, tolerance) };
  });
}

/**
 * Reports a move in time: `time` for a clip that moved between two others that stayed, `ripple` if everything after it
 * moved along.
 * @param mayStandAlone Whether clips of the track may stand alone, as they do on all tracks but the pictures'.
 */
function shiftDrafts(steps: readonly Step[], mayStandAlone: boolean): readonly Draft[] {
  const drafts: Draft[] = [];
  let returned = 0;
  for (const [index, { pair, unexplained }] of steps.entries()) {
    if (unexplained === 0 || unexplained === returned) {
      returned = 0;
      continue;
    }
    const next = steps[index + 1];
    const staysBehind = next === undefined || (mayStandAlone && shiftOf(next.pair) !== shiftOf(pair));
    const isAlone = staysBehind || next.unexplained === -unexplained;
    returned = isAlone ? -unexplained : 0;
    const change = { kind: 'moved', byFrames: unexplained, how: isAlone ? 'time' : 'ripple' } as const;
    drafts.push(draftOf(change, pair, Math.abs(unexplained)));
  }
  return drafts;
}

const shiftOf = ({ before, after }: EventPair): number => after.startFrame - before.startFrame;

function movedInOrder(pairs: readonly EventPair[]): readonly Draft[] {
  return pairs.map((pair) => draftOf({ kind: 'moved', byFrames: shiftOf(pair), how: 'order' }, pair));
}

function movedToTracks(pairs: readonly EventPair[]): readonly Draft[] {
  return pairs.map((pair) => draftOf({ kind: 'moved', byFrames: shiftOf(pair), how: 'track' }, pair));
}

/** Lists the moves among the pictures. */
export function positionsOfPictures(
  old: Cut,
  now: Cut,
  pairs: readonly EventPair[],
  tolerance: number,
): readonly Draft[] {
  const { kept, moved } = orderOf(pairs.filter(isOn(old.primaryIndex)));
  const steps = stepsOf(old, now, kept, tolerance);
  return [...movedInOrder(moved), ...shiftDrafts(steps, false)];
}

/** True if both clips of a pair are on the track. */
export const isOn =
  (trackIndex: number) =>
  ({ before, after }: EventPair): boolean =>
    before.trackIndex === trackIndex && after.trackIndex === trackIndex;

/** Lists the clips on other tracks that did not move with their pictures. */
export function positionsOfOthers(
  old: Cut,
  now: Cut,
  pairs: readonly EventPair[],
  {
    map,
    links,
    tolerance,
  }: { readonly map: TimeMap; readonly links: ReadonlyMap<string, EventPair>; readonly tolerance: number },
): readonly Draft[] {
  const across = pairs.filter(({ before, after }) => before.trackIndex !== after.trackIndex);
  const tracks = Map.groupBy(
    pairs.filter(({ before, after }) => before.trackIndex === after.trackIndex),
    ({ before }) => before.trackIndex,
  );
  tracks.delete(old.primaryIndex);
  const drafts = [...tracks.values()].flatMap((some) => {
    const { kept, moved } = orderOf(some);
    const movesAlong = (pair: EventPair): boolean => {
      const picture = links.get(pair.before.clip.linkId ?? '');
      const shifts = picture ? shiftsOf(picture) : map.shiftsAt(pair.before.startFrame);
      return followingShifts(pair).some((shift) =>
        shifts.some((other) => Math.abs(other - shift) <= tolerance),
      );
    };
    const steps = stepsOf(old, now, kept, tolerance).map((step) => {
      const isLinked = links.has(step.pair.before.clip.linkId ?? '');
      return movesAlong(step.pair) && (isLinked || step.unexplained !== 0)
        ? { ...step, unexplained: 0 }
        : step;
    });
    return [...movedInOrder(moved.filter((pair) => !movesAlong(pair))), ...shiftDrafts(steps, true)];
  });
  return [...movedToTracks(across), ...drafts];
}

function shiftsOf(pair: EventPair): readonly number[] {
  return [shiftOf(pair), endOf(pair.after) - endOf(pair.before)];
}

/** Possible shifts of a clip that follows another: by its start, or by its start before it was trimmed. */
function followingShifts(pair: EventPair): readonly number[] {
  return [shiftOf(pair), ...lossesOf(pair, 'head').map((frames) => shiftOf(pair) - frames)];
}
