import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, MediaReference, Timeline, TimelineMarker } from '../../model/timeline.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

export interface AdjustedClip {
  readonly clip: Clip;
  readonly media: MediaReference;
  readonly timeline: Timeline;
  /** Start of the clip's own time. */
  readonly localStart: number;
}

interface Keyframe {
  readonly frame: number;
  readonly value: string;
}

const decimals = 5;

/** Formats a number without trailing zeros, precise to a pixel in any frame. */
function plainNumber(value: number): string {
  const isSmall = Math.abs(value) < 0.1;
  return String(Number(isSmall ? value.toPrecision(decimals) : value.toFixed(decimals)));
}

function animation({ timeline, localStart }: AdjustedClip, keyframes: readonly Keyframe[]): XmlElement {
  return xmlElement(
    'keyframeAnimation',
    {},
    keyframes.map(({ frame, value }) =>
      xmlElement('keyframe', { time: formatFcpxmlTime(localStart + frame, timeline.frameRate), value }),
    ),
  );
}

/** Scale at which Final Cut fits a picture into the frame. Final Cut's own scale applies on top of it. */
function fittedScale({ media, timeline }: AdjustedClip): number {
  if (media.size === null) return 1;
  return Math.min(timeline.width / media.size.width, timeline.height / media.size.height);
}

/**
 * Writes scale and place of a picture. Final Cut measures places in hundredths of the frame's height, upwards. Null for
 * a picture that fills the frame.
 */
export function transformElement(adjusted: AdjustedClip): XmlElement | null {
  const { motion } = adjusted.clip;
  if (motion === undefined || motion.length === 0) return null;
  const { width, height } = adjusted.timeline;
  const fit = fittedScale(adjusted);
  const points = motion.map(({ frame, scale, x, y }) => {
    const relative = plainNumber(scale / fit);
    const position = `${plainNumber((x * 100 * width) / height)} ${plainNumber(-y * 100)}`;
    return { frame, scale: `${relative} ${relative}`, position };
  });
  const [first] = points;
  if (points.length === 1)
    return xmlElement('adjust-transform', {
      position: first?.position ?? '0 0',
      scale: first?.scale ?? '1 1',
    });
  const parameter = (name: 'position' | 'scale'): XmlElement =>
    xmlElement('param', { name }, [
      animation(
        adjusted,
        points.map((point) => ({ frame: point.frame, value: point[name] })),
      ),
    ]);
  return xmlElement('adjust-transform', {}, [parameter('position'), parameter('scale')]);
}

function fadeElements({ clip: { fades }, timeline }: AdjustedClip): readonly (XmlElement | null)[] {
  const fade = (name: string, frames: number): XmlElement | null =>
    frames > 0
      ? xmlElement(name, { type: 'linear', duration: formatFcpxmlTime(frames, timeline.frameRate) })
      : null;
  return fades ? [fade('fadeIn', fades.inFrames), fade('fadeOut', fades.outFrames)] : [];
}

/** Writes the fades of a picture. Null without any. */
export function blendElement(adjusted: AdjustedClip): XmlElement | null {
  if (!adjusted.clip.fades) return null;
  return xmlElement('adjust-blend', {}, [xmlElement('param', { name: 'amount' }, fadeElements(adjusted))]);
}

/** Writes the level of a clip. Null for sound as recorded. */
export function volumeElement(adjusted: AdjustedClip): XmlElement | null {
  const { levels = [], fades } = adjusted.clip;
  const keyframes = levels.map(({ frame, levelDb }) => ({ frame, value: `${levelDb.toFixed(1)}dB` }));
  const moving = keyframes.length > 1 ? animation(adjusted, keyframes) : null;
  if (keyframes.length === 0 && !fades) return null;
  return xmlElement(
    'adjust-volume',
    { amount: keyframes.length === 1 ? (keyframes[0]?.value ?? null) : null },
    [fades || moving ? xmlElement('param', { name: 'amount' }, [...fadeElements(adjusted), moving]) : null],
  );
}

/** Writes a marker of an item. @param frame in the item's own time. */
export function markerElement(marker: TimelineMarker, frame: number, rate: FrameRate): XmlElement {
  const { name, note, kind, durationFrames = 1 } = marker;
  const completed = kind === 'to-do' ? 0 : kind === 'completed' ? 1 : null;
  return xmlElement(kind === 'chapter' ? 'chapter-marker' : 'marker', {
    start: formatFcpxmlTime(frame, rate),
    duration: formatFcpxmlTime(durationFrames, rate),
    value: name,
    completed,
    note: note === '' ? null : note,
  });
}

/** Writes the markers of a clip. */
export function markerElements({ clip, timeline, localStart }: AdjustedClip): readonly XmlElement[] {
  return (clip.markers ?? []).map((marker) =>
    markerElement(marker, localStart + marker.frame, timeline.frameRate),
  );
}
