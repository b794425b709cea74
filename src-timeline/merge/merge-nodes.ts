import { aboutNode } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { endingOf, pictureOfAdded } from './beside-pictures.ts';
import { changesOfNode } from './clip-changes.ts';
import { mergeClip } from './merge-clip.ts';
import { hasNewNarration, mergePieces } from './merge-pieces.ts';
import { isAtCutOfBoth, mergePlace } from './merge-place.ts';
import { asItIs, type Merge, type MergedNode } from './merged-node.ts';
import { settleClip } from './settle-clip.ts';

/** Returns every clip of the merged cut, unordered. */
export function mergeNodes(merge: Merge): readonly MergedNode[] {
  const { base, ours, theirs, removals } = merge;
  const delivered = [...base.byId.values()].flatMap((node) => {
    const mine = ours.partsOf.get(node.id) ?? [];
    const other = theirs.partsOf.get(node.id) ?? [];
    if (mine.length > 0 && other.length > 0) return mergeParts(node, mine, other, merge);
    if (mine.length > 0)
      return removals.kept.has(node.id) ? mine.map((one) => asItIs(one, 'ours', merge)) : [];
    if (other.some((one) => other.length > 1 || changesOfNode(node, one).size > 0))
      merge.log.omit('removed', aboutNode(merge, node));
    return [];
  });
  const isNew = ({ origin }: Node): boolean => origin === null;
  const ownOf = ({ byId }: Arrangement): readonly Node[] => [...byId.values()].filter(isNew);
  return [
    ...delivered,
    ...ownOf(ours).flatMap((node) => (removals.along.has(node.id) ? [] : asItIs(node, 'ours', merge))),
    ...ownOf(theirs).flatMap((node) => addedByTheirs(node, merge)),
  ];
}

function addedByTheirs(node: Node, merge: Merge): readonly MergedNode[] {
  const { ours, theirs, log } = merge;
  const about = aboutNode(merge, node);
  const picture = pictureOfAdded(node, theirs, (id) => !ours.partsOf.has(id));
  if (picture !== null && !ours.partsOf.has(picture)) {
    log.omit('added', about);
    return [];
  }
  log.carry('added', about);
  return [asItIs(node, 'theirs', merge)];
}

function mergeParts(
  base: Node,
  mine: readonly Node[],
  other: readonly Node[],
  merge: Merge,
): readonly MergedNode[] {
  const ours = mine[0];
  const theirs = other[0];
  if (!ours || !theirs) return [];
  if (mine.length > 1 || other.length > 1) return mergePieces({ base, ours: mine, theirs: other }, merge);
  const nodes = { base, ours, theirs };
  const ending = endingOf({ base: [base], ours: mine, theirs: other }, merge);
  const changesOfTheirs = changesOfNode(base, theirs);
  if (changesOfTheirs.size === 0 && isInPlace(base, theirs)) return [asItIs(ours, 'ours', merge, ending)];
  const setting = {
    changes: { ours: changesOfNode(base, ours), theirs: changesOfTheirs },
    about: aboutNode(merge, base),
    log: merge.log,
    ending,
    mediaOf: (key: string) => merge.media.byKey.get(key),
    followsNarration: () => hasNewNarration(base.anchor ?? base.id, merge),
    isBesideMovedSound: () => isBesideMovedSound(base, merge),
  };
  const settled = settleClip(nodes, setting);
  const clips = mergeClip(nodes, settled, setting);
  return [
    { id: base.id, part: ours, clips, ...mergePlace(nodes, merge, { ending, cut: settled.cut }), ending },
  ];
}

const isInPlace = ({ event, anchor, offset }: Node, theirs: Node): boolean =>
  theirs.event.trackIndex === event.trackIndex && theirs.anchor === anchor && theirs.offset === offset;

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
