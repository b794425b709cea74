import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { localConnectionId } from './connection.ts';
import { idSchema } from './id.ts';

export const aspectRatioSchema = z.enum(['16:9', '9:16', '1:1', '4:5']);
export type AspectRatioName = z.infer<typeof aspectRatioSchema>;

export const pacingSchema = z.enum(['FAST', 'MEDIUM', 'SLOW']);

/** The steps of one generation in their order; `running` carries the service's own stage when it tells one. */
const generationStateSchema = z.enum([
  'queued',
  'uploading',
  'starting',
  'running',
  'succeeded',
  'failed',
  'cancelled',
]);

export const generationSchema = z.object({
  generationId: z.string(),
  /** The connection it was started on, and goes on with. */
  connectionId: z.string().default(localConnectionId),
  title: z.string(),
  state: generationStateSchema,
  /** 0 to 1 over the whole generation. */
  progress: z.number().min(0).max(1),
  /** A stage key such as `speech`, `pictures`, `movie`; null when the service does not tell. */
  stage: z.string().nullable(),
  /** True between the user's cancel and the service's confirmation. */
  isCancelling: z.boolean(),
  projectId: z.string().nullable(),
  /** Unix time in seconds. */
  createdAt: z.number().int(),
  finishedAt: z.number().int().nullable(),
  error: errorBodySchema.nullable(),
});

export type Generation = z.infer<typeof generationSchema>;

export const startGenerationSchema = z.object({
  script: z.string(),
  aspectRatio: aspectRatioSchema,
  /** Null: the service's default voice for the language. */
  voiceId: idSchema.nullable(),
  /** A catalogue language code; null: detected from the script. */
  languageCode: z.string().max(100).nullable(),
  pacing: pacingSchema,
  /** A written style in the user's words; empty: the service's own choice. */
  styleText: z.string().max(2_000),
  /** Own stills and clips, used first and in this order. */
  materialIds: z.array(idSchema).max(100),
});

export type StartGeneration = z.infer<typeof startGenerationSchema>;

export const generationCalls = {
  'generation.start': call(startGenerationSchema, generationSchema),
  /** Newest first. */
  'generation.list': call(
    z.object({ limit: z.number().int().min(1).max(200) }),
    z.object({ generations: z.array(generationSchema) }),
  ),
  'generation.cancel': call(z.object({ generationId: idSchema }), generationSchema),
  /** Starts a failed or cancelled generation again as a new one, with the same script and choices. */
  'generation.retry': call(z.object({ generationId: idSchema }), generationSchema),
};
