import { speedOfHeldFrame } from '../../model/placement.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, MediaReference, TimelineFormat, UnreadPart } from '../../model/timeline.ts';
import { unreadElement } from '../xml/xml-copy.ts';
import { childrenNamed, type XmlNode } from '../xml/xml-reader.ts';
import { parseMltKeyframes } from './mlt-keyframes.ts';
import { framesOfMltTime, propertiesOf } from './mlt-nodes.ts';
import { sourceStartOfPlayed } from './shown-clips.ts';

export interface PlayedSpeed {
  readonly speed: number;
  readonly isReversed: boolean;
}

/** Returns the speed and direction at which a producer plays its file. */
export function playedSpeedOf(properties: ReadonlyMap<string, string>): PlayedSpeed {
  const warp = Number(properties.get('warp_speed') ?? 1) || 1;
  return { speed: Math.abs(warp), isReversed: warp < 0 };
}

/** Frame of the file at a frame of the producer: `offset + frame * slope`. */
interface Remap {
  readonly offset: number;
  readonly slope: number;
}

/** Greatest distance of a constant speed's keyframes from its line, in frames. */
const lineTolerance = 0.5;

/** Returns the line through all points; null if there is none, or if the file stands still. */
function lineThrough(points: readonly { readonly frame: number; readonly value: number }[]): Remap | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.frame === first.frame) return null;
  const slope = (last.value - first.value) / (last.frame - first.frame);
  const offset = first.value - slope * first.frame;
  const isLine = points.every(
    ({ frame, value }) => Math.abs(offset + slope * frame - value) <= lineTolerance,
  );
  return isLine && slope !== 0 ? { offset, slope } : null;
}

/** Reads a link that changes the speed; null if the speed varies. */
function readRemap(link: XmlNode, rate: FrameRate): Remap | null {
  const properties = propertiesOf(link);
  const speeds = parseMltKeyframes(properties.get('speed_map') ?? '', rate).map(
    ({ values }) => values[0] ?? 0,
  );
  const [speed = 0] = speeds;
  if (speeds.length > 0)
    return speeds.every((one) => one === speed) && speed > 0 ? { offset: 0, slope: speed } : null;
  const framesPerSecond = rate.numerator / rate.denominator;
  const points = parseMltKeyframes(properties.get('time_map') ?? '', rate).map(({ frame, values }) => ({
    frame,
    value: (values[0] ?? 0) * framesPerSecond,
  }));
  return lineThrough(points);
}

interface TimedUse {
  readonly format: TimelineFormat;
  readonly rate: FrameRate;
  readonly media: MediaReference;
  readonly producer: XmlNode;
  /** Node whose filters are the clip's effects. */
  readonly filtered: XmlNode;
  readonly speed: PlayedSpeed;
  /** First frame of the file as it is played. */
  readonly firstFrame: number;
  readonly durationFrames: number;
  readonly isSound: boolean;
}

type Timing = Pick<Clip, 'sourceStartFrame' | 'speed' | 'isReversed'>;

/** A clip's part of its file. */
interface FoundTiming {
  readonly timing: Timing;
  /** Changes of speed that the model does not cover. */
  readonly unread: readonly UnreadPart[];
  /** Filters whose effect the timing contains. */
  readonly read: readonly XmlNode[];
}

/** Returns the filter that holds one frame for the whole clip. One that holds it from a frame on is no such. */
function holdOf({ filtered, media, isSound }: TimedUse): XmlNode | null {
  if (isSound || media.durationFrames === null) return null;
  const hold = childrenNamed(filtered, 'filter').find((filter) => {
    const properties = propertiesOf(filter);
    const isPart = ['freeze_before', 'freeze_after', 'disable'].some((name) => properties.get(name) === '1');
    return properties.get('mlt_service') === 'freeze' && !isPart;
  });
  return hold ?? null;
}

/** Reads the part of its file that a clip shows, at which speed. */
export function readTiming(use: TimedUse): FoundTiming {
  const { format, rate, media, firstFrame, durationFrames, speed } = use;
  const hold = holdOf(use);
  const isStill = media.durationFrames === null;
  const links = childrenNamed(use.producer, 'link').filter((link) => {
    const properties = propertiesOf(link);
    return properties.get('mlt_service') === 'timeremap' && properties.get('disable') !== '1';
  });
  if (hold !== null) {
    const frame = framesOfMltTime(propertiesOf(hold).get('frame') ?? '', rate) ?? 0;
    const sourceStartFrame = sourceStartOfPlayed(Math.max(0, frame), 1, media, speed);
    return {
      timing: { sourceStartFrame, speed: speedOfHeldFrame(durationFrames) },
      unread: [],
      read: [hold],
    };
  }
  const [link, ...more] = links;
  const remap = link === undefined || more.length > 0 || isStill ? null : readRemap(link, rate);
  if (remap !== null) {
    const { offset, slope } = remap;
    const first = offset + slope * (slope > 0 ? firstFrame : firstFrame + durationFrames);
    const timing = {
      sourceStartFrame: Math.max(0, Math.round(first)),
      speed: Math.abs(slope),
      isReversed: slope < 0,
    };
    return { timing, unread: [], read: [] };
  }
  const sourceStartFrame = sourceStartOfPlayed(firstFrame, durationFrames, media, speed);
  const unread = links.map((one) => unreadElement(format, 'timeremap', one));
  return { timing: { sourceStartFrame, ...(!isStill && speed) }, unread, read: [] };
}
