import { headFramesOf, stillIds, withEndsMoved } from '../../model/placement.ts';
import type { Clip, Timeline, Track } from '../../model/timeline.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

const effectId = 'effect-cross-dissolve';
const effectName = 'Cross Dissolve';
/** Final Cut's id of its cross dissolve, the only transition that every version and importer knows. */
const effectUid = 'FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265';
/** Metadata with the style and the frames before the cut, such as `WIPE 0`, which Final Cut has no place for. */
export const ownTransitionKey = 'com.dailies.transition';

/** Frames before the cut of a centred transition; 0 without one. */
export function framesBeforeCut(clip: Clip): number {
  return Math.floor((clip.transition?.durationFrames ?? 0) / 2);
}

/** Number of frames by which the cut into a clip moves later when its transition is centred. */
function shiftOfCut(clip: Clip): number {
  return framesBeforeCut(clip) - headFramesOf(clip);
}

/** @param shiftOf returns the frames by which the cut into an item of the track moves later. */
export function withCutsMoved(
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

/** Returns the effect that transitions refer to; null without transitions. */
export function transitionEffect(timeline: Timeline): XmlElement | null {
  const hasAny = timeline.tracks.some(({ items }) =>
    items.some((item) => item.kind === 'clip' && item.transition !== undefined),
  );
  return hasAny ? xmlElement('effect', { id: effectId, name: effectName, uid: effectUid }) : null;
}

/** Returns the transition over a cut; null for a plain cut. */
export function transitionElement(clip: Clip, cutFrame: number, timeline: Timeline): XmlElement | null {
  if (clip.transition === undefined) return null;
  const time = (frames: number): string => formatFcpxmlTime(frames, timeline.frameRate);
  return xmlElement(
    'transition',
    {
      name: effectName,
      offset: time(timeline.startFrame + cutFrame - framesBeforeCut(clip)),
      duration: time(clip.transition.durationFrames),
    },
    [
      xmlElement('filter-video', { ref: effectId, name: effectName }),
      xmlElement('metadata', {}, [
        xmlElement('md', {
          key: ownTransitionKey,
          value: `${clip.transition.style} ${String(headFramesOf(clip))}`,
        }),
      ]),
    ],
  );
}
