import { endOf } from '../diff/cut-event.ts';
import { isSame } from '../diff/is-same.ts';
import { longestIncreasing } from '../diff/longest-increasing.ts';
import { effectsBeyond } from '../diff/own-effects.ts';
import { aboutNode } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { changesOfNode } from './clip-changes.ts';
import type { Merge } from './merge-nodes.ts';
import { sceneCaptions } from './scene-captions.ts';

type Merging = Omit<Merge, 'media' | 'kept'>;

/**
 * Returns the delivered clips that stay although the project removed them. A scene goes or stays with everything that
 * belongs to it, and may stay only if the editor worked on any of it.
 */
export function removalsToKeep(merge: Merging): ReadonlySet<string> {
  const { base, ours, theirs, log } = merge;
  const removed = [...base.byId.values()].filter(({ id }) => ours.partsOf.has(id) && !theirs.partsOf.has(id));
  const ids = new Set(removed.map(({ id }) => id));
  const groupOf = ({ id, anchor }: Node): string => (anchor !== null && ids.has(anchor) ? anchor : id);
  const moved = movedPictures(base, ours);
  const kept = new Set<string>();
  for (const [group, nodes] of Map.groupBy(removed, groupOf)) {
    const leader = nodes.find(({ id }) => id === group);
    if (!leader) continue;
    const about = aboutNode(merge, leader);
    const isWorkedOn =
      nodes.some((node) => isTouched(node, ours, moved)) ||
      hasNewWords(leader, merge) ||
      hasOwnClips(leader, ours);
    if (!isWorkedOn) log.carry('removed', about);
    else if (log.decide('removed', about) === 'ours') for (const { id } of nodes) kept.add(id);
  }
  return kept;
}

function isTouched(node: Node, ours: Arrangement, moved: ReadonlySet<string>): boolean {
  const [first, ...more] = ours.partsOf.get(node.id) ?? [];
  if (!first || more.length > 0 || moved.has(node.id) || changesOfNode(node, first).size > 0) return true;
  if (effectsBeyond(first.event.clip, node.event.clip).length > 0) return true;
  return node.anchor !== null && (first.anchor !== node.anchor || first.offset !== node.offset);
}

/** True if the editor added clips to a scene. Sound that runs past its end, such as music, belongs to no scene. */
function hasOwnClips({ id }: Node, { byId, othersAt }: Arrangement): boolean {
  const picture = byId.get(id)?.event;
  return (othersAt.get(id) ?? []).some(({ origin, event }) => {
    const isWithin = picture !== undefined && endOf(event) <= endOf(picture);
    return origin === null && (event.trackKind === 'video' || isWithin);
  });
}

/** Delivered pictures that changed their order, as few as possible. */
export function movedPictures(base: Arrangement, other: Arrangement): ReadonlySet<string> {
  const orders = new Map(base.pictures.map(({ id }, index) => [id, index]));
  const common = other.pictures.filter(({ id }) => orders.has(id));
  const stayed = longestIncreasing(common.map(({ id }) => orders.get(id) ?? 0));
  return new Set(common.flatMap(({ id }, index) => (stayed.has(index) ? [] : [id])));
}

function hasNewWords({ id }: Node, { base, ours, lacking }: Merging): boolean {
  if (lacking.captions) return false;
  const wordsIn = (cut: Arrangement): readonly string[] =>
    cut.cut.captionTracks.flatMap(({ languageCode }) =>
      (sceneCaptions(cut, languageCode).get(id) ?? []).map(({ lines }) => lines.join(' ')),
    );
  return !isSame(wordsIn(base), wordsIn(ours));
}
