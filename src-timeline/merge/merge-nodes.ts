import { isSame } from '../diff/match/is-same.ts';
import type { Clip } from '../model/timeline.ts';
import { aboutNode, aboutPiece } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { type Ending, endingOf, pictureOfAdded } from './beside-pictures.ts';
import { changesOfNode } from './clip-changes.ts';
import { clipOf, mergeClip } from './merge-clip.ts';
import type { MergeLog } from './merge-log.ts';
import type { MergedMedia } from './merge-media.ts';
import type { Lacking, Removals, Three } from './merge-types.ts';
import { type ClipSetting, type Settled, settleClip, settlePieces } from './settle-clip.ts';
import { threeWay } from './three-way.ts';
import { unevenFields, wholeOf } from './whole-clip.ts';

/** Input of a merge. */
export interface Merge extends Three<Arrangement> {
  readonly media: MergedMedia;
  readonly log: MergeLog;
  readonly lacking: Lacking;
  readonly removals: Removals;
}

/** Clips of the merged cut, with their place among the others. */
export interface MergedNode extends Place {
  readonly id: string;
  /** Clips in sequence. */
  readonly clips: readonly Clip[];
  /** Frames of its clips before its first; offsets from a picture count from after these. */
  readonly lead?: number;
  readonly ending: Ending;
  /** Pieces of a side that it replaces, each with its offset in frames from the node's first. */
  readonly pieces?: ReadonlyMap<string, number>;
}

interface Place {
  readonly track: string;
  readonly anchor: string | null;
  readonly offset: number;
}

type Side = 'base' | 'ours' | 'theirs';

/** Names a track across the three cuts: the delivered cut's by number, others by their side. */
export function trackKey(base: Arrangement, side: Side, trackIndex: number): string {
  return `${trackIndex < base.cut.tracks.length ? 'base' : side} ${String(trackIndex)}`;
}

/** Returns every clip of the merged cut, unordered. */
export function mergeNodes(merge: Merge): readonly MergedNode[] {
  const { base, ours, theirs, removals } = merge;
  const delivered = [...base.byId.values()].flatMap((node) => {
    const [mine = [], other = []] = [ours.partsOf.get(node.id), theirs.partsOf.get(node.id)];
    if (mine.length > 0 && other.length > 0) return mergeParts(node, mine, other, merge);
    if (mine.length > 0)
      return removals.kept.has(node.id) ? mine.map((one) => asItIs(one, 'ours', merge)) : [];
    if (other.some((one) => other.length > 1 || changesOfNode(node, one).size > 0))
      merge.log.leave('removed', aboutNode(merge, node));
    return [];
  });
  const isNew = ({ origin }: Node): boolean => origin === null;
  const ownOf = ({ byId }: Arrangement): readonly Node[] => [...byId.values()].filter(isNew);
  return [
    ...delivered,
    ...ownOf(ours).flatMap((node) => (removals.along.has(node.id) ? [] : asItIs(node, 'ours', merge))),
    ...ownOf(theirs).flatMap((node) => (ours.byId.has(node.id) ? [] : addedByTheirs(node, merge))),
  ];
}

function addedByTheirs(node: Node, merge: Merge): readonly MergedNode[] {
  const { ours, theirs, log } = merge;
  const about = aboutNode(merge, node);
  const picture = pictureOfAdded(node, theirs, (id) => !ours.partsOf.has(id));
  if (picture !== null && !ours.partsOf.has(picture)) {
    log.leave('added', about);
    return [];
  }
  log.carry('added', about);
  return [asItIs(node, 'theirs', merge)];
}

function asItIs(node: Node, side: 'ours' | 'theirs', merge: Merge): MergedNode {
  const clip = clipOf(node.event, { mediaOf: (key) => merge.media.byKey.get(key) });
  const linked = side === 'ours' ? clip : { ...clip, linkId: linkOfTheirs(clip.linkId, merge) };
  return {
    ...{ id: node.id, clips: [linked], ...placeOf(node, side, merge) },
    ending: endingOf({ [side]: [node] }, merge),
  };
}

