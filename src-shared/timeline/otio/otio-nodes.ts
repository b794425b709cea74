import type { z } from 'zod';
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

/** No timeline nests compositions this deeply. */
const deepestNesting = 32;

/** Two thousand hours at 60 frames per second. */
const maxFrames = 432_000_000;

/** @throws TimelineParseError saying which field of which object is not what it should be. */
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

/** `Clip` of `Clip.2`. */
export function kindOfSchema(schema: string): string {
  return schema.split('.')[0] ?? '';
}

/** Our or another program's corner of the metadata; an empty one where it is missing. */
export function metadataOf<Schema extends z.ZodType>(
  node: { readonly metadata?: Readonly<Record<string, unknown>> | null | undefined },
  namespace: string,
  schema: Schema,
): z.output<Schema> {
  const result = schema.safeParse(node.metadata?.[namespace]);
  return result.success ? result.data : schema.parse({});
}

/** A time as frames of the sequence, whole or not; without a rate it counts in them. @throws TimelineParseError beyond two thousand hours. */
function exactFramesOf(time: OtioTime, rate: FrameRate, place: string): number {
  const isInFrames = time.rate === 0 || time.rate === otioRate(rate);
  const frames = isInFrames ? time.value : (time.value * otioRate(rate)) / time.rate;
  if (!(Math.abs(frames) <= maxFrames))
    throw new TimelineParseError('A time here is longer than any sequence.', place);
  return frames;
}

/** The whole frame nearest to some; what sums of fractions of frames are off by does not count. */
export function nearestFrame(frames: number): number {
  return Math.round(frames + 1e-7) + 0;
}

/** A time as frames of the sequence, to the nearest. @throws TimelineParseError beyond two thousand hours. */
export function framesOfOtioTime(time: OtioTime, rate: FrameRate, place: string): number {
  return nearestFrame(exactFramesOf(time, rate, place));
}

/** The media a clip shows. */
export function referenceOf(node: OtioNode, place: string): OtioReference | null {
  const active =
    node.media_references?.[node.active_media_reference_key ?? 'DEFAULT_MEDIA'] ?? node.media_reference;
  return active === null || active === undefined ? null : parseOtio(otioReferenceSchema, active, place);
}

/** The children of a composition, read. */
export function childNodes(node: OtioNode, place: string): readonly OtioNode[] {
  return (node.children ?? []).map((child, index) =>
    parseOtio(otioNodeSchema, child, `${place}, item ${String(index + 1)}`),
  );
}

/**
 * Frames an item takes on its track, whole or not: its own range, its media's, or what is in it. Transitions take none.
 * Positions
 * are sums of these, so that sound counted in samples does not drift.
 * @throws TimelineParseError when it says neither, is below zero, or is nested too deeply.
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
