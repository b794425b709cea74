import type { z } from 'zod';
import { frameRateOrNull, maxFrames } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { TimelineParseError } from '../../model/timeline-parse-error.ts';
import { otioRate } from './otio-json.ts';
import {
  type OtioNode,
  otioNodeSchema,
  type OtioReference,
  otioReferenceSchema,
  type OtioTime,
} from './otio-schema.ts';

/** Deeper than any timeline nests compositions. */
const deepestNesting = 32;

/** @throws TimelineParseError with the invalid field and its object. */
export function parseOtio<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  place: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  throw new TimelineParseError(`${path === '' ? 'This' : `“${path}”`} is not as it should be.`, place);
}

/** Present names of schemas that have had others. */
const presentNames: Readonly<Record<string, string>> = {
  Sequence: 'Track',
  Filler: 'Gap',
  SerializeableCollection: 'SerializableCollection',
};

/** Returns `Clip` for `Clip.2`, and the present name of a schema that had another. */
export function kindOfSchema(schema: string): string {
  const kind = schema.split('.')[0] ?? '';
  return Object.hasOwn(presentNames, kind) ? (presentNames[kind] ?? kind) : kind;
}

/** Returns the app's or another program's metadata; empty if missing. */
export function metadataOf<Schema extends z.ZodType>(
  node: { readonly metadata?: Readonly<Record<string, unknown>> | null | undefined },
  namespace: string,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(node.metadata?.[namespace]);
  return result.success ? result.data : schema.parse({});
}

/**
 * Converts a time to fractional frames of the sequence; at rate zero it is in frames already. Rounded rates mean the
 * exact ones. Null without a time, and beyond two thousand hours.
 */
function exactFramesOf(time: OtioTime, rate: FrameRate): number | null {
  if (!time) return null;
  const timeRate = frameRateOrNull(time.rate);
  const perSecond = timeRate === null ? time.rate : otioRate(timeRate);
  const isInFrames = time.rate === 0 || perSecond === otioRate(rate);
  const frames = isInFrames ? time.value : (time.value * otioRate(rate)) / perSecond;
  return Math.abs(frames) <= maxFrames ? frames : null;
}

/** Rounds to the nearest whole frame, tolerating the error of summed fractions. */
export function nearestFrame(frames: number): number {
  return Math.round(frames + 1e-7) + 0;
}

/** Converts a time to the nearest frame of the sequence. Null without a time, and beyond two thousand hours. */
export function framesOfOtioTime(time: OtioTime, rate: FrameRate): number | null {
  const frames = exactFramesOf(time, rate);
  return frames === null ? null : nearestFrame(frames);
}

/** Returns the media reference of a clip. */
export function referenceOf(node: OtioNode): OtioReference | null {
  const active =
    node.media_references?.[node.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? node.media_reference;
  const found = otioReferenceSchema.safeParse(active);
  return found.success ? found.data : null;
}

/** Returns the children of a composition in order. What is no item has an empty schema name. */
export function childNodes(node: OtioNode): readonly OtioNode[] {
  return (node.children ?? []).map((child) => otioNodeSchema.parse(child));
}

/**
 * Length of an item on its track in fractional frames: from its own range, its media's, or its content. Transitions
 * have none. Positions are sums of these lengths, so that sound counted in samples does not drift. Null if the length
 * is missing, below zero, or nested too deeply.
 */
export function exactLengthOf(node: OtioNode, rate: FrameRate, depth = 0): number | null {
  const kind = kindOfSchema(node.OTIO_SCHEMA);
  if (kind === 'Transition') return 0;
  const range = node.source_range ?? referenceOf(node)?.available_range;
  if (range) {
    const length = exactFramesOf(range.duration, rate);
    return length === null || length < 0 ? null : length;
  }
  if ((kind !== 'Stack' && kind !== 'Track') || depth > deepestNesting) return null;
  const lengths = childNodes(node).map((child) => exactLengthOf(child, rate, depth + 1) ?? 0);
  return kind === 'Stack'
    ? lengths.reduce((longest, length) => Math.max(longest, length), 0)
    : lengths.reduce((sum, length) => sum + length, 0);
}