function placeOf({ event, anchor, offset }: Node, side: Side, { base }: Merge): Place {
  return { track: trackKey(base, side, event.trackIndex), anchor, offset };
}

/** Maps a link of the project's clips to the editor's link, if the editor's cut has one of the clips. */
function linkOfTheirs(linkId: string | null, { ours, theirs }: Merge): string | null {
  if (linkId === null) return null;
  const partners = [...theirs.byId.values()].filter(({ event }) => event.clip.linkId === linkId);
  const links = partners.flatMap(({ id }) => ours.byId.get(id)?.event.clip.linkId ?? []);
  return links[0] ?? `theirs ${linkId}`;
}

function mergeParts(
  base: Node,
  mine: readonly Node[],
  other: readonly Node[],
  merge: Merge,
): readonly MergedNode[] {
  const [ours, theirs] = [wholeOf(base, mine), other[0]];
  if (!ours || !theirs) return [];
  if (other.length > 1) return mergeWithPieces({ base, ours }, mine, other, merge);
  if (mine.length === 1 && isUntouched(base, theirs))
    return [
      {
        ...asItIs(ours, 'ours', merge),
        ending: endingOf({ base: [base], ours: mine, theirs: other }, merge),
      },
    ];
  if (mine.length > 1) return mergePieces(base, mine, theirs, merge);
  const setting = settingOf(base, { ours: mine, theirs: other }, merge);
  const nodes = { base, ours, theirs };
  return [mergeOne(nodes, merge, setting, settleClip(nodes, setting))];
}

/** True if the project has a clip unchanged in the delivered place, so that the editor's version applies. */
function isUntouched(base: Node, theirs: Node): boolean {
  if (theirs.id !== base.id || theirs.event.trackIndex !== base.event.trackIndex) return false;
  return (
    theirs.anchor === base.anchor && theirs.offset === base.offset && changesOfNode(base, theirs).size === 0
  );
}

/**
 * Merges a clip that the project split. Keeps the project's pieces if they are chosen or both sides split alike, else
 * the editor's version.
 * @param whole the delivered clip, and the editor's pieces as one clip.
 */
function mergeWithPieces(
  whole: Omit<Three<Node>, 'theirs'>,
  mine: readonly Node[],
  other: readonly Node[],
  merge: Merge,
): readonly MergedNode[] {
  const { base } = whole;
  const isBoth = mine.length > 1 && isSame(mine.map(cutOf), other.map(cutOf));
  if (!isBoth && !takesPieces(base, mine, merge)) {
    const kept = mine.map((one) => asItIs(one, 'ours', merge));
    return withPlacesOf(other, mine, kept);
  }
  const setting = settingOf(base, { ours: mine, theirs: other }, merge);
  const fields = unevenFields(base, isBoth ? [mine, other] : [other]);
  const pieces = other.map((theirs, index) => {
    const ours = (isBoth ? mine[index] : undefined) ?? whole.ours;
    const nodes = { base, ours, theirs };
    const ending = endingOfPiece(setting, index === other.length - 1);
    const piece = { about: aboutPiece(setting.about, nodes), fields };
    const settled = { media: null, cut: isBoth ? 'ours' : 'theirs' } as const;
    return mergeOne(nodes, merge, { ...setting, ending, piece }, settled);
  });
  return withPlacesOf(mine, other, pieces);
}

