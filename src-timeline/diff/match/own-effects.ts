import { shownEffectName } from '../../formats/mlt/effect-names.ts';
import { wordsOfEffect } from '../../formats/mlt/mlt-words.ts';
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
  const rest = [...effectsOf(other)];
  const beyond = ownEffects(one).filter(({ name }) => {
    const index = rest.indexOf(name);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
  return beyond.map(shownEffectName);
}

/** Words of one effect in two clips. */
export interface ChangedWords {
  /** Name that its program shows. */
  readonly name: string;
  readonly oldText: string;
  readonly newText: string;
}

/** Lists the text effects of a clip whose words are others in another clip, in order. */
export function changedWords(before: Clip, after: Clip): readonly ChangedWords[] {
  const old = wordsByName(before);
  const now = wordsByName(after);
  return [...old].flatMap(([name, texts]) => {
    const others = now.get(name) ?? [];
    const gone = texts.filter(({ words }) => others.every((other) => other.words !== words));
    const fresh = others.filter(({ words }) => texts.every((text) => text.words !== words));
    return gone.flatMap(({ part, words }, index) => {
      const newText = fresh[index]?.words;
      return newText === undefined ? [] : { name: shownEffectName(part), oldText: words, newText };
    });
  });
}

function wordsByName(
  clip: Clip,
): ReadonlyMap<string, readonly { readonly part: UnreadPart; readonly words: string }[]> {
  const texts = ownEffects(clip).flatMap((part) => {
    const words = wordsOfEffect(part);
    return words === null ? [] : { part, words: words.split(/\s+/).join(' ').trim() };
  });
  return Map.groupBy(texts, ({ part }) => part.name);
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
