import { headFramesOf, stillIds, withEndsMoved } from '../../model/placement.ts';
import { type FrameRate, type RationalTime, subtractTimes } from '../../model/rational-time.ts';
import {
  type Clip,
  type MediaReference,
  primaryTrackIndex,
  type Timeline,
  type Track,
  type TransitionStyle,
} from '../../model/timeline.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { readUnlessOdd, timeAttribute } from './fcpxml-resource-reader.ts';
import { dissolveId, dissolveName } from './fcpxml-resources.ts';
import { formatFcpxmlTime, framesOfFcpxmlTime } from './fcpxml-time.ts';

/** Metadata with the style and the frames before the cut, such as `WIPE 0`, which Final Cut has no place for. */
const ownTransitionKey = 'com.dailies.transition';

/** Frames before the cut of a centred transition; 0 without one. */
export function framesBeforeCut(clip: Clip): number {
  return Math.floor((clip.transition?.durationFrames ?? 0) / 2);
}

/** Number of frames by which the cut into a clip moves later when its transition is centred. */
function shiftOfCut(clip: Clip): number {
  return framesBeforeCut(clip) - headFramesOf(clip);
}

/** @param shiftOf returns the frames by which the cut into an item of the track moves later. */
function withCutsMoved(
  track: Track,
  stills: ReadonlySet<string>,
  shiftOf: (item: Clip, index: number) => number,
): Track {
  const items = track.items.map((item, index) => {
    if (item.kind === 'gap') return item;
    const next = track.items[index + 1];
    return withEndsMoved(item, {
      later: shiftOf(item, index),
      longer: next?.kind === 'clip' ? shiftOf(next, index + 1) : 0,
      isStill: stills.has(item.mediaId),
    });
  });
  return { ...track, items };
}

/**
 * Moves every cut to the middle of its transition, as Final Cut requires. For a cut at the beginning, the picture
 * before gets longer and the next one begins later. Every frame shows the same as before.
 */
export function centreTransitions(timeline: Timeline): Timeline {
  const stills = stillIds(timeline.media);
  return { ...timeline, tracks: timeline.tracks.map((track) => withCutsMoved(track, stills, shiftOfCut)) };
}

/** Returns the transition over a cut; null for a plain cut. */
export function transitionElement(clip: Clip, cutFrame: number, timeline: Timeline): XmlElement | null {
  if (clip.transition === undefined) return null;
  const time = (frames: number): string => formatFcpxmlTime(frames, timeline.frameRate);
  return xmlElement(
    'transition',
    {
      name: dissolveName,
      offset: time(timeline.startFrame + cutFrame - framesBeforeCut(clip)),
      duration: time(clip.transition.durationFrames),
    },
    [
      xmlElement('filter-video', { ref: dissolveId, name: dissolveName }),
      xmlElement('metadata', {}, [
        xmlElement('md', {
          key: ownTransitionKey,
          value: `${clip.transition.style} ${String(headFramesOf(clip))}`,
        }),
      ]),
    ],
  );
}

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
