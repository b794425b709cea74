import { endOf } from '../diff/cut-event.ts';
import { isSame } from '../diff/is-same.ts';
import type { Clip } from '../timeline.ts';
import { aboutNode, aboutPiece } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { changesOfNode } from './clip-changes.ts';
import { clipOf, mergeClip } from './merge-clip.ts';
import type { MergeLog } from './merge-log.ts';
import type { MergedMedia } from './merge-media.ts';
import type { Three } from './merge-types.ts';
import { type ClipSetting, type Settled, settleClip, settlePieces } from './settle-clip.ts';
import { threeWay } from './three-way.ts';
import { unevenFields, wholeOf } from './whole-clip.ts';

/** What a merge works on. */
export interface Merge extends Three<Arrangement> {
  readonly media: MergedMedia;
  readonly log: MergeLog;
  /** What of our cut did not come with its document. */
  readonly lacking: { readonly captions: boolean; readonly markers: boolean };
  /** Delivered clips the project removed that stay. */
  readonly kept: ReadonlySet<string>;
}

/** Clips of the merged cut with their place among the others. */
export interface MergedNode extends Place {
  readonly id: string;
  /** One after another. */
  readonly clips: readonly Clip[];
  /** Whether it goes on to the end of the cut. */
  readonly fillsCut: boolean;
  /** The editor's pieces that it took the place of, each by the frames from its first. */
  readonly pieces?: ReadonlyMap<string, number>;
}

interface Place {
  readonly track: string;
  readonly anchor: string | null;
  readonly offset: number;
}

type Side = 'base' | 'ours' | 'theirs';

/** Names a track over the three cuts: the delivered cut's by number, others by their side. */
export function trackKey(base: Arrangement, side: Side, trackIndex: number): string {
  return `${trackIndex < base.cut.tracks.length ? 'base' : side} ${String(trackIndex)}`;
}

/** Every clip of the merged cut, in no order. */
export function mergeNodes(merge: Merge): readonly MergedNode[] {
  const { base, ours, theirs, kept } = merge;
  const delivered = [...base.byId.values()].flatMap((node) => {
    const [mine = [], other = []] = [ours.partsOf.get(node.id), theirs.partsOf.get(node.id)];
    if (mine.length > 0 && other.length > 0) return mergeParts(node, mine, other, merge);
    if (mine.length > 0) return kept.has(node.id) ? mine.map((one) => asItIs(one, 'ours', merge)) : [];
    if (other.some((one) => other.length > 1 || changesOfNode(node, one).size > 0))
      merge.log.leave('removed', aboutNode(merge, node));
    return [];
  });
  const isNew = ({ origin }: Node): boolean => origin === null;
  const ownOf = ({ byId }: Arrangement): readonly Node[] => [...byId.values()].filter(isNew);
  return [
    ...delivered,
    ...ownOf(ours).map((node) => asItIs(node, 'ours', merge)),
    ...ownOf(theirs).flatMap((node) => addedByTheirs(node, merge)),
  ];
}

function addedByTheirs(node: Node, merge: Merge): readonly MergedNode[] {
  const { base, ours, log } = merge;
  const about = aboutNode(merge, node);
  const scene = node.anchor === null ? undefined : base.byId.get(node.anchor);
  if (scene && !ours.partsOf.has(scene.id)) {
    log.leave('added', about);
    return [];
  }
  log.carry('added', about);
  return [asItIs(node, 'theirs', merge)];
}

function asItIs(node: Node, side: 'ours' | 'theirs', merge: Merge): MergedNode {
  const clip = clipOf(node.event, { mediaOf: (key) => merge.media.byKey.get(key) });
  const linked = side === 'ours' ? clip : { ...clip, linkId: linkOfTheirs(clip.linkId, merge) };
  return { id: node.id, clips: [linked], ...placeOf(node, side, merge), fillsCut: false };
}

function placeOf({ event, anchor, offset }: Node, side: Side, { base }: Merge): Place {
  return { track: trackKey(base, side, event.trackIndex), anchor, offset };
}

/** A link of the project's clips by the editor's name for it, where the editor's cut has one of its clips. */
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
        fillsCut: fillsAll({ base: [base], ours: mine, theirs: other }, merge),
      },
    ];
  if (mine.length > 1) return mergePieces(base, mine, theirs, merge);
  const setting = settingOf(base, { ours: mine, theirs: other }, merge);
  const nodes = { base, ours, theirs };
  return [mergeOne(nodes, merge, setting, settleClip(nodes, setting))];
}

/** Whether the project has a clip as it was delivered, in the same place: then it is the editor's. */
function isUntouched(base: Node, theirs: Node): boolean {
  if (theirs.id !== base.id || theirs.event.trackIndex !== base.event.trackIndex) return false;
  return (
    theirs.anchor === base.anchor && theirs.offset === base.offset && changesOfNode(base, theirs).size === 0
  );
}

/**
 * A clip that the project cut apart: in its pieces where those are taken or both sides' are the same, else as the editor
 * has it.
 * @param whole the delivered clip, and the editor's as one.
 */
