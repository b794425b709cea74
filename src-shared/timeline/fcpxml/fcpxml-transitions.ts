import { headFramesOf, stillIds, withEndsMoved } from '../placement.ts';
import type { Clip, Timeline, Track } from '../timeline.ts';
import { type XmlElement, xmlElement } from '../xml-writer.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

const effectId = 'effect-cross-dissolve';
const effectName = 'Cross Dissolve';
/** Final Cut's own name for its cross dissolve, the one transition every version and importer knows. */
const effectUid = 'FxPlug:4731E73A-8DAC-4113-9A30-AE85B1761265';

/** How far before the cut a transition of this length begins. */
function framesBeforeCut(clip: Clip): number {
  return Math.floor((clip.transition?.durationFrames ?? 0) / 2);
}

/** How much later than in the timeline the cut into a clip lies, once it is in the middle of the transition. */
function shiftOfCut(clip: Clip): number {
  return framesBeforeCut(clip) - headFramesOf(clip);
}

function centreOnTrack(track: Track, stills: ReadonlySet<string>): Track {
  const items = track.items.map((item, index) => {
    if (item.kind === 'gap') return item;
    const next = track.items[index + 1];
    const laterEnd = next?.kind === 'clip' ? shiftOfCut(next) : 0;
    return withEndsMoved(item, {
      later: shiftOfCut(item),
      longer: laterEnd,
      isStill: stills.has(item.mediaId),
    });
  });
  return { ...track, items };
}

/**
 * The timeline with every cut in the middle of its transition, where Final Cut wants it: where the cut was
 * at its beginning, the picture before is drawn out and the one behind begins later. What is seen at any frame stays the same.
 */
export function centreTransitions(timeline: Timeline): Timeline {
  const stills = stillIds(timeline.media);
  return { ...timeline, tracks: timeline.tracks.map((track) => centreOnTrack(track, stills)) };
}

/** The effect transitions refer to; null where there are none. */
export function transitionEffect(timeline: Timeline): XmlElement | null {
  const hasAny = timeline.tracks.some(({ items }) =>
    items.some((item) => item.kind === 'clip' && item.transition !== undefined),
  );
  return hasAny ? xmlElement('effect', { id: effectId, name: effectName, uid: effectUid }) : null;
}

/** The transition over a cut; null for a plain one. */
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
    [xmlElement('filter-video', { ref: effectId, name: effectName })],
  );
}
