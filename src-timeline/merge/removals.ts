import { isSame } from '../diff/match/is-same.ts';
import { longestIncreasing } from '../diff/match/longest-increasing.ts';
import { effectsBeyond } from '../diff/match/own-effects.ts';
import type { ItemWithoutMedia } from '../model/timeline.ts';
import { aboutNode } from './about-node.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { endingOf, pictureOf, pictureOfAdded } from './beside-pictures.ts';
import { changesOfNode } from './clip-changes.ts';
import { placeOfItem } from './merge-items.ts';
import { lacksLanguage, type Removals } from './merge-types.ts';
import type { Merge } from './merged-node.ts';
import { sceneCaptions } from './scene-captions.ts';

type Merging = Omit<Merge, 'media' | 'removals' | 'links'>;

/**
 * Decides on the scenes that the project removed. A scene goes or stays with everything that belongs to it, and may stay
 * only if the editor worked on any of it.
 */
export function decideRemovals(merge: Merging): Removals {
  const { base, ours, theirs, log } = merge;
  const removed = [...base.byId.values()].filter(({ id }) => ours.partsOf.has(id) && !theirs.partsOf.has(id));
  const ids = new Set(removed.map(({ id }) => id));
  const groupOf = (node: Node): string => {
    const picture = node.anchor === null ? null : pictureOf(node, base);
    return picture !== null && ids.has(picture) ? picture : node.id;
  };
  const moved = movedPictures(base, ours);
  const hasNewWords = newWordsOf(merge);
  const ownClips = Map.groupBy(ownClipsOf(ours), (node) => pictureOfAdded(node, ours, (id) => ids.has(id)));
  const ownItems = scenesOfOwnItems(merge);
  const kept = new Set<string>();
  const along = new Set<string>();
  for (const [group, nodes] of Map.groupBy(removed, groupOf)) {
    const leader = nodes.find(({ id }) => id === group);
    if (!leader) continue;
    const about = aboutNode(merge, leader);
    const own = ownClips.get(leader.id) ?? [];
    const isWorkedOn =
      nodes.some((node) => isTouched(node, merge, moved)) ||
      hasNewWords(leader) ||
      own.length > 0 ||
      ownItems.has(leader.id);
    if (!isWorkedOn) log.carry('removed', about);
    else if (log.decide('removed', about) === 'ours') for (const { id } of nodes) kept.add(id);
    else for (const { id } of own) along.add(id);
  }
  return { kept, along };
}

/** Delivered pictures over which the editor put items without media. */
function scenesOfOwnItems({ base, ours }: Merging): ReadonlySet<string> {
  const contentOf = ({ kind, words, name }: ItemWithoutMedia): string => [kind, words ?? name].join(' ');
  const delivered = new Set((base.cut.itemsWithoutMedia ?? []).map(contentOf));
  const added = (ours.cut.itemsWithoutMedia ?? []).filter((item) => !delivered.has(contentOf(item)));
  return new Set(added.flatMap((item) => ours.byId.get(placeOfItem(ours, item).anchor ?? '')?.origin ?? []));
}

/** Clips beside the pictures that the editor added. */
function ownClipsOf({ byId, primaryIndex }: Arrangement): readonly Node[] {
  return [...byId.values()].filter(
    ({ origin, event }) => origin === null && event.trackIndex !== primaryIndex,
  );
}

function isTouched(node: Node, merge: Merging, moved: ReadonlySet<string>): boolean {
  const [first, ...more] = merge.ours.partsOf.get(node.id) ?? [];
  if (!first || more.length > 0 || moved.has(node.id)) return true;
  if (effectsBeyond(first.event.clip, node.event.clip).length > 0) return true;
  const changes = changesOfNode(node, first);
  if (isAsLongAsCut(node, first, merge)) return [...changes].some((field) => field !== 'cut');
  const isElsewhere = first.anchor !== node.anchor || first.offset !== node.offset;
  return changes.size > 0 || (node.anchor !== null && isElsewhere);
}

/** True for music or a logo that starts as delivered and only follows the length of the edit. */
function isAsLongAsCut(node: Node, first: Node, cuts: Merging): boolean {
  const { startFrame, sourceStart, speed } = first.event;
  const { event } = node;
  return (
    endingOf({ base: [node], ours: [first] }, cuts) === 'atEnd' &&
    isSame([startFrame, sourceStart, speed], [event.startFrame, event.sourceStart, event.speed])
  );
}

/** Delivered pictures that changed their order, as few as possible. */
export function movedPictures(base: Arrangement, other: Arrangement): ReadonlySet<string> {
  const orders = new Map(base.pictures.map(({ id }, index) => [id, index]));
  const common = other.pictures.filter(({ id }) => orders.has(id));
  const stayed = longestIncreasing(common.map(({ id }) => orders.get(id) ?? 0));
  return new Set(common.flatMap(({ id }, index) => (stayed.has(index) ? [] : [id])));
}

/** Returns whether the editor changed the words of a scene. */
function newWordsOf({ base, ours, lacking }: Merging): (scene: Node) => boolean {
  const [before, after] = [base, ours].map((cut) =>
    cut.cut.captionTracks
      .filter(({ languageCode }) => !lacksLanguage(lacking, languageCode))
      .map(({ languageCode }) => sceneCaptions(cut, languageCode)),
  );
  const wordsIn = (tracks: typeof before, { id }: Node): readonly string[] =>
    (tracks ?? []).flatMap((track) => (track.get(id) ?? []).map(({ lines }) => lines.join(' ')));
  return (scene) => !isSame(wordsIn(before, scene), wordsIn(after, scene));
}