function mergeWithPieces(
  whole: Omit<Three<Node>, 'theirs'>,
  mine: readonly Node[],
  other: readonly Node[],
  merge: Merge,
): readonly MergedNode[] {
  const { base } = whole;
  const isBoth = mine.length > 1 && isSame(mine.map(cutOf), other.map(cutOf));
  if (!isBoth && !takesPieces(base, mine, merge)) return mine.map((one) => asItIs(one, 'ours', merge));
  const setting = settingOf(base, { ours: mine, theirs: other }, merge);
  const fields = unevenFields(base, isBoth ? [mine, other] : [other]);
  return other.map((theirs, index) => {
    const ours = (isBoth ? mine[index] : undefined) ?? whole.ours;
    const nodes = { base, ours, theirs };
    const fillsCut = setting.fillsCut && index === other.length - 1;
    const piece = { about: aboutPiece(setting.about, nodes), fields };
    const settled = { media: null, cut: isBoth ? 'ours' : 'theirs' } as const;
    return mergeOne(nodes, merge, { ...setting, fillsCut, piece }, settled);
  });
}

/** Pieces of a clip that the project has whole: one clip where the project's cut is taken for them. */
function mergePieces(base: Node, pieces: readonly Node[], theirs: Node, merge: Merge): readonly MergedNode[] {
  const setting = settingOf(base, { ours: pieces, theirs: [theirs] }, merge);
  const { media, cut } = settlePieces(base, pieces, theirs, setting);
  if (cut === 'theirs') {
    const nodes = { base, ours: wholeOf(base, pieces) ?? base, theirs };
    const whole = mergeOne(nodes, merge, setting, { media, cut });
    return [{ ...whole, pieces: placesOfPieces(pieces, whole) }];
  }
  const fields = unevenFields(base, [pieces]);
  return pieces.map((ours, index) => {
    const nodes = { base, ours, theirs };
    const isLast = index === pieces.length - 1;
    const piece = { about: aboutPiece(setting.about, nodes), fields };
    const settled = { media, cut: isLast ? cut : 'ours' } as const;
    return mergeOne(nodes, merge, { ...setting, fillsCut: setting.fillsCut && isLast, piece }, settled);
  });
}

/** Where a whole clip shows what was in each of its pieces. */
function placesOfPieces(pieces: readonly Node[], { clips }: MergedNode): ReadonlyMap<string, number> {
  const last = clips.reduce((sum, { durationFrames }) => sum + durationFrames, 0) - 1;
  return new Map(pieces.map(({ id, stretch }) => [id, Math.min(Math.max(0, stretch.head), last)]));
}

/** Whether the project's pieces of a clip are taken. */
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
  const fillsCut = fillsAll({ ...parts, base: [base] }, merge);
  return {
    ...{ about: aboutNode(merge, base), log: merge.log, fillsCut },
    mediaOf: (key) => merge.media.byKey.get(key),
    followsNarration: () => hasNewNarration(base.anchor ?? base.id, merge),
  };
}

function mergeOne(nodes: Three<Node>, merge: Merge, setting: ClipSetting, settled: Settled): MergedNode {
  const { base, ours, theirs } = nodes;
  const { about, fillsCut } = setting;
  const clips = mergeClip(nodes, settled, setting);
  const atBase = placeOf(base, 'base', merge);
  const places = {
    base: atBase,
    ours: isTrimLeftOut('ours', nodes, settled) ? atBase : placeOf(ours, 'ours', merge),
    // The hole that a removed clip left is none where it stays.
    theirs:
      isTrimLeftOut('theirs', nodes, settled) || merge.kept.has(base.previous ?? '')
        ? atBase
        : placeOf(theirs, 'theirs', merge),
  };
  if (ours.id !== base.id) return { id: ours.id, clips, ...places.ours, fillsCut };
  if (theirs.id !== base.id) return { id: theirs.id, clips, ...places.theirs, fillsCut };
  return { id: base.id, clips, ...threeWay(places, 'place', about, merge.log), fillsCut };
}

/** Whether what one side cut off a clip's beginning left room there, and comes back with the other side's cut. */
function isTrimLeftOut(side: 'ours' | 'theirs', nodes: Three<Node>, { cut }: Settled): boolean {
  const [{ base }, trimmed] = [nodes, nodes[side]];
  const hasRoom = trimmed.anchor === base.anchor && trimmed.offset === base.offset + trimmed.stretch.head;
  return hasRoom && cut === (side === 'ours' ? 'theirs' : 'ours');
}

/** Whether a clip lasts as long as the cut in all three, its pieces from the first to the last taken as one. */
function fillsAll(nodes: Three<readonly Node[]>, merge: Merge): boolean {
  return (['base', 'ours', 'theirs'] as const).every((side) => isWholeCut(nodes[side], merge[side]));
}

function isWholeCut(parts: readonly Node[], { pictures, primaryIndex }: Arrangement): boolean {
  const [first, last, end] = [parts[0]?.event, parts.at(-1)?.event, pictures.at(-1)?.event];
  if (!first || !last || !end) return false;
  return first.trackIndex !== primaryIndex && first.startFrame === 0 && endOf(last) === endOf(end);
}

/** Whether a scene has another narration in the project, and the delivered one in the editor's cut. */
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
