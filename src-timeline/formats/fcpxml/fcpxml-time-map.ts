import { sourceLengthOf, speedOfHeldFrame } from '../../model/placement.ts';
import {
  addTimes,
  type FrameRate,
  type RationalTime,
  rationalTime,
  subtractTimes,
  timeOfFrames,
} from '../../model/rational-time.ts';
import type { Clip, MediaReference, UnreadPart } from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childOf, childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { readUnlessOdd, timeAttribute, zeroTime } from './fcpxml-resource-reader.ts';
import { formatFcpxmlTime, framesOfFcpxmlTime } from './fcpxml-time.ts';

/** First frame of a clip in its media's time at the clip's speed, to the nearest frame. */
export function retimedStartFrame(clip: Clip, media: MediaReference): number {
  const { sourceStartFrame, speed = 1, isReversed } = clip;
  if (isReversed !== true) return Math.round(sourceStartFrame / speed);
  const rest = (media.durationFrames ?? 0) - sourceStartFrame - sourceLengthOf(clip);
  return Math.round(Math.max(0, rest) / speed);
}

/** Largest denominator of a time that Final Cut accepts. */
const largestDenominator = 2n ** 31n - 1n;

/** Returns the time divided by `speed`. */
function dividedTime(time: RationalTime, speed: RationalTime): RationalTime {
  return rationalTime(time.numerator * speed.denominator, time.denominator * speed.numerator);
}

/** Yields fractions that approximate a positive number ever more closely, up to the number itself. */
function* fractionsNear(value: number): Generator<RationalTime> {
  let [before, last] = [
    [0n, 1n],
    [1n, 0n],
  ] as [[bigint, bigint], [bigint, bigint]];
  let rest = value;
  for (;;) {
    const whole = BigInt(Math.floor(rest));
    const next: [bigint, bigint] = [whole * last[0] + before[0], whole * last[1] + before[1]];
    [before, last] = [last, next];
    if (next[0] > 0n) yield rationalTime(...next);
    const isReached = Number(next[0]) / Number(next[1]) === value;
    if (isReached || rest === Math.floor(rest)) return;
    rest = 1 / (rest - Math.floor(rest));
  }
}

/** Duration of media at a speed, as exact as a document can state it. */
function playedTime(length: RationalTime, speed: number): RationalTime {
  let played = length;
  for (const fraction of fractionsNear(speed)) {
    const next = dividedTime(length, fraction);
    if (next.denominator > largestDenominator) break;
    played = next;
  }
  return played;
}

/** Maps the whole of the media, as Final Cut requires. Null for a clip at its own speed. */
export function timeMapElement(clip: Clip, media: MediaReference, rate: FrameRate): XmlElement | null {
  const { speed = 1, isReversed } = clip;
  if (media.durationFrames === null || (speed === 1 && isReversed !== true)) return null;
  const first = media.startFrame;
  const ends = [first, first + media.durationFrames];
  const [from = 0, to = 0] = isReversed === true ? ends.toReversed() : ends;
  const played = playedTime(timeOfFrames(media.durationFrames, rate), speed);
  const end = addTimes(timeOfFrames(first, rate), played);
  const point = (time: string, value: number): XmlElement =>
    xmlElement('timept', { time, value: formatFcpxmlTime(value, rate), interp: 'linear' });
  return xmlElement('timeMap', {}, [
    point(formatFcpxmlTime(first, rate), from),
    point(`${String(end.numerator)}/${String(end.denominator)}s`, to),
  ]);
}

interface MappedClip {
  /** Start of the time of its media, or of the sequence it shows. */
  readonly mediaStart: RationalTime;
  /** In the clip's own time. */
  readonly start: RationalTime;
  readonly durationFrames: number;
  readonly rate: FrameRate;
}

interface MapPoint {
  readonly time: RationalTime;
  readonly value: RationalTime;
}

const isBefore = (one: RationalTime, other: RationalTime): boolean =>
  one.numerator * other.denominator < other.numerator * one.denominator;

const isSameTime = (one: RationalTime, other: RationalTime): boolean =>
  one.numerator === other.numerator && one.denominator === other.denominator;

function mapAt(points: readonly MapPoint[], time: RationalTime): RationalTime {
  const last = points.findIndex((point) => isBefore(time, point.time));
  const at = last === -1 ? points.length - 2 : Math.max(0, last - 1);
  const before = points[at];
  const after = points[at + 1];
  if (before === undefined || after === undefined || isSameTime(before.time, after.time))
    return before?.value ?? time;
  const rise = subtractTimes(after.value, before.value);
  const run = subtractTimes(after.time, before.time);
  const passed = subtractTimes(time, before.time);
  return addTimes(
    before.value,
    rationalTime(
      rise.numerator * passed.numerator * run.denominator,
      rise.denominator * passed.denominator * run.numerator,
    ),
  );
}

