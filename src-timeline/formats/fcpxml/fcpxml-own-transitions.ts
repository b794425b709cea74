import { headFramesOf, stillIds } from '../../model/placement.ts';
import { type FrameRate, type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import {
  type MediaReference,
  primaryTrackIndex,
  type Track,
  type TransitionStyle,
} from '../../model/timeline.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { readUnlessOdd, timeAttribute } from './fcpxml-resource-reader.ts';
import { framesOfFcpxmlTime } from './fcpxml-time.ts';
import { ownTransitionKey, withCutsMoved } from './fcpxml-transitions.ts';

interface OwnTransition {
  readonly style: TransitionStyle;
  readonly framesBeforeCut: number;
}

/** Returns the transitions of a storyline that state their own style, by their first frame in the sequence. */
function ownTransitions(
  spine: XmlNode,
  start: RationalTime,
  rate: FrameRate,
): ReadonlyMap<number, OwnTransition> {
  const found = new Map<number, OwnTransition>();
  for (const node of childrenNamed(spine, 'transition')) {
    const metadata = childOf(node, 'metadata')?.children ?? [];
    const own = metadata.find(({ attributes }) => attributes.get('key') === ownTransitionKey);
    const value = own?.attributes.get('value') ?? '';
    const [, style, frames] = /^(FADE|RISE|PAN|POP|WIPE) (\d{1,6})$/.exec(value) ?? [];
    const offset = readUnlessOdd(() => timeAttribute(node, 'offset'));
    if (style === undefined || offset === null) continue;
    found.set(framesOfFcpxmlTime(subtractTimes(offset, start), rate), {
      style: style as TransitionStyle,
      framesBeforeCut: Number(frames),
    });
  }
  return found;
}

/**
 * Gives the transitions of the primary track the style and the place of the cut that the app's own document states.
 * Every frame of the pictures stays where it was.
 */
export function withOwnTransitions(
  tracks: readonly Track[],
  media: readonly MediaReference[],
  story: { readonly spine: XmlNode; readonly start: RationalTime; readonly rate: FrameRate },
): readonly Track[] {
  const stated = ownTransitions(story.spine, story.start, story.rate);
  const primary = primaryTrackIndex(tracks);
  const stills = stillIds(media);
  return tracks.map((track, trackIndex) => {
    if (trackIndex !== primary || stated.size === 0) return track;
    let cursor = 0;
    const found = track.items.map((item) => {
      const cut = cursor;
      cursor += item.durationFrames;
      if (item.kind === 'gap' || !item.transition) return null;
      const own = stated.get(cut - headFramesOf(item)) ?? null;
      return own && own.framesBeforeCut <= item.transition.durationFrames ? own : null;
    });
    const moved = withCutsMoved(track, stills, (item, index) => {
      const own = found[index];
      return own ? own.framesBeforeCut - headFramesOf(item) : 0;
    });
    const items = moved.items.map((item, index) => {
      const own = found[index];
      if (!own || item.kind === 'gap' || !item.transition) return item;
      const { durationFrames } = item.transition;
      const { style, framesBeforeCut: before } = own;
      const transition = { style, durationFrames, ...(before > 0 && { framesBeforeCut: before }) };
      return { ...item, transition };
    });
    return { ...moved, items };
  });
}
