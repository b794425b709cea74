import { shownEffectName } from '../../formats/mlt/effect-names.ts';
import { losses } from '../../model/losses.ts';
import type { Clip, Timeline, TimelineFormat, UnreadPart } from '../../model/timeline.ts';

/** A clip's effects outside the model, in document order. Excludes a freeze, which the speed expresses. */
function ownEffects({ unread = [] }: Clip): readonly UnreadPart[] {
  return unread.filter(({ isHold }) => isHold !== true);
}

/** Names of a clip's effects outside the model as its document has them, in order. */
export function effectsOf(clip: Clip): readonly string[] {
  return ownEffects(clip).map(({ name }) => name);
}

/** Effects of one clip that another clip lacks, or has less often, by the names that their program shows. */
export function effectsBeyond(one: Clip, other: Clip): readonly string[] {
  const left = [...effectsOf(other)];
  const beyond = ownEffects(one).filter(({ name }) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  return beyond.map(shownEffectName);
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
