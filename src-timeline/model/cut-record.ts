import { z } from 'zod';
import { checkTimeline } from './check-timeline.ts';
import { usedMedia } from './placement.ts';
import { itemKinds, maxChannels, type Timeline, timelineFormats } from './timeline.ts';

const rate = z.object({ numerator: z.number(), denominator: z.number() });
const size = z.object({ width: z.number(), height: z.number() });
const marker = z.object({
  frame: z.number(),
  name: z.string(),
  note: z.string(),
  kind: z.enum(['chapter', 'to-do', 'completed']).exactOptional(),
  durationFrames: z.number().exactOptional(),
  colour: z.string().exactOptional(),
});
const formatSchema = z.enum(timelineFormats);

const itemWithoutMedia = z.object({
  kind: z.enum(itemKinds),
  name: z.string(),
  words: z.string().nullable(),
  trackKind: z.enum(['video', 'audio']),
  trackIndex: z.number().nullable(),
  startFrame: z.number(),
  durationFrames: z.number(),
  isDisabled: z.boolean().exactOptional(),
  source: z.object({ format: formatSchema, text: z.string() }).nullable(),
});

export const mediaReferenceSchema = z.object({
  mediaId: z.string(),
  fileName: z.string(),
  location: z.string(),
  kind: z.enum(['still', 'video', 'audio']),
  durationFrames: z.number().nullable(),
  frameRate: rate.exactOptional(),
  startFrame: z.number(),
  size: size.nullable(),
  audioChannels: z.number().int().min(1).max(maxChannels).nullable(),
  isTransparent: z.boolean().exactOptional(),
});

export const transitionStyleSchema = z.enum(['FADE', 'RISE', 'PAN', 'POP', 'WIPE']);

export const transitionSchema = z.object({
  style: transitionStyleSchema,
  durationFrames: z.number(),
  framesBeforeCut: z.number().exactOptional(),
});

const unreadPart = z.object({
  format: formatSchema,
  name: z.string(),
  source: z.string(),
  isHold: z.boolean().exactOptional(),
});

export const clipSchema = z.object({
  kind: z.literal('clip'),
  name: z.string(),
  mediaId: z.string(),
  sourceStartFrame: z.number(),
  durationFrames: z.number(),
  linkId: z.string().nullable(),
  note: z.string().nullable(),
  transition: transitionSchema.exactOptional(),
  motion: z
    .array(z.object({ frame: z.number(), scale: z.number(), x: z.number(), y: z.number() }))
    .exactOptional(),
  levels: z.array(z.object({ frame: z.number(), levelDb: z.number() })).exactOptional(),
  speed: z.number().exactOptional(),
  isReversed: z.boolean().exactOptional(),
  isDisabled: z.boolean().exactOptional(),
  fades: z.object({ inFrames: z.number(), outFrames: z.number() }).exactOptional(),
  markers: z.array(marker).exactOptional(),
  unread: z.array(unreadPart).exactOptional(),
});

const gap = z.object({ kind: z.literal('gap'), durationFrames: z.number() });

const track = z.object({
  kind: z.enum(['video', 'audio']),
  name: z.string(),
  role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']),
  items: z.array(z.discriminatedUnion('kind', [clipSchema, gap])),
});

export const captionSchema = z.object({
  startFrame: z.number(),
  durationFrames: z.number(),
  lines: z.array(z.string()),
});

const captionTrack = z.object({ languageCode: z.string(), captions: z.array(captionSchema) });

export const timelineSchema: z.ZodType<Timeline> = z.object({
  name: z.string(),
  frameRate: rate,
  ...size.shape,
  startFrame: z.number(),
  isDropFrame: z.boolean(),
  audioRate: z.number(),
  media: z.array(mediaReferenceSchema),
  tracks: z.array(track),
  captionTracks: z.array(captionTrack),
  markers: z.array(marker).exactOptional(),
  itemsWithoutMedia: z.array(itemWithoutMedia).exactOptional(),
});

const cutRecordSchema = z.object({ formatVersion: z.literal(1), cut: timelineSchema });

/** Serialises a cut without its unused media. No document holds both captions and effects of every format. */
export function writeCutRecord(cut: Timeline): string {
  return `${JSON.stringify({ formatVersion: 1, cut: { ...cut, media: usedMedia(cut) } })}\n`;
}

/** Null if the text is not a record of a valid cut. */
export function readCutRecord(text: string): Timeline | null {
  try {
    const { cut } = cutRecordSchema.parse(JSON.parse(text));
    checkTimeline(cut);
    return cut;
  } catch {
    return null;
  }
}
