import { z } from 'zod';
import { maxChannels } from '../../model/timeline.ts';

/** Reads a field, or leaves it out if its value is not as it should be. */
const lenient = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null);

/** Schema name with its version. Readers accept every version of the schemas they know. */
const schemaName = z.string().catch('');
const text = lenient(z.string());
const metadata = lenient(z.record(z.string(), z.unknown()));
const list = lenient(z.array(z.unknown()));

/** One editor writes a rate of zero for an unknown rate. Null for a value that is no time. */
const rationalTimeSchema = lenient(z.looseObject({ rate: z.number().nonnegative(), value: z.number() }));
export type OtioTime = z.infer<typeof rationalTimeSchema>;

const wholeRange = z.looseObject({ duration: rationalTimeSchema, start_time: rationalTimeSchema });
const noRange = { duration: null, start_time: null };

/** A range whose value is not as it should be has neither start nor length. */
export const timeRangeSchema = wholeRange.nullish().catch(noRange);

const effectSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: text,
  effect_name: text,
  enabled: lenient(z.boolean()),
  metadata,
  time_scalar: lenient(z.number()),
});
export type OtioEffect = z.infer<typeof effectSchema>;

/** Any item of a composition. Fields of other kinds are absent. What is no item has an empty schema name. */
export const otioNodeSchema = z
  .looseObject({
    OTIO_SCHEMA: schemaName,
    name: text,
    metadata,
    source_range: timeRangeSchema,
    enabled: lenient(z.boolean()),
    effects: lenient(z.array(effectSchema.nullable().catch(null))),
    markers: list,
    kind: text,
    children: list,
    media_reference: z.unknown().optional(),
    media_references: lenient(z.record(z.string(), z.unknown())),
    active_media_reference_key: text,
    in_offset: rationalTimeSchema,
    out_offset: rationalTimeSchema,
  })
  .catch({ OTIO_SCHEMA: '' });
export type OtioNode = z.infer<typeof otioNodeSchema>;

const pointSchema = z.looseObject({ x: z.number(), y: z.number() });

export const otioReferenceSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: text,
  metadata,
  available_range: timeRangeSchema,
  /** In pixels by convention; the format does not define the unit. */
  available_image_bounds: lenient(z.looseObject({ min: pointSchema, max: pointSchema })),
  target_url: text,
  generator_kind: text,
  parameters: lenient(z.record(z.string(), z.unknown())),
  name_prefix: text,
  name_suffix: text,
});
export type OtioReference = z.infer<typeof otioReferenceSchema>;

export const otioTimelineSchema = z.looseObject({
  OTIO_SCHEMA: schemaName,
  name: text,
  metadata,
  markers: list,
  global_start_time: rationalTimeSchema,
  tracks: z.unknown().optional(),
});
export type OtioTimeline = z.infer<typeof otioTimelineSchema>;

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
  /** True for a track that only holds items which have no track in the timeline. */
  holds_items: z.boolean().optional().catch(undefined),
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
  audio_channels: z.number().int().min(1).max(maxChannels).optional().catch(undefined),
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
