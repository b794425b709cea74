import type { z } from 'zod';
import { frameRateOrNull, maxFrames } from '../frame-rate.ts';
import type { FrameRate } from '../rational-time.ts';
import { TimelineParseError } from '../timeline-parse-error.ts';
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

/** Returns `Clip` for `Clip.2`. */
export function kindOfSchema(schema: string): string {
  return schema.split('.')[0] ?? '';
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
 * exact ones.
 * @throws TimelineParseError beyond two thousand hours.
 */
function exactFramesOf(time: OtioTime, rate: FrameRate, place: string): number {
  const timeRate = frameRateOrNull(time.rate);
  const perSecond = timeRate === null ? time.rate : otioRate(timeRate);
  const isInFrames = time.rate === 0 || perSecond === otioRate(rate);
  const frames = isInFrames ? time.value : (time.value * otioRate(rate)) / perSecond;
  if (!(Math.abs(frames) <= maxFrames))
    throw new TimelineParseError('A time here is longer than any sequence.', place);
  return frames;
}

/** Rounds to the nearest whole frame, tolerating the error of summed fractions. */
export function nearestFrame(frames: number): number {
  return Math.round(frames + 1e-7) + 0;
}

/** Converts a time to the nearest frame of the sequence. @throws TimelineParseError beyond two thousand hours. */
export function framesOfOtioTime(time: OtioTime, rate: FrameRate, place: string): number {
  return nearestFrame(exactFramesOf(time, rate, place));
}

/** Returns the media reference of a clip. */
export function referenceOf(node: OtioNode, place: string): OtioReference | null {
  const active =
    node.media_references?.[node.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? node.media_reference;
  return active === null || active === undefined ? null : parseOtio(otioReferenceSchema, active, place);
}

/** Parses the children of a composition. */
export function childNodes(node: OtioNode, place: string): readonly OtioNode[] {
  return (node.children ?? []).map((child, index) =>
    parseOtio(otioNodeSchema, child, `${place}, item ${String(index + 1)}`),
  );
}

/**
 * Length of an item on its track in fractional frames: from its own range, its media's, or its content. Transitions
 * have none. Positions are sums of these lengths, so that sound counted in samples does not drift.
 * @throws TimelineParseError if the length is missing, below zero, or nested too deeply.
 */
export function exactLengthOf(node: OtioNode, rate: FrameRate, place: string, depth = 0): number {
  const kind = kindOfSchema(node.OTIO_SCHEMA);
  if (kind === 'Transition') return 0;
  if (depth > deepestNesting) throw new TimelineParseError('Compositions are nested too deeply.', place);
  const range = node.source_range ?? referenceOf(node, place)?.available_range;
  if (range) {
    const length = exactFramesOf(range.duration, rate, place);
    if (length < 0) throw new TimelineParseError('A length here is below zero.', place);
    return length;
  }
  const lengths = childNodes(node, place).map((child) => exactLengthOf(child, rate, place, depth + 1));
  if (kind === 'Stack') return Math.max(0, ...lengths);
  if (kind === 'Track') return lengths.reduce((sum, length) => sum + length, 0);
  throw new TimelineParseError('The item has no range of its own.', place);
}
