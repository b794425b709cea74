import { commonFrames, endOf } from '../diff/match/cut-event.ts';
import { isSame } from '../diff/match/is-same.ts';
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

/** True for a part of a clip that is too short to keep: less than a second, and less than half of it. */
function isBrief(frames: number, { event }: Node, { cut: { frameRate } }: Arrangement): boolean {
  return frames * frameRate.denominator < frameRate.numerator && 2 * frames < event.durationFrames;
}

/**
 * Returns the delivered picture that an added clip goes with: the one that it belongs to, or the first removed one that it
 * lies over if hardly anything of it lies over others.
 */
export function pictureOfAdded(
  node: Node,
  cut: Arrangement,
  isRemoved: (picture: string) => boolean,
): string | null {
  const frames = [...picturesUnder(node, cut)].map(([{ origin }, common]) => ({ origin, common }));
  const [first, ...more] = frames.filter(({ origin }) => origin !== null && isRemoved(origin));
  const removed = [first, ...more].reduce((sum, one) => sum + (one?.common ?? 0), 0);
  const rest = frames.reduce((sum, { common }) => sum + common, -removed);
  return pictureOf(node, cut) ?? (isBrief(rest, node, cut) ? (first?.origin ?? null) : null);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Pictures of the merged cut. */
interface Laid {
  readonly spanOf: (picture: string) => Span | undefined;
  readonly runOf: (picture: string) => Span | undefined;
  readonly endFrame: number;
}

/** Frames of a clip over pictures that the merged cut lacks. */
export function framesLost(node: Node, cut: Arrangement, { spanOf }: Pick<Laid, 'spanOf'>): number {
  return [...picturesUnder(node, cut)].reduce((sum, [{ id }, frames]) => sum + (spanOf(id) ? 0 : frames), 0);
}

/**
 * Returns the first frame of a clip that lay within one picture. If hardly anything of it would lie over the picture,
 * because that is shorter now, it ends with it, but does not reach into the clip before it on its track.
 * @param first where it starts by its place in the picture.
 */
export function startWithin(node: Node, cut: Arrangement, first: number, laid: Laid): number {
  const { spanOf, runOf, endFrame } = laid;
  const { event, previous } = node;
  const [picture] = picturesUnder(node, cut).keys();
  if (!picture || picture.id !== node.anchor) return first;
  if (commonFrames(picture.event, event) < event.durationFrames) return first;
  const isBriefIn = (span: Span | undefined): span is Span =>
    span !== undefined && isBrief(span.end - first, node, cut);
  const run = isBriefIn(spanOf(picture.id)) ? runOf(picture.id) : undefined;
  if (!isBriefIn(run)) return first;
  const before = cut.byId.get(previous ?? '')?.event;
  const room = event.startFrame - (before ? endOf(before) : 0);
  const start = Math.max(run.start, run.end - event.durationFrames);
  const apart = Math.max(start, first - room);
  // Whatever is before it, nothing is seen after the film.
  return apart < endFrame ? apart : start;
}

/**
 * Returns the first frame of a clip over several pictures. If these are in another order now, it starts within the film
 * where it covers them best. If the picture at its start is missing, it starts with the first of the others.
 * @param first where it starts by the picture at its start.
 */
export function bestStart(
  node: Node,
  cut: Arrangement,
  { first: byAnchor, ending }: { readonly first: number; readonly ending: Ending },
  { spanOf, endFrame }: Pick<Laid, 'spanOf' | 'endFrame'>,
): number {
  const wanted = picturesUnder(node, cut);
  // A clip that starts in a hole belongs to the picture before that too.
  const anchor = cut.byId.get(node.anchor ?? '');
  const places = [...new Set([...(anchor ? [anchor] : []), ...wanted.keys()])].flatMap((picture) => {
    const span = spanOf(picture.id);
    return span ? [{ start: span.start, offset: node.event.startFrame - picture.event.startFrame }] : [];
  });
  const starts = places.map(({ start }) => start);
  const isAnchored = !anchor || spanOf(anchor.id) !== undefined;
  const first = isAnchored ? byAnchor : (starts[0] ?? byAnchor);
  const isInOrder = isSame(
    starts,
    starts.toSorted((a, b) => a - b),
  );
  if (ending === 'free' || isInOrder) return first;
  const spans = cut.pictures.flatMap((picture) => {
    const span = spanOf(picture.id);
    return span ? [{ ...span, frames: wanted.get(picture) ?? 0 }] : [];
  });
  const coveredAt = (startFrame: number): readonly { covered: number; frames: number }[] => {
    const last = ending === 'atEnd' ? endFrame : startFrame + node.event.durationFrames;
    return spans.map(({ start, end, frames }) => {
      const covered = Math.max(0, Math.min(end, last) - Math.max(start, startFrame));
      return { covered, frames };
    });
  };
  const wantedAt = (startFrame: number): number =>
    coveredAt(startFrame).reduce((sum, { covered, frames }) => sum + Math.min(covered, frames), 0);
  const differenceAt = (startFrame: number): number =>
    coveredAt(startFrame).reduce((sum, { covered, frames }) => sum + Math.abs(covered - frames), 0);
  // If it would hardly start before the end of the film, it may start with any of its pictures.
  const others = isBrief(endFrame - first, node, cut)
    ? places.flatMap(({ start, offset }) => [start + Math.max(0, offset), Math.max(0, start + offset)])
    : starts.map((start) => start + Math.max(0, node.offset));
  const [best = first] = [first, ...others]
    .filter((startFrame) => startFrame < endFrame && wantedAt(startFrame) >= wantedAt(first))
    .toSorted((one, other) => differenceAt(one) - differenceAt(other));
  return best;
}