export interface ReadSpeed {
  readonly sourceStartFrame: number;
  readonly speed: number;
  readonly isReversed: boolean;
  /** True if one frame is held, without sound. */
  readonly isHeld: boolean;
  /** The map, if the speed varies within the clip. */
  readonly unread: readonly UnreadPart[];
}

function pointsOf(map: XmlNode): readonly MapPoint[] {
  const points = childrenNamed(map, 'timept').map((point) => ({
    time: timeAttribute(point, 'time') ?? zeroTime,
    value: timeAttribute(point, 'value') ?? zeroTime,
  }));
  return points.toSorted((a, b) => (isBefore(a.time, b.time) ? -1 : Number(isBefore(b.time, a.time))));
}

/** True if the speed is constant over the visible part. */
function isEven(points: readonly MapPoint[], first: MapPoint, last: MapPoint): boolean {
  const within = points.filter(({ time }) => isBefore(first.time, time) && isBefore(time, last.time));
  return within.every(({ time, value }) => isSameTime(mapAt([first, last], time), value));
}

const sizeOf = ({ numerator, denominator }: RationalTime): RationalTime =>
  rationalTime(numerator < 0n ? -numerator : numerator, denominator);

/** Media frames per sequence frame, and whether the media plays backwards. */
function speedBetween(
  first: MapPoint,
  last: MapPoint,
  length: RationalTime,
): Pick<ReadSpeed, 'speed' | 'isReversed'> {
  const { numerator, denominator } = dividedTime(sizeOf(subtractTimes(last.value, first.value)), length);
  const speed = Number(numerator) / Number(denominator);
  return { speed, isReversed: isBefore(last.value, first.value) };
}

/** Returns the first media frame. Backwards, it is the last one seen. */
function firstOfMedia(
  firstSeen: number,
  { isReversed, ...played }: Pick<ReadSpeed, 'speed' | 'isReversed'> & Pick<MappedClip, 'durationFrames'>,
): number {
  return Math.max(0, isReversed ? firstSeen - sourceLengthOf(played) : firstSeen);
}

/** Some programs count from the media's first frame, others in its timecode. */
function countsFromMedia([first]: readonly MapPoint[], mediaStart: RationalTime): boolean {
  return isBefore(first?.time ?? zeroTime, mediaStart);
}

/**
 * Reads the visible range and speed of a retimed clip, with the mean if the speed varies. A held frame lasts as long as
 * the clip. A map that cannot be read, or is faster than any clip, stays unread. Null for a clip without a map, or with
 * one that changes nothing.
 */
export function readTimeMap(
  node: XmlNode,
  { mediaStart, start, durationFrames, rate }: MappedClip,
): ReadSpeed | null {
  const map = childOf(node, 'timeMap');
  if (map === null) return null;
  const points = readUnlessOdd(() => pointsOf(map));
  const length = timeOfFrames(durationFrames, rate);
  const retiming = [unreadElement('FCPXML', 'Retiming', map)];
  const plainStart = Math.max(0, framesOfFcpxmlTime(subtractTimes(start, mediaStart), rate));
  const plain = {
    sourceStartFrame: plainStart,
    speed: 1,
    isReversed: false,
    isHeld: false,
    unread: retiming,
  };
  if (points === null) return plain;
  if (points.length < 2 || length.numerator === 0n) return null;
  const isRelative = countsFromMedia(points, mediaStart);
  const firstTime = isRelative ? subtractTimes(start, mediaStart) : start;
  const [first, last] = [firstTime, addTimes(firstTime, length)].map((time) => ({
    time,
    value: mapAt(points, time),
  })) as [MapPoint, MapPoint];
  const unread = isEven(points, first, last) ? [] : retiming;
  const framesOf = (value: RationalTime): number =>
    framesOfFcpxmlTime(isRelative ? value : subtractTimes(value, mediaStart), rate);
  if (isSameTime(first.value, last.value)) {
    const speed = speedOfHeldFrame(durationFrames);
    const held = { sourceStartFrame: Math.max(0, framesOf(first.value)), speed };
    return { ...held, isReversed: false, isHeld: unread.length === 0, unread };
  }
  const played = speedBetween(first, last, length);
  if (played.speed > 1000) return plain;
  const isPlain = played.speed === 1 && !played.isReversed && unread.length === 0;
  // After a held frame, or a part at another speed, a clip is behind or ahead of its own time.
  if (isPlain && framesOf(first.value) === framesOf(first.time)) return null;
  const sourceStartFrame = firstOfMedia(framesOf(first.value), { durationFrames, ...played });
  return { sourceStartFrame, ...played, isHeld: false, unread };
}
