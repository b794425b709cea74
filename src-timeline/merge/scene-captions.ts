import type { Arrangement, Node } from './arrangement.ts';

/** A caption with its offset in a scene. */
export interface Cue {
  readonly lines: readonly string[];
  readonly offset: number;
  readonly durationFrames: number;
}

export type SceneCaptions = ReadonlyMap<string | null, readonly Cue[]>;

type Place = ReturnType<Arrangement['anchorAt']>;

/**
 * Groups the captions of one language by the picture of their sound, or by the picture at their start. Words that occur
 * once stay with their delivered picture if only a cut beside it moved.
 */
export function sceneCaptions(
  arrangement: Arrangement,
  languageCode: string,
  delivered: Arrangement = arrangement,
): SceneCaptions {
  const placed = placedCaptions(arrangement, languageCode);
  const before = onlyPlaces(delivered === arrangement ? [] : placedCaptions(delivered, languageCode));
  const single = onlyPlaces(placed);
  const scenes = placed.map(({ cue, startFrame, ...place }) => {
    const words = cue.lines.join(' ');
    const old = single.has(words) ? before.get(words) : undefined;
    const mark = { cut: arrangement, startFrame, ...place };
    return { cue, ...(old ? placeBeside(mark, { cut: delivered, ...old }) : place) };
  });
  return new Map(
    [...Map.groupBy(scenes, ({ anchor }) => anchor)].map(([anchor, cues]) => [
      anchor,
      cues.map(({ cue, offset }) => ({ ...cue, offset })),
    ]),
  );
}

type PlacedCaption = Place & { readonly startFrame: number; readonly cue: Omit<Cue, 'offset'> };

function placedCaptions({ cut, wordsAt }: Arrangement, languageCode: string): readonly PlacedCaption[] {
  const captions = cut.captionTracks
    .filter((one) => one.languageCode === languageCode)
    .flatMap((one) => one.captions);
  return captions.map(({ startFrame, ...cue }) => ({ ...wordsAt(startFrame), startFrame, cue }));
}

/** Places of the words that occur once. */
function onlyPlaces(placed: readonly PlacedCaption[]): ReadonlyMap<string, PlacedCaption> {
  const groups = Map.groupBy(placed, ({ cue }) => cue.lines.join(' '));
  return new Map(
    [...groups].flatMap(([words, [one, ...more]]) => (one && more.length === 0 ? [[words, one]] : [])),
  );
}

/** Words or a marker in a cut, and the picture that it belongs to there. */
interface Mark extends Pick<Place, 'anchor'> {
  readonly cut: Arrangement;
  readonly startFrame: number;
}

/**
 * Returns a mark's place relative to the picture that it was delivered with if only a cut moved: it lies over a piece of
 * that picture or over the picture directly before or after it, as far from the beginning of either as before. Else
 * returns the place itself.
 */
export function placeBeside(mark: Mark & Place, old: Mark): Place {
  const { pictures } = mark.cut;
  const place = { anchor: mark.anchor, offset: mark.offset };
  if (mark.anchor === old.anchor) return place;
  const [before = -1, now = -1] = [old, mark].map(({ anchor }) =>
    pictures.findIndex(({ id }) => id === anchor),
  );
  const picture = pictures[before];
  const shown = pictures[now];
  if (!picture || !shown) return place;
  const [from, to] = now < before ? [now + 1, before] : [before, now - 1];
  const isBeside = pictures.slice(from, to + 1).every(({ origin }) => origin === picture.origin);
  const isUnmoved = [picture, shown].some((one) => isAsFarInto(one, mark, old));
  const offset = mark.startFrame - picture.event.startFrame;
  return isBeside && isUnmoved ? { anchor: picture.id, offset } : place;
}

/** True if a mark lies at the same place relative to a picture as the delivered one, from its first or the same frame. */
function isAsFarInto({ event, origin, stretch }: Node, { startFrame }: Mark, old: Mark): boolean {
  const delivered = old.cut.byId.get(origin ?? '')?.event;
  if (!delivered) return false;
  const frames = startFrame - event.startFrame;
  const framesBefore = old.startFrame - delivered.startFrame;
  return frames === framesBefore || Math.round(frames * stretch.rate + stretch.head) === framesBefore;
}
