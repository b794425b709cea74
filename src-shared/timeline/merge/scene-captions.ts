import type { Arrangement } from './arrangement.ts';

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
  const before = onlyPlaces(placedCaptions(delivered, languageCode));
  const placed = placedCaptions(arrangement, languageCode);
  const single = onlyPlaces(placed);
  const scenes = placed.map(({ cue, startFrame, ...place }) => {
    const words = cue.lines.join(' ');
    const old = single.has(words) ? before.get(words) : undefined;
    return { cue, ...(old ? placeBeside(arrangement, { startFrame, place }, old.anchor) : place) };
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
function onlyPlaces(placed: readonly PlacedCaption[]): ReadonlyMap<string, Place> {
  const groups = Map.groupBy(placed, ({ cue }) => cue.lines.join(' '));
  return new Map(
    [...groups].flatMap(([words, [one, ...more]]) => (one && more.length === 0 ? [[words, one]] : [])),
  );
}

/**
 * Returns a place relative to the delivered picture if it lies over a piece of that picture or over the picture directly
 * before or after it; else the place itself.
 */
export function placeBeside(
  { pictures }: Arrangement,
  { startFrame, place }: { readonly startFrame: number; readonly place: Place },
  delivered: string | null,
): Place {
  const [old, now] = [delivered, place.anchor].map((id) =>
    pictures.findIndex((picture) => picture.id === id),
  );
  const picture = pictures[old ?? -1];
  if (!picture || now === undefined || now === -1 || now === old) return place;
  const [from, to] = now < (old ?? 0) ? [now + 1, old ?? 0] : [old ?? 0, now - 1];
  const isBeside = pictures.slice(from, to + 1).every(({ origin }) => origin === picture.origin);
  return isBeside ? { anchor: delivered, offset: startFrame - picture.event.startFrame } : place;
}
