import { cheapestAssignment } from './assignment.ts';
import { type Cut, type CutEvent, type EventPair, sharesSource } from './cut-event.ts';
import { type TimeMap, timeMapOf } from './time-map.ts';

/** Clips in both cuts, and clips in only one of them. */
export interface Matches {
  readonly pairs: readonly EventPair[];
  readonly gone: readonly CutEvent[];
  readonly fresh: readonly CutEvent[];
}

/** Above this number of uses of one media, uses that differ only in their place are paired in order first. */
const maxUses = 60;

const costs = {
  noSource: 1e7,
  otherTrack: 50,
  neighbour: 4,
  attached: 25,
  perFrameAway: 0.1,
  maxAwayCost: 40,
};

/** All uses of one media in two cuts. */
interface Uses {
  readonly befores: readonly CutEvent[];
  readonly afters: readonly CutEvent[];
  /** The only possible pair, if each cut has one use of the media. */
  readonly only: EventPair | null;
}

/** Pairs the events of two cuts by least cost within each media, pictures before sound. */
export function matchEvents(old: Cut, now: Cut): Matches {
  const isPrimary = ({ before }: EventPair): boolean => before.trackIndex === old.primaryIndex;
  const pictures = usesOf('video', old, now);
  const sounds = usesOf('audio', old, now);
  const roughMap = timeMapOf(pictures.flatMap(({ only }) => only ?? []));
  const rough = matchUses(pictures, { old, now, map: roughMap });
  const map = timeMapOf(rough.filter(isPrimary));
  const pairs = [pictures, sounds].flatMap((uses) => matchUses(uses, { old, now, map }));
  const olds = new Set(pairs.map(({ before }) => before));
  const nows = new Set(pairs.map(({ after }) => after));
  return {
    pairs,
    gone: old.events.filter((event) => !olds.has(event)),
    fresh: now.events.filter((event) => !nows.has(event)),
  };
}

/** Groups the events of one kind that both cuts have, in the order of first use. */
function usesOf(kind: CutEvent['trackKind'], old: Cut, now: Cut): readonly Uses[] {
  const ofKind = ({ events }: Cut): Map<string, CutEvent[]> =>
    Map.groupBy(
      events.filter(({ trackKind }) => trackKind === kind),
      ({ mediaKey }) => mediaKey,
    );
  const nowByKey = ofKind(now);
  return [...ofKind(old)].flatMap(([key, befores]) => {
    const afters = nowByKey.get(key) ?? [];
    const [before] = befores;
    const [after] = afters;
    if (!before || !after) return [];
    const only = befores.length + afters.length === 2 ? { before, after } : null;
    return [{ befores, afters, only }];
  });
}

function matchUses(uses: readonly Uses[], surroundings: Surroundings): readonly EventPair[] {
  return uses.flatMap(({ befores, afters, only }) => {
    if (only) return sharesSource(only.before, only.after) ? only : [];
    const same = befores.length > maxUses ? sameInOrder(befores, afters) : [];
    const usedBefore = new Set(same.map(({ before }) => before));
    const usedAfter = new Set(same.map(({ after }) => after));
    const restBefore = befores.filter((event) => !usedBefore.has(event));
    const restAfter = afters.filter((event) => !usedAfter.has(event));
    return [...same, ...inBlocks(restBefore, restAfter, (a, b) => costOf(a, b, surroundings))];
  });
}

const contentOf = ({ trackIndex, sourceStart, durationFrames, speed }: CutEvent): string =>
  [trackIndex, sourceStart, durationFrames, speed].join(' ');

/** Pairs events of the same content, if both cuts have the same number of them. */
function sameInOrder(befores: readonly CutEvent[], afters: readonly CutEvent[]): readonly EventPair[] {
  const aftersByContent = Map.groupBy(afters, contentOf);
  return [...Map.groupBy(befores, contentOf)].flatMap(([content, some]) => {
    const others = aftersByContent.get(content) ?? [];
    if (others.length !== some.length) return [];
    return some.flatMap((before, index) => {
      const after = others[index];
      return after ? [{ before, after }] : [];
    });
  });
}

/** Assigns in blocks of the cut, because the assignment takes cubic time. */
function inBlocks(
  befores: readonly CutEvent[],
  afters: readonly CutEvent[],
  cost: (before: CutEvent, after: CutEvent) => number,
): readonly EventPair[] {
  const blocks = Math.ceil(Math.max(befores.length, afters.length) / maxUses);
  return Array.from({ length: blocks }, (_, block) => {
    const part = (events: readonly CutEvent[]): readonly CutEvent[] =>
      events.slice(
        Math.floor((block * events.length) / blocks),
        Math.floor(((block + 1) * events.length) / blocks),
      );
    return assign(part(befores), part(afters), cost);
  }).flat();
}

function assign(
  befores: readonly CutEvent[],
  afters: readonly CutEvent[],
  cost: (before: CutEvent, after: CutEvent) => number,
): readonly EventPair[] {
  if (befores.length === 0 || afters.length === 0) return [];
  const isTurned = befores.length > afters.length;
  const [rows, columns] = isTurned ? [afters, befores] : [befores, afters];
  const table = rows.map((row) =>
    columns.map((column) => (isTurned ? cost(column, row) : cost(row, column))),
  );
  return cheapestAssignment(table).flatMap((column, row) => {
    const one = rows[row];
    const other = columns[column];
    if (!one || !other || (table[row]?.[column] ?? Infinity) >= costs.noSource) return [];
    return [isTurned ? { before: other, after: one } : { before: one, after: other }];
  });
}

interface Surroundings {
  readonly old: Cut;
  readonly now: Cut;
  readonly map: TimeMap;
}

function costOf(before: CutEvent, after: CutEvent, { old, now, map }: Surroundings): number {
  if (!sharesSource(before, after)) return costs.noSource;
  const away = Math.min(
    ...map.shiftsAt(before.startFrame).map((shift) => Math.abs(before.startFrame + shift - after.startFrame)),
  );
  const neighbours = [-1, 1].filter(
    (step) => neighbourKey(old, before, step) !== neighbourKey(now, after, step),
  );
  const differing = before.attached.filter((name, index) => name !== after.attached[index]);
  return (
    (before.isStill ? 0 : Math.abs(before.sourceStart - after.sourceStart)) +
    Math.abs(before.durationFrames - after.durationFrames) +
    Math.min(costs.maxAwayCost, costs.perFrameAway * away) +
    (before.trackIndex === after.trackIndex ? 0 : costs.otherTrack) +
    costs.neighbour * neighbours.length +
    costs.attached * differing.length
  );
}

function neighbourKey({ tracks }: Cut, { trackIndex, order }: CutEvent, step: number): string {
  return tracks[trackIndex]?.[order + step]?.mediaKey ?? '';
}
