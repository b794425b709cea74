import { z } from 'zod';

/** Schema name with its version. Readers accept every version of the schemas they know. */
const schemaName = z.string();
const metadata = z.record(z.string(), z.unknown()).nullish();

/** One editor writes a rate of zero for an unknown rate. */
const rationalTimeSchema = z.looseObject({ rate: z.number().nonnegative(), value: z.number() });
export type OtioTime = z.infer<typeof rationalTimeSchema>;

export const timeRangeSchema = z.looseObject({
  duration: rationalTimeSchema,
  start_time: rationalTimeSchema,
});

const effectSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: z.string().nullish(),
  effect_name: z.string().nullish(),
  enabled: z.boolean().nullish(),
  metadata,
  time_scalar: z.number().optional(),
});
export type OtioEffect = z.infer<typeof effectSchema>;

/** Any item of a composition. Fields of other kinds are absent. */
export const otioNodeSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: z.string().nullish(),
  metadata,
  source_range: timeRangeSchema.nullish(),
  enabled: z.boolean().optional(),
  effects: z.array(effectSchema).nullish(),
  markers: z.array(z.unknown()).nullish(),
  kind: z.string().nullish(),
  children: z.array(z.unknown()).nullish(),
  media_reference: z.unknown().optional(),
  media_references: z.record(z.string(), z.unknown()).nullish(),
  active_media_reference_key: z.string().nullish(),
  in_offset: rationalTimeSchema.nullish(),
  out_offset: rationalTimeSchema.nullish(),
});
export type OtioNode = z.infer<typeof otioNodeSchema>;

const pointSchema = z.looseObject({ x: z.number(), y: z.number() });

export const otioReferenceSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: z.string().nullish(),
  metadata,
  available_range: timeRangeSchema.nullish(),
  /** In pixels by convention; the format does not define the unit. */
  available_image_bounds: z.looseObject({ min: pointSchema, max: pointSchema }).nullish().catch(null),
  target_url: z.string().optional(),
});
export type OtioReference = z.infer<typeof otioReferenceSchema>;

export const otioTimelineSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: z.string().nullish(),
  metadata,
  global_start_time: rationalTimeSchema.nullish(),
  tracks: z.unknown().optional(),
});

const pixels = z.number().int().positive();
const sizeSchema = z.object({ width: pixels, height: pixels });

/** Metadata of the app. Each field may be missing, because other programs may have changed it. */
export const ownTimelineSchema = z.object({
  width: pixels.optional().catch(undefined),
  height: pixels.optional().catch(undefined),
  is_drop_frame: z.boolean().optional().catch(undefined),
  audio_sample_rate: pixels.optional().catch(undefined),
  location_style: z.enum(['url', 'path']).catch('url'),
});

export const ownTrackSchema = z.object({
  role: z.enum(['video', 'background', 'dialogue', 'music', 'effects']).optional().catch(undefined),
});

export const ownTransitionSchema = z.object({
  style: z.enum(['FADE', 'RISE', 'PAN', 'POP', 'WIPE']).catch('FADE'),
});

const frame = z.number().transform(Math.round);
const motionSchema = z.object({ frame, scale: z.number(), x: z.number(), y: z.number() });
const levelSchema = z.object({ frame, level_db: z.number() });
const fadesSchema = z.object({ in_frames: z.number().nonnegative(), out_frames: z.number().nonnegative() });

export const ownClipSchema = z.object({
  link_id: z.string().optional().catch(undefined),
  note: z.string().nullable().catch(null),
  motion: z.array(motionSchema).optional().catch(undefined),
  levels: z.array(levelSchema).optional().catch(undefined),
  fades: fadesSchema.optional().catch(undefined),
});

export const ownMediaSchema = z.object({
  media_id: z.string().optional().catch(undefined),
  kind: z.enum(['still', 'video', 'audio']).optional().catch(undefined),
  size: sizeSchema.optional().catch(undefined),
  audio_channels: z
    .union([z.literal(1), z.literal(2)])
    .optional()
    .catch(undefined),
  is_transparent: z.boolean().optional().catch(undefined),
  frame_rate: z
    .object({ numerator: z.number().int().positive(), denominator: z.number().int().positive() })
    .optional()
    .catch(undefined),
});

/** Premiere's settings of a sequence, on its stack. */
export const premiereStackSchema = z.object({
  AudioFrameRate: z.number().int().positive().optional().catch(undefined),
  VideoResolution: sizeSchema.optional().catch(undefined),
});

/** Premiere's and Resolve's link groups and channel numbers of clips. */
export const premiereClipSchema = z.object({
  LinkID: z.string().optional().catch(undefined),
  AudioChannels: z.object({ ChannelType: z.string() }).optional().catch(undefined),
});

export const resolveClipSchema = z.object({ 'Link Group ID': z.number().optional().catch(undefined) });
