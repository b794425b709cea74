import type { ReturnStrip, StripEvent } from '../../../src-shared/contract/return.ts';
import type { MatchedCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import { labelOfItem } from '../../../src-timeline/diff/item-edits.ts';
import {
  type Cut,
  type CutEvent,
  type CutItem,
  endOf,
  spanOf,
} from '../../../src-timeline/diff/match/cut-event.ts';

type Side = 'delivered' | 'returned';
type Row = ReturnStrip['rows'][number];

/** Returns both cuts as rows of clips and items without media, each with its counterparts in the other cut. */
export function stripsOf(matched: MatchedCuts): Record<Side, ReturnStrip> {
  return {
    delivered: stripOf(matched.old, 'delivered', matched),
    returned: stripOf(matched.now, 'returned', matched),
  };
}

function stripOf(cut: Cut, side: Side, matched: MatchedCuts): ReturnStrip {
  const ofClips = new Map(clipEvents(cut, side, matched).map((event) => [event.eventId, event]));
  const ofItems = Map.groupBy(itemEvents(cut, side, matched), ({ trackIndex }) => trackIndex);
  const eventsOn = (index: number | null): readonly StripEvent[] =>
    (ofItems.get(index) ?? []).map(({ event }) => event);
  const onTrack = (index: number): StripEvent[] => {
    const clips = (cut.tracks[index] ?? []).flatMap((event) => ofClips.get(idOf(event, side)) ?? []);
    return [...clips, ...eventsOn(index)].toSorted((a, b) => a.startFrame - b.startFrame);
  };
  const rows = rowOrder(cut).map((index): Row => ({
    role: cut.trackFacts[index]?.role ?? 'video',
    name: cut.trackFacts[index]?.name ?? '',
    events: onTrack(index),
  }));
  const ends = [...cut.events.map(endOf), ...cut.items.map(({ endFrame }) => endFrame)];
  const above = withoutOverlaps(eventsOn(null)).map((events): Row => ({ role: 'video', name: '', events }));
  return { durationFrames: Math.max(0, ...ends), rows: [...above, ...rows] };
}

function clipEvents(cut: Cut, side: Side, { pairs, scenes }: MatchedCuts): readonly StripEvent[] {
  const partners = Map.groupBy(pairs, ({ before, after }) => (side === 'delivered' ? before : after));
  return cut.events.map((event) => {
    const others = (partners.get(event) ?? []).map(({ before, after }) =>
      side === 'delivered' ? idOf(after, 'returned') : idOf(before, 'delivered'),
    );
    return {
      eventId: idOf(event, side),
      ...spanOf(event),
      name: event.fileName,
      itemKind: null,
      scene: side === 'delivered' ? scenes.of(event) : scenes.ofReturned(event),
      counterparts: [...new Set(others)],
      isDisabled: event.clip.isDisabled === true,
    };
  });
}

function itemEvents(
  { items }: Cut,
  side: Side,
  { old, now, itemPairs }: MatchedCuts,
): readonly { readonly trackIndex: number | null; readonly event: StripEvent }[] {
  const ids = {
    delivered: new Map(old.items.map((item, index) => [item, `delivered-item-${String(index)}`])),
    returned: new Map(now.items.map((item, index) => [item, `returned-item-${String(index)}`])),
  };
  const partners = new Map<CutItem, string | undefined>(
    itemPairs.flatMap(({ before, after }) => [
      [before, ids.returned.get(after)],
      [after, ids.delivered.get(before)],
    ]),
  );
  return items.map((one) => {
    const { item, trackIndex, startFrame, endFrame } = one;
    const counterpart = partners.get(one);
    const event: StripEvent = {
      eventId: ids[side].get(one) ?? '',
      startFrame,
      endFrame,
      name: labelOfItem(item),
      itemKind: item.kind,
      scene: null,
      counterparts: counterpart === undefined ? [] : [counterpart],
      isDisabled: item.isDisabled === true,
    };
    return { trackIndex, event };
  });
}

/** Puts items on tracks of their own into as few rows as possible, the first of them into the lowest. */
function withoutOverlaps(events: readonly StripEvent[]): readonly StripEvent[][] {
  const rows: StripEvent[][] = [];
  for (const event of events.toSorted((a, b) => a.startFrame - b.startFrame)) {
    const free = rows.find((row) => (row.at(-1)?.endFrame ?? 0) <= event.startFrame);
    if (free) free.push(event);
    else rows.push([event]);
  }
  return rows.toReversed();
}

function idOf({ trackIndex, order }: CutEvent, side: Side): string {
  return `${side}-${String(trackIndex)}-${String(order)}`;
}

/** Returns tracks with clips or items in an editor's order: the highest picture first, then sound. */
function rowOrder({ tracks, trackFacts, items }: Cut): readonly number[] {
  const withItems = new Set(items.map(({ trackIndex }) => trackIndex));
  const indexes = [...tracks.keys()].filter(
    (index) => (tracks[index]?.length ?? 0) > 0 || withItems.has(index),
  );
  const isPicture = (index: number): boolean => trackFacts[index]?.kind === 'video';
  return [...indexes.filter(isPicture).reverse(), ...indexes.filter((index) => !isPicture(index))];
}
