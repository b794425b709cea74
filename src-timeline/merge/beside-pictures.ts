import { commonFrames, endOf } from '../diff/match/cut-event.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { Three } from './merge-types.ts';

/**
 * End of a merged clip: `atEnd` at the end of the cut, like music or a logo; `byEnd` there or before; `free` wherever
 * its length ends it.
 */
export type Ending = 'atEnd' | 'byEnd' | 'free';

export const isPicture = ({ event }: Node, { primaryIndex }: Arrangement): boolean =>
  event.trackIndex === primaryIndex;

/** True for a clip that is linked to a picture, such as a voice. */
function isLinked({ anchor, event }: Node, { byId }: Arrangement): boolean {
  const { linkId } = event.clip;
  return linkId !== null && byId.get(anchor ?? '')?.event.clip.linkId === linkId;
}

/**
 * Returns how a clip ends, from the cuts that have it.
 * @param parts of the clip in each cut, in order. Pieces count as one, from the first to the last.
 */
export function endingOf(parts: Partial<Three<readonly Node[]>>, cuts: Three<Arrangement>): Ending {
  const names = ['base', 'ours', 'theirs'] as const;
  const isOther = (part: Node | undefined, cut: Arrangement): boolean =>
    part !== undefined && (isPicture(part, cut) || isLinked(part, cut));
  if (names.some((side) => isOther(parts[side]?.[0], cuts[side]))) return 'free';
  const sides = names.flatMap((side) => {
    const first = parts[side]?.[0];
    const last = parts[side]?.at(-1);
    return first && last ? { first, last, cut: cuts[side] } : [];
  });
  const overhangs = sides.map(({ last, cut }) => overhangOf(last, cut));
  if (overhangs.some((frames) => frames > 0)) return 'free';
  const isLong = sides.every(({ first: { event }, cut: { pictures } }) => {
    const before = pictures.at(-2)?.event;
    return event.startFrame === 0 || (before !== undefined && event.startFrame < endOf(before));
  });
  return isLong && overhangs.every((frames) => frames === 0) ? 'atEnd' : 'byEnd';
}

/** Returns by how many frames a clip outlasts the pictures; negative if it ends before. */
function overhangOf({ event }: Node, { pictures }: Arrangement): number {
  const last = pictures.at(-1)?.event;
  return endOf(event) - (last ? endOf(last) : 0);
}

/** Returns the pictures of its cut that a clip lies over, each with the number of common frames. */
function picturesUnder({ event }: Node, { pictures }: Arrangement): ReadonlyMap<Node, number> {
  const frames = pictures.map((picture) => [picture, commonFrames(picture.event, event)] as const);
  return new Map(frames.filter(([, common]) => common > 0));
}

/**
 * Returns the delivered picture that a clip belongs to: the one it is linked to or mostly lies over, or the one after the
 * hole that it lies in. Null for clips such as music or a logo over several scenes or from one to the end of the film, and for clips over new pictures.
 */
export function pictureOf(node: Node, cut: Arrangement): string | null {
  if (isLinked(node, cut)) return cut.byId.get(node.anchor ?? '')?.origin ?? null;
  const frames = new Map<string | null, number>();
  for (const [{ origin }, common] of picturesUnder(node, cut))
    frames.set(origin, (frames.get(origin) ?? 0) + common);
  if (frames.size === 0)
    return cut.pictures.find(({ event }) => event.startFrame >= endOf(node.event))?.origin ?? null;
  if (frames.size > 1 && overhangOf(node, cut) === 0) return null;
  const [most] = [...frames].find(([, common]) => 2 * common > node.event.durationFrames) ?? [];
  return most ?? null;
}

/**
 * Returns the delivered picture that an added clip goes with: the one that it belongs to, or the first of those that it
 * lies over if all are removed.
 */
export function pictureOfAdded(
  node: Node,
  cut: Arrangement,
  isRemoved: (picture: string) => boolean,
): string | null {
  const origins = [...picturesUnder(node, cut).keys()].map(({ origin }) => origin);
  const isGone = origins.every((origin) => origin !== null && isRemoved(origin));
  return pictureOf(node, cut) ?? (isGone ? (origins[0] ?? null) : null);
}
