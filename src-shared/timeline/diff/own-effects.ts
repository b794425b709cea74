import { losses } from '../losses.ts';
import type { Clip, Timeline, TimelineFormat } from '../timeline.ts';

/** Names of a clip's effects outside the model, in document order. Excludes a freeze, which the speed expresses. */
export function effectsOf({ unread = [] }: Clip): readonly string[] {
  return unread.filter(({ isHold }) => isHold !== true).map(({ name }) => name);
}

/** Names of the effects of one clip that another clip lacks, or has less often. */
export function effectsBeyond(one: Clip, other: Clip): readonly string[] {
  const left = [...effectsOf(other)];
  return effectsOf(one).filter((name) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}

/** Returns a delivered cut with only those effects that the formats on its way write back into their documents. */
export function withCarriedEffects(timeline: Timeline, formats: readonly TimelineFormat[]): Timeline {
  if (formats.length === 0) return timeline;
  const isCarried = (format: TimelineFormat): boolean =>
    formats.every((one) => one === format && !losses[one].includes('OWN_EFFECTS'));
  const tracks = timeline.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => {
      if (item.kind === 'gap' || item.unread === undefined) return item;
      return { ...item, unread: item.unread.filter(({ format }) => isCarried(format)) };
    }),
  }));
  return { ...timeline, tracks };
}