/** Merges pieces of a clip that the project has whole. If the project's cut is chosen, they become one clip. */
function mergePieces(base: Node, pieces: readonly Node[], theirs: Node, merge: Merge): readonly MergedNode[] {
  const setting = settingOf(base, { ours: pieces, theirs: [theirs] }, merge);
  const { media, cut } = settlePieces(base, pieces, theirs, setting);
  if (cut === 'theirs') {
    const nodes = { base, ours: wholeOf(base, pieces) ?? base, theirs };
    const whole = mergeOne(nodes, merge, setting, { media, cut });
    return [{ ...whole, pieces: placesWithin(theirs, pieces, whole) }];
  }
  const fields = unevenFields(base, [pieces]);
  return pieces.map((ours, index) => {
    const nodes = { base, ours, theirs };
    const isLast = index === pieces.length - 1;
    const piece = { about: aboutPiece(setting.about, nodes), fields };
    const settled = { media, cut: isLast ? cut : 'ours' } as const;
    return mergeOne(nodes, merge, { ...setting, ending: endingOfPiece(setting, isLast), piece }, settled);
  });
}

/** Only the last piece of a clip lasts to the end of the cut. */
function endingOfPiece({ ending }: ClipSetting, isLast: boolean): Ending {
  return ending === 'atEnd' && !isLast ? 'byEnd' : ending;
}

/** Adds the places of the other side's pieces to merged ones. A piece of both sides has its own place. */
function withPlacesOf(
  replaced: readonly Node[],
  parts: readonly Node[],
  merged: readonly MergedNode[],
): readonly MergedNode[] {
  const ids = new Set(parts.map(({ id }) => id));
  const byHead = parts.toSorted((one, other) => one.stretch.head - other.stretch.head);
  const partAt = (head: number): Node | undefined =>
    byHead.findLast(({ stretch }) => stretch.head <= head) ?? byHead[0];
  const absent = Map.groupBy(
    replaced.filter(({ id }) => !ids.has(id)),
    ({ stretch }) => partAt(stretch.head),
  );
  return merged.map((node, index) => {
    const part = parts[index];
    return part ? { ...node, pieces: placesWithin(part, absent.get(part) ?? [], node) } : node;
  });
}

/** Returns the place of each piece's content within a merged clip that shows a part of the delivered one. */
function placesWithin(
  { stretch: { head, rate } }: Node,
  pieces: readonly Node[],
  { clips }: MergedNode,
): ReadonlyMap<string, number> {
  const last = clips.reduce((sum, { durationFrames }) => sum + durationFrames, 0) - 1;
  const placeOfPiece = ({ stretch }: Node): number => Math.round((stretch.head - head) / rate);
  return new Map(pieces.map((one) => [one.id, Math.min(Math.max(0, placeOfPiece(one)), last)]));
}

/** True if the project's pieces of a clip are chosen. */
function takesPieces(base: Node, [only = base, ...more]: readonly Node[], merge: Merge): boolean {
  const changes = changesOfNode(base, only);
  const about = aboutNode(merge, base);
  if (more.length > 0 || changes.has('cut') || changes.has('media'))
    return merge.log.decide('split', about) === 'theirs';
  merge.log.carry('split', about);
  return true;
}

const cutOf = ({ event }: Node): readonly number[] => [event.sourceStart, event.durationFrames, event.speed];

/** @param parts of the delivered clip, in order. */
function settingOf(
  base: Node,
  parts: Pick<Three<readonly Node[]>, 'ours' | 'theirs'>,
  merge: Merge,
): ClipSetting {
  return {
    ...{ about: aboutNode(merge, base), log: merge.log },
    ending: endingOf({ ...parts, base: [base] }, merge),
    mediaOf: (key) => merge.media.byKey.get(key),
    followsNarration: () => hasNewNarration(base.anchor ?? base.id, merge),
    isBesideMovedSound: () => isBesideMovedSound(base, merge),
  };
}

