import { commonFrames, type CutEvent, endOf, type EventPair } from './cut-event.ts';
import type { Matches } from './match.ts';
import { isOn, orderOf } from './positions.ts';
import { certainPairs, lastStartingBy, type TimeMap, timeMapOf } from './time-map.ts';

/** One clip of one cut and its pieces in the other, in order. */
export interface Pieces {
  readonly pair: EventPair;
  readonly pieces: readonly CutEvent[];
}

/** The matches, with split, joined and replaced clips identified. */
export interface Explained extends Matches {
  readonly splits: readonly Pieces[];
  readonly joins: readonly Pieces[];
  readonly replaced: readonly EventPair[];
}

/** Share of a clip's time that another clip must cover to count as its replacement. */
const leastOverlap = 0.6;

/** @param primaryIndex the track of the pictures, which place everything else. */
export function explainUnmatched(matches: Matches, primaryIndex: number, tolerance: number): Explained {
  const splits = partsOf(matches.pairs, matches.fresh, 'before', tolerance);
  const joins = partsOf(matches.pairs, matches.gone, 'after', tolerance);
  const used = new Set([...splits, ...joins].flatMap(({ pieces }) => pieces));
  const [gone, fresh] = [matches.gone, matches.fresh].map((events) =>
    events.filter((event) => !used.has(event)),
  ) as [CutEvent[], CutEvent[]];
  const map = timeMapOf(withWholeSpans(matches.pairs, splits).filter(isOn(primaryIndex)));
  const replaced = replacementsOf(gone, fresh, { map, pairs: matches.pairs, primaryIndex });
  const inPlace = new Set(replaced.flatMap(({ before, after }) => [before, after]));
  return {
    pairs: matches.pairs,
    splits,
    joins,
    replaced,
    gone: gone.filter((event) => !inPlace.has(event)),
    fresh: fresh.filter((event) => !inPlace.has(event)),
  };
}

/**
 * Extends each split clip over those of its pieces that still follow each other, with only new clips between them. A
 * piece that was moved elsewhere says nothing about the clips beside the others.
 */
export function withWholeSpans(
  pairs: readonly EventPair[],
  splits: Explained['splits'],
): readonly EventPair[] {
  if (splits.length === 0) return pairs;
  const known = Map.groupBy(
    pairs.map(({ after }) => after),
    ({ trackIndex }) => trackIndex,
  );
  const isFollowed = (one: CutEvent, next: CutEvent): boolean =>
    (one.isStill || (next.sourceStart - one.sourceStart) * one.speed > 0) &&
    !(known.get(one.trackIndex) ?? []).some(({ order }) => order > one.order && order < next.order);
  const piecesOf = new Map(splits.map(({ pair, pieces }) => [pair, pieces]));
  return pairs.map((pair) => {
    const { after } = pair;
    const pieces = piecesOf.get(pair)?.filter(({ trackIndex }) => trackIndex === after.trackIndex);
    if (!pieces) return pair;
    const [first, last] = runAround(after, pieces, isFollowed);
    return { ...pair, after: { ...first, durationFrames: endOf(last) - first.startFrame } };
  });
}

/** Returns the first and the last piece of the continuous run around one of them. */
function runAround(
  one: CutEvent,
  pieces: readonly CutEvent[],
  isFollowed: (one: CutEvent, next: CutEvent) => boolean,
): readonly [CutEvent, CutEvent] {
  const at = pieces.indexOf(one);
  let first = one;
  let last = one;
  for (const earlier of pieces.slice(0, at).toReversed()) {
    if (!isFollowed(earlier, first)) break;
    first = earlier;
  }
  for (const later of pieces.slice(at + 1)) {
    if (!isFollowed(last, later)) break;
    last = later;
  }
  return [first, last];
}

/** Finds events that are parts of one side of a pair, in addition to the pair's other side. */
function partsOf(
  pairs: readonly EventPair[],
  events: readonly CutEvent[],
  whole: 'before' | 'after',
  tolerance: number,
): readonly Pieces[] {
  const mediaOf = ({ trackKind, mediaKey }: CutEvent): string => `${trackKind} ${mediaKey}`;
  const wanted = new Set(events.map(({ mediaKey }) => mediaKey));
  const pairsByMedia = Map.groupBy(
    pairs.filter((pair) => wanted.has(pair[whole].mediaKey)),
    (pair) => mediaOf(pair[whole]),
  );
  const found = new Map<EventPair, CutEvent[]>();
  for (const event of events) {
    const candidates = pairsByMedia.get(mediaOf(event)) ?? [];
    const pair = candidates.find((one) => {
      const others = found.get(one) ?? [whole === 'before' ? one.after : one.before];
      return isPartOf(event, one[whole], others, tolerance);
    });
    if (pair === undefined) continue;
    const known = found.get(pair) ?? [whole === 'before' ? pair.after : pair.before];
    found.set(pair, [...known, event]);
  }
  return [...found].map(([pair, pieces]) => ({
    pair,
    pieces: pieces.toSorted((a, b) => a.startFrame - b.startFrame),
  }));
}

function isPartOf(event: CutEvent, whole: CutEvent, others: readonly CutEvent[], tolerance: number): boolean {
  if (event.isStill) {
    const shown = others.reduce((sum, { durationFrames }) => sum + durationFrames, event.durationFrames);
    return event.trackIndex === whole.trackIndex && shown <= whole.durationFrames + tolerance;
  }
  const end = event.sourceStart + event.sourceLength;
  const isWithin =
    event.sourceStart >= whole.sourceStart - tolerance &&
    end <= whole.sourceStart + whole.sourceLength + tolerance;
  const isApart = others.every(
    (other) =>
      event.sourceStart >= other.sourceStart + other.sourceLength - tolerance ||
      end <= other.sourceStart + tolerance,
  );
  return isWithin && isApart;
}

