import { isSame } from '../diff/match/is-same.ts';
import { aboutNode } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import type { Ending } from './beside-pictures.ts';
import { changesOfNode } from './clip-changes.ts';
import type { ChosenSide, Three } from './merge-types.ts';
import { type Merge, type Place, placeOf } from './merged-node.ts';
import type { Settled } from './settle-clip.ts';
import { threeWay } from './three-way.ts';

/** How a clip ends, and whose cut of it is used. */
interface PlaceSetting extends Pick<Settled, 'cut'> {
  readonly ending: Ending;
}

/** Merges the place of a clip, or of the first of its pieces. */
export function mergePlace(nodes: Three<Node>, merge: Merge, { ending, cut }: PlaceSetting): Place {
  const { base, ours, theirs } = nodes;
  const about = aboutNode(merge, base);
  const atBase = placeOf(base, 'base', merge);
  const atOurs = isTrimLeftOut('ours', nodes, cut) ? atBase : placeOf(ours, 'ours', merge);
  // Another order of the pictures alone does not move music or a logo.
  const isSameTime = ending === 'atEnd' && theirs.event.startFrame === base.event.startFrame;
  // If a removed clip stays, so does its place, and the project's hole there does not apply.
  const isAtBase =
    isTrimLeftOut('theirs', nodes, cut) ||
    merge.removals.kept.has(base.previous ?? '') ||
    (isSameTime && !isSame(atBase, atOurs));
  const places = {
    base: atBase,
    ours: atOurs,
    theirs: isAtBase ? atBase : placeOf(theirs, 'theirs', merge),
  };
  // The project's place of a sound at a cut of both sides might let it run into another one.
  return isSame(atBase, atOurs) && !isSame(atBase, places.theirs) && isAtCutOfBoth(base, merge)
    ? places[merge.log.decide('place', about)]
    : threeWay(places, 'place', about, merge.log);
}

/** True if one side trimmed a clip's beginning and left a hole there, but the other side's cut is used. */
function isTrimLeftOut(side: ChosenSide, nodes: Three<Node>, cut: Settled['cut']): boolean {
  const { base } = nodes;
  const trimmed = nodes[side];
  const hasRoom = trimmed.anchor === base.anchor && trimmed.offset === base.offset + trimmed.stretch.head;
  return hasRoom && cut === (side === 'ours' ? 'theirs' : 'ours');
}

/** True for a sound that the editor cut, or whose picture or the one before it both sides cut. */
export function isAtCutOfBoth({ id, anchor, event }: Node, { base, ours, theirs }: Merge): boolean {
  if (event.trackKind === 'video' || event.clip.linkId === null) return false;
  const isCut = (one: string | null | undefined, { partsOf }: Arrangement): boolean => {
    const delivered = base.byId.get(one ?? '');
    const [first, ...more] = partsOf.get(one ?? '') ?? [];
    if (!delivered || !first) return false;
    return more.length > 0 || changesOfNode(delivered, first).has('cut');
  };
  const pictures = [anchor, base.byId.get(anchor ?? '')?.previous];
  return isCut(id, ours) || pictures.some((one) => isCut(one, ours) && isCut(one, theirs));
}