function mergeOne(nodes: Three<Node>, merge: Merge, setting: ClipSetting, settled: Settled): MergedNode {
  const { base, ours, theirs } = nodes;
  const { about, ending } = setting;
  const clips = mergeClip(nodes, settled, setting);
  const atBase = placeOf(base, 'base', merge);
  const atOurs = isTrimLeftOut('ours', nodes, settled) ? atBase : placeOf(ours, 'ours', merge);
  // Another order of the pictures alone does not move music or a logo.
  const isSameTime = ending === 'atEnd' && theirs.event.startFrame === base.event.startFrame;
  // If a removed clip stays, so does its place, and the project's hole there does not apply.
  const isAtBase =
    isTrimLeftOut('theirs', nodes, settled) ||
    merge.removals.kept.has(base.previous ?? '') ||
    (isSameTime && !isSame(atBase, atOurs));
  const places = {
    ...{ base: atBase, ours: atOurs },
    theirs: isAtBase ? atBase : placeOf(theirs, 'theirs', merge),
  };
  if (ours.id !== base.id) return { id: ours.id, clips, ...places.ours, ending };
  if (theirs.id !== base.id) return { id: theirs.id, clips, ...places.theirs, ending };
  // The project's place of a sound at a cut of both sides might let it run into another one.
  const place =
    isSame(atBase, atOurs) && !isSame(atBase, places.theirs) && isAtCutOfBoth(base, merge)
      ? { ours: atOurs, theirs: places.theirs }[merge.log.decide('place', about)]
      : threeWay(places, 'place', about, merge.log);
  return { id: base.id, clips, ...place, ending };
}

/** True if one side trimmed a clip's beginning and left a hole there, but the other side's cut is used. */
function isTrimLeftOut(side: 'ours' | 'theirs', nodes: Three<Node>, { cut }: Settled): boolean {
  const [{ base }, trimmed] = [nodes, nodes[side]];
  const hasRoom = trimmed.anchor === base.anchor && trimmed.offset === base.offset + trimmed.stretch.head;
  return hasRoom && cut === (side === 'ours' ? 'theirs' : 'ours');
}

/** True for a sound that the editor cut, or whose picture or the one before it both sides cut. */
function isAtCutOfBoth({ id, anchor, event }: Node, { base, ours, theirs }: Merge): boolean {
  if (event.trackKind === 'video' || event.clip.linkId === null) return false;
  const isCut = (one: string | null | undefined, { partsOf }: Arrangement): boolean => {
    const delivered = base.byId.get(one ?? '');
    const parts = partsOf.get(one ?? '') ?? [];
    return delivered !== undefined && parts.some((part) => changesOfNode(delivered, part).has('cut'));
  };
  const pictures = [anchor, base.byId.get(anchor ?? '')?.previous];
  return isCut(id, ours) || pictures.some((one) => isCut(one, ours) && isCut(one, theirs));
}

/** True for a picture at a cut of both sides whose sound the project lets start earlier or later. */
function isBesideMovedSound({ id }: Node, merge: Merge): boolean {
  const { base, theirs } = merge;
  const next = base.pictures.find(({ previous }) => previous === id)?.id;
  return [id, next].some((picture) =>
    (base.othersAt.get(picture ?? null) ?? []).some((sound) => {
      const other = theirs.byId.get(sound.id);
      const isMoved = other?.anchor === picture && other?.offset !== sound.offset;
      return isMoved && isAtCutOfBoth(sound, merge);
    }),
  );
}

/** True if a scene has a new narration in the project, and still the delivered one in the editor's cut. */
function hasNewNarration(picture: string, { base, ours, theirs }: Merge): boolean {
  return (base.othersAt.get(picture) ?? []).some((voice) => {
    if (voice.event.trackKind !== 'audio') return false;
    const [mine, other] = [ours, theirs].map(({ partsOf }) => partsOf.get(voice.id) ?? []);
    const [before, after] = [mine?.[0], other?.[0]];
    if (!before || !after || mine?.length !== 1) return false;
    const [untouched, changed] = [changesOfNode(voice, before), changesOfNode(voice, after)];
    const isTimed = (fields: ReadonlySet<string>): boolean => fields.has('media') || fields.has('cut');
    return !isTimed(untouched) && isTimed(changed);
  });
}
