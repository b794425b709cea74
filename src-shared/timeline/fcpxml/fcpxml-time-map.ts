import { sourceLengthOf } from '../placement.ts';
import { type FrameRate, type RationalTime, rationalTime } from '../rational-time.ts';
import type { Clip, MediaReference } from '../timeline.ts';
import { childOf, type XmlNode } from '../xml-reader.ts';
import { type XmlElement, xmlElement } from '../xml-writer.ts';
import { type ReadAsset, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';
import { formatFcpxmlTime } from './fcpxml-time.ts';

/** Speeds are exact to this share. */
const speedScale = 10_000;

/** Where a clip begins in its media's time at the clip's own speed, to the nearest frame. */
export function retimedStartFrame(clip: Clip, media: MediaReference): number {
  const { sourceStartFrame, speed = 1, isReversed } = clip;
  if (isReversed !== true) return Math.round(sourceStartFrame / speed);
  const rest = (media.durationFrames ?? 0) - sourceStartFrame - sourceLengthOf(clip);
  return Math.round(Math.max(0, rest) / speed);
}

/** The frames as a time when they take `speed` times less; any fraction of a frame. */
function slowedTime(frames: number, speed: number, { numerator, denominator }: FrameRate): RationalTime {
  return rationalTime(
    BigInt(frames) * BigInt(denominator) * BigInt(speedScale),
    BigInt(numerator) * BigInt(Math.round(speed * speedScale)),
  );
}

/** Maps the whole of the media: Final Cut wants it so. Null for a clip at its own speed. */
export function timeMapElement(clip: Clip, media: MediaReference, rate: FrameRate): XmlElement | null {
  const { speed = 1, isReversed } = clip;
  if (media.durationFrames === null || (speed === 1 && isReversed !== true)) return null;
  const first = media.startFrame;
  const ends = [first, first + media.durationFrames];
  const [from = 0, to = 0] = isReversed === true ? ends.toReversed() : ends;
  const { numerator, denominator } = slowedTime(media.durationFrames, speed, rate);
  const start = rationalTime(BigInt(first) * BigInt(rate.denominator), BigInt(rate.numerator));
  const end = rationalTime(
    start.numerator * denominator + numerator * start.denominator,
    start.denominator * denominator,
  );
  const point = (time: string, value: number): XmlElement =>
    xmlElement('timept', { time, value: formatFcpxmlTime(value, rate), interp: 'linear' });
  return xmlElement('timeMap', {}, [
    point(formatFcpxmlTime(first, rate), from),
    point(`${String(end.numerator)}/${String(end.denominator)}s`, to),
  ]);
}

interface MappedClip {
  readonly asset: ReadAsset;
  /** In the clip's own time. */
  readonly start: RationalTime;
  readonly durationFrames: number;
  readonly rate: FrameRate;
}

interface MapPoint {
  readonly time: number;
  readonly value: number;
}

const frameOf = ({ numerator, denominator }: RationalTime, rate: FrameRate): number =>
  (Number(numerator) * rate.numerator) / (Number(denominator) * rate.denominator);

function mapAt(points: readonly MapPoint[], time: number): number {
  const last = points.findIndex((point) => point.time > time);
  const at = last === -1 ? points.length - 2 : Math.max(0, last - 1);
  const [before, after] = [points[at], points[at + 1]];
  if (before === undefined || after === undefined || after.time === before.time) return before?.value ?? time;
  return before.value + ((after.value - before.value) * (time - before.time)) / (after.time - before.time);
}

/**
 * What a clip with another speed shows, at the mean of its speeds where they change. Null for a clip without a map, or
 * with one that changes nothing or holds a frame.
 */
export function readTimeMap(
  node: XmlNode,
  { asset, start, durationFrames, rate }: MappedClip,
): { sourceStartFrame: number; speed: number; isReversed: boolean } | null {
  const map = childOf(node, 'timeMap');
  const points = (map?.children ?? [])
    .map((point) => ({
      time: frameOf(timeAttribute(point, 'time') ?? zeroTime, rate),
      value: frameOf(timeAttribute(point, 'value') ?? zeroTime, rate),
    }))
    .toSorted((a, b) => a.time - b.time);
  const assetStart = frameOf(asset.start, rate);
  // Some programs count from the media's first frame, others in its timecode.
  const isRelative = (points[0]?.time ?? assetStart) < assetStart;
  const origin = isRelative ? assetStart : 0;
  const first = frameOf(start, rate) - origin;
  const [from, to] = [mapAt(points, first), mapAt(points, first + durationFrames)];
  const speed = Math.round((Math.abs(to - from) / durationFrames) * speedScale) / speedScale;
  if (points.length < 2 || !(speed > 0 && speed <= 1000) || (speed === 1 && to > from)) return null;
  const sourceStartFrame = Math.round(Math.min(from, to) + origin - assetStart);
  return { sourceStartFrame, speed, isReversed: to < from };
}
