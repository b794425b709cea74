import type { ReturnStrip, StripEvent } from '../../../src-shared/contract/return.ts';
import type { MatchedCuts } from '../../../src-timeline/diff/diff-cuts.ts';
import { type Cut, type CutEvent, endOf, spanOf } from '../../../src-timeline/diff/match/cut-event.ts';

type Side = 'delivered' | 'returned';

/** Returns both cuts as rows of clips, each with its counterparts in the other cut. */
export function stripsOf({ old, now, pairs, scenes }: MatchedCuts): Record<Side, ReturnStrip> {
  const partners = {
    delivered: Map.groupBy(pairs, ({ before }) => before),
    returned: Map.groupBy(pairs, ({ after }) => after),
  };
  const eventOf = (event: CutEvent, side: Side): StripEvent => {
    const others = (partners[side].get(event) ?? []).map(({ before, after }) =>
      side === 'delivered' ? idOf(after, 'returned') : idOf(before, 'delivered'),
    );
    return {
      eventId: idOf(event, side),
      ...spanOf(event),
      name: event.fileName,
      scene: side === 'delivered' ? scenes.of(event) : scenes.ofReturned(event),
      counterparts: [...new Set(others)],
      isDisabled: event.clip.isDisabled === true,
    };
  };
  const stripOf = (cut: Cut, side: Side): ReturnStrip => ({
    durationFrames: Math.max(0, ...cut.events.map(endOf)),
    rows: rowOrder(cut).map((index) => ({
      role: cut.trackFacts[index]?.role ?? 'video',
      name: cut.trackFacts[index]?.name ?? '',
      events: (cut.tracks[index] ?? []).map((event) => eventOf(event, side)),
    })),
  });
  return { delivered: stripOf(old, 'delivered'), returned: stripOf(now, 'returned') };
}

function idOf({ trackIndex, order }: CutEvent, side: Side): string {
  return `${side}-${String(trackIndex)}-${String(order)}`;
}

/** Returns tracks with clips in an editor's order: the highest picture first, then sound. */
function rowOrder({ tracks, trackFacts }: Cut): readonly number[] {
  const indexes = [...tracks.keys()].filter((index) => (tracks[index]?.length ?? 0) > 0);
  const isPicture = (index: number): boolean => trackFacts[index]?.kind === 'video';
  return [...indexes.filter(isPicture).reverse(), ...indexes.filter((index) => !isPicture(index))];
}
