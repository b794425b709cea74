import { isSame } from '../diff/match/is-same.ts';
import { effectsBeyond } from '../diff/match/own-effects.ts';
import type { Clip } from '../model/timeline.ts';
import { aboutNode } from './about-node.ts';
import type { Node } from './arrangement.ts';
import { type Ending, endingOf, isPicture } from './beside-pictures.ts';
import { changesOfNode, type ClipField } from './clip-changes.ts';
import { withinMedia } from './merge-clip.ts';
import { mergePlace } from './merge-place.ts';
import type { ChosenSide } from './merge-types.ts';
import { asItIs, type Merge, type MergedNode } from './merged-node.ts';

/** A delivered clip, and its parts in both cuts, in order. */
interface Parts {
  readonly base: Node;
  readonly ours: readonly Node[];
  readonly theirs: readonly Node[];
}

/**
 * Merges a clip that a side split. The pieces stay if the other side left the clip alone or split it alike. New media
 * go into every piece of the editor's. Any other change is a conflict.
 */
export function mergePieces(parts: Parts, merge: Merge): readonly MergedNode[] {
  const { base } = parts;
  const about = aboutNode(merge, base);
  const ending = endingOf({ ...parts, base: [base] }, merge);
  const changes = {
    ours: changesOf('ours', parts, ending, merge),
    theirs: changesOf('theirs', parts, ending, merge),
  };
  if (changes.theirs?.size === 0 || isSplitAlike(parts)) return piecesOf('ours', parts, ending, merge);
  if (changes.ours?.size === 0) {
    merge.log.carry('split', about);
    return piecesOf('theirs', parts, ending, merge);
  }
  const added = framesAdded(parts, changes.theirs, merge);
  if (added === null) return piecesOf(merge.log.decide('split', about), parts, ending, merge);
  for (const field of ['media', 'cut'] as const)
    if (changes.theirs?.has(field)) merge.log.carry(field, about);
  return withNewMedia(parts, added, ending, merge);
}

type Changed = ClipField | 'place' | 'effects';

/**
 * Returns what a side changed about a clip, except for the hole before a picture; null if it split it. Music as long as
 * the cut may have another length.
 */
function changesOf(
  side: ChosenSide,
  parts: Parts,
  ending: Ending,
  merge: Merge,
): ReadonlySet<Changed> | null {
  const { base } = parts;
  const [whole, ...more] = parts[side];
  if (!whole || more.length > 0) return null;
  const isAsLongAsCut = ending === 'atEnd';
  const changes = new Set<Changed>(changesOfNode(base, whole));
  if (isAsLongAsCut) changes.delete('cut');
  if (effectsBeyond(whole.event.clip, base.event.clip).length > 0) changes.add('effects');
  const isInPlace =
    isPicture(base, merge.base) ||
    (isAsLongAsCut && whole.event.startFrame === base.event.startFrame) ||
    (whole.anchor === base.anchor && whole.offset === base.offset);
  return isInPlace && whole.event.trackIndex === base.event.trackIndex ? changes : changes.add('place');
}

/** True if both sides have the same pieces, whatever they put between them. */
function isSplitAlike({ ours, theirs }: Parts): boolean {
  const contentOf = ({ event }: Node): unknown => {
    const { trackIndex, clip } = event;
    return [trackIndex, { ...clip, mediaId: '', linkId: null }];
  };
  return isSame(ours.map(contentOf), theirs.map(contentOf));
}

/** Takes the parts of one side. Only the last one lasts to the end of the cut. */
function piecesOf(side: ChosenSide, parts: Parts, ending: Ending, merge: Merge): readonly MergedNode[] {
  const { base } = parts;
  const nodes = { base, ours: parts.ours[0] ?? base, theirs: parts.theirs[0] ?? base };
  const isAllPictures = Object.values(nodes).every((one) => isPicture(one, merge.base));
  // The hole before a picture does not depend on its pieces.
  const place = isAllPictures && mergePlace(nodes, merge, { ending, cut: side });
  return parts[side].map((part, index, { length }) => {
    const ofPiece = ending === 'atEnd' && index < length - 1 ? 'byEnd' : ending;
    return { ...asItIs(part, side, merge, ofPiece), ...(index === 0 && place) };
  });
}

/** Puts the project's media into the editor's pieces, from the same frames on, and its new length into the last. */
function withNewMedia(parts: Parts, added: number, ending: Ending, merge: Merge): readonly MergedNode[] {
  const { base, theirs } = parts;
  const [whole = base] = theirs;
  const media = merge.media.byKey.get(whole.event.mediaKey);
  const { name, note } = whole.event.clip;
  return piecesOf('ours', parts, ending, merge).map((node, index, { length }) => {
    const { sourceStart, clip } = node.part.event;
    const filled: Clip = {
      ...clip,
      mediaId: media?.mediaId ?? clip.mediaId,
      name,
      note,
      sourceStartFrame: Math.max(0, whole.event.sourceStart + sourceStart - base.event.sourceStart),
      durationFrames: clip.durationFrames + (index === length - 1 ? added : 0),
    };
    return { ...node, clips: withinMedia(filled, media) };
  });
}

/**
 * Returns the frames that the project added to the end of a clip that the editor split, with new media or for a new
 * narration; null if it changed the clip otherwise, or the last piece cannot have another length.
 */
function framesAdded(
  { base, ours, theirs }: Parts,
  changes: ReadonlySet<Changed> | null,
  merge: Merge,
): number | null {
  const [whole] = theirs;
  const last = ours.at(-1);
  if (!changes || !whole || !last || whole.event.speed !== base.event.speed) return null;
  if ([...changes].some((field) => field !== 'media' && field !== 'cut')) return null;
  if (!changes.has('cut')) return 0;
  if (!changes.has('media') && !isExtendedForNarration(base, whole, merge)) return null;
  const frames = whole.event.durationFrames - base.event.durationFrames;
  const heads = ours.map(({ stretch }) => stretch.head);
  const isInOrder = heads.every((head, index) => head >= (heads[index - 1] ?? head));
  const isLongEnough = last.event.durationFrames + frames > 0;
  return isInOrder && isLongEnough && last.event.speed === base.event.speed ? frames : null;
}

/** True for a picture whose end alone the project moved, because its scene has a new narration. */
function isExtendedForNarration(base: Node, whole: Node, merge: Merge): boolean {
  const isAtSameStart = whole.event.sourceStart === base.event.sourceStart;
  return base.event.trackKind === 'video' && isAtSameStart && hasNewNarration(base.anchor ?? base.id, merge);
}

/** True if the scene of a picture has a new narration in the project, which the merged cut takes. */
export function hasNewNarration(picture: string, merge: Merge): boolean {
  const { base, ours, theirs } = merge;
  return (base.othersAt.get(picture) ?? []).some((voice) => {
    if (voice.event.trackKind !== 'audio') return false;
    const parts = {
      base: voice,
      ours: ours.partsOf.get(voice.id) ?? [],
      theirs: theirs.partsOf.get(voice.id) ?? [],
    };
    const changes = {
      ours: changesOf('ours', parts, 'free', merge),
      theirs: changesOf('theirs', parts, 'free', merge),
    };
    if (!isTimed(changes.theirs)) return false;
    return changes.ours ? !isTimed(changes.ours) : framesAdded(parts, changes.theirs, merge) !== null;
  });
}

const isTimed = (changes: ReadonlySet<Changed> | null): boolean =>
  changes !== null && (changes.has('media') || changes.has('cut'));