interface Surroundings {
  readonly map: TimeMap;
  readonly pairs: readonly EventPair[];
}

/**
 * Pairs removed clips with the clips now linked to the same picture, or else in their place, largest shared time first.
 */
function replacementsOf(
  gone: readonly CutEvent[],
  fresh: readonly CutEvent[],
  { map, pairs, primaryIndex }: Surroundings & { readonly primaryIndex: number },
): readonly EventPair[] {
  // Another picture over the same scene at another time replaces nothing.
  const isInPlace = ({ before, after }: EventPair): boolean =>
    before.trackKind === 'audio' ||
    before.trackIndex === primaryIndex ||
    map.shiftsAt(before.startFrame).some((shift) => commonFrames(before, after, shift) > 0);
  const byAttached = certainPairs(gone, fresh, attachedOf).filter(isInPlace);
  const taken = new Set(byAttached.flatMap(({ before, after }) => [before, after]));
  const candidates = candidatesByPlace(gone, fresh, { map, pairs }).toSorted((a, b) => b.share - a.share);
  const placed = (some: typeof candidates): readonly EventPair[] =>
    some.filter(({ before, after }) => {
      if (taken.has(before) || taken.has(after)) return false;
      taken.add(before).add(after);
      return true;
    });
  const onPrimary = placed(candidates.filter(isOn(primaryIndex)));
  const [oldRest, newRest] = [gone, fresh].map((events) => events.filter((event) => !taken.has(event)));
  const pictures = [...pairs, ...byAttached, ...onPrimary].filter(isOn(primaryIndex));
  const linked = linkedPairs(oldRest ?? [], newRest ?? [], pictures);
  for (const { before, after } of linked) taken.add(before).add(after);
  return [...byAttached, ...onPrimary, ...linked, ...placed(candidates)];
}

/** Pairs clips on the same track that are the only ones linked to the same picture. */
function linkedPairs(
  gone: readonly CutEvent[],
  fresh: readonly CutEvent[],
  pictures: readonly EventPair[],
): readonly EventPair[] {
  const olds = new Set(gone);
  const linkBefore = new Map(pictures.map(({ before, after }) => [after.clip.linkId, before.clip.linkId]));
  return certainPairs(gone, fresh, (event) => {
    const { linkId } = event.clip;
    const link = olds.has(event) ? linkId : linkBefore.get(linkId);
    return linkId === null || !link ? null : `${String(event.trackIndex)} ${link}`;
  });
}

/**
 * Key of the clips around an event, which identify its purpose better than its time does: the sound and words of a
 * picture, or the picture that is on when another clip begins. Null without any.
 */
function attachedOf({ trackIndex, attached }: CutEvent): string | null {
  return attached.every((name) => name === '') ? null : [trackIndex, ...attached].join('\n');
}

/** Lists pairs of a removed and a new clip at the same time between the same neighbours. */
function candidatesByPlace(
  gone: readonly CutEvent[],
  fresh: readonly CutEvent[],
  { map, pairs }: Surroundings,
): readonly (EventPair & { readonly share: number })[] {
  if (gone.length === 0 || fresh.length === 0) return [];
  const tracks = new Map(
    [...Map.groupBy(fresh, ({ trackIndex }) => trackIndex)].map(([index, events]) => [
      index,
      { events, starts: events.map(({ startFrame }) => startFrame) },
    ]),
  );
  const oldSlot = slotsOf(pairs, 'before');
  const nowSlot = slotsOf(pairs, 'after');
  return gone.flatMap((before) => {
    const { events, starts } = tracks.get(before.trackIndex) ?? { events: [], starts: [] };
    const slot = oldSlot(before);
    return map.shiftsAt(before.startFrame).flatMap((shift) => {
      const first = Math.max(0, lastStartingBy(starts, before.startFrame + shift));
      const last = lastStartingBy(starts, endOf(before) + shift);
      return events
        .slice(first, last + 1)
        .filter((after) => nowSlot(after).some((pair, side) => pair === slot[side]))
        .map((after) => ({ before, after, share: shareOf(before, after, shift) }))
        .filter(({ share }) => share > leastOverlap);
    });
  });
}

function shareOf(before: CutEvent, after: CutEvent, shift: number): number {
  return commonFrames(before, after, shift) / Math.max(before.durationFrames, after.durationFrames);
}

/** Returns the matched pairs before and after an event on its track, among those that kept their order. */
function slotsOf(
  pairs: readonly EventPair[],
  side: 'before' | 'after',
): (event: CutEvent) => readonly (EventPair | undefined)[] {
  const tracks = new Map(
    [...Map.groupBy(pairs, (pair) => pair[side].trackIndex)].map(([index, some]) => {
      const stayed = some.filter(({ before, after }) => before.trackIndex === after.trackIndex);
      const ordered = orderOf(stayed).kept;
      return [index, { ordered, orders: ordered.map((pair) => pair[side].order) }] as const;
    }),
  );
  return ({ trackIndex, order }) => {
    const track = tracks.get(trackIndex);
    const index = lastStartingBy(track?.orders ?? [], order);
    return [track?.ordered[index], track?.ordered[index + 1]];
  };
}
