import type { Clip } from '../model/timeline.ts';
import type { Arrangement, Node } from './arrangement.ts';
import { type Ending, endingOf } from './beside-pictures.ts';
import { clipOf } from './merge-clip.ts';
import type { MergeLog } from './merge-log.ts';
import type { MergedMedia } from './merge-media.ts';
import type { ChosenSide, Lacking, Removals, Three } from './merge-types.ts';

/** Input of a merge. */
export interface Merge extends Three<Arrangement> {
  readonly media: MergedMedia;
  readonly log: MergeLog;
  readonly lacking: Lacking;
  readonly removals: Removals;
  /** The editor's links by the project's, of clips that both have. */
  readonly links: ReadonlyMap<string | null, string>;
}

/** Clips of the merged cut, with their place among the others. */
export interface MergedNode extends Place {
  readonly id: string;
  /** A side's clip that shows the same part of the delivered one. */
  readonly part: Node;
  /** Clips in sequence. */
  readonly clips: readonly Clip[];
  readonly ending: Ending;
}

export interface Place {
  readonly track: string;
  readonly anchor: string | null;
  readonly offset: number;
}

/** Names a track across the three cuts: the delivered cut's by number, others by their side. */
export function trackKey(base: Arrangement, side: 'base' | ChosenSide, trackIndex: number): string {
  return `${trackIndex < base.cut.tracks.length ? 'base' : side} ${String(trackIndex)}`;
}

export function placeOf(
  { event, anchor, offset }: Node,
  side: 'base' | ChosenSide,
  { base }: Pick<Merge, 'base'>,
): Place {
  return { track: trackKey(base, side, event.trackIndex), anchor, offset };
}

/** Takes a clip as one side has it. */
export function asItIs(
  node: Node,
  side: ChosenSide,
  merge: Merge,
  ending = endingOf({ [side]: [node] }, merge),
): MergedNode {
  const clip = clipOf(node.event, { mediaOf: (key) => merge.media.byKey.get(key) });
  const { linkId } = clip;
  const linkOfTheirs = linkId === null ? null : (merge.links.get(linkId) ?? `theirs ${linkId}`);
  const linked = side === 'ours' ? clip : { ...clip, linkId: linkOfTheirs };
  return {
    id: node.id,
    part: node,
    clips: [linked],
    ...placeOf(node, side, merge),
    ending,
  };
}

/** Maps the project's links to those of the editor's cut, which has one of their clips. */
export function linksOfTheirs({ ours, theirs }: Pick<Merge, 'ours' | 'theirs'>): Merge['links'] {
  const links = new Map<string | null, string>();
  for (const { id, event } of theirs.byId.values()) {
    const link = ours.byId.get(id)?.event.clip.linkId;
    if (link && !links.has(event.clip.linkId)) links.set(event.clip.linkId, link);
  }
  return links;
}
