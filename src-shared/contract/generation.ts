import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { localConnectionId } from './connection.ts';
import { idSchema } from './id.ts';
import { materialSchema } from './material.ts';
import { startGenerationSchema, workflowNameSchema } from './start-generation.ts';

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
  workflow: workflowNameSchema.default('script'),
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
  /** Unix time in seconds when it will be done, by earlier runs; left out where there are none. */
  expectedEndAt: z.number().int().optional(),
  error: errorBodySchema.nullable(),
  /** The generation that does it once more; left out where there is none. */
  retriedAs: z.string().optional(),
});

export type Generation = z.infer<typeof generationSchema>;

/** Most generations that one call starts. */
export const maxStartedAtOnce = 20;

/** One of several generations, with the id that it will have. */
const batchItemSchema = z.object({
  generationId: idSchema,
  /** Until the service tells the project's; empty: the first words. */
  title: z.string().max(200),
  request: startGenerationSchema,
});

export type BatchItem = z.infer<typeof batchItemSchema>;

export const generationCalls = {
  'generation.start': call(startGenerationSchema, generationSchema),
  /** Starts them in their order. One whose id is there already is not started again, so that a repeated call is harmless. */
  'generation.startBatch': call(
    z.object({ items: z.array(batchItemSchema).max(maxStartedAtOnce) }),
    z.object({ generations: z.array(generationSchema) }),
  ),
  /** Newest first. */
  'generation.list': call(
    z.object({ limit: z.number().int().min(1).max(200) }),
    z.object({ generations: z.array(generationSchema) }),
  ),
  /**
   * What it was started with, and those of its own files that are still known. `not_found`; `script_empty` where it
   * was found at the service and its script is not known here.
   */
  'generation.request': call(
    z.object({ generationId: idSchema }),
    z.object({ request: startGenerationSchema, materials: z.array(materialSchema) }),
  ),
  'generation.cancel': call(z.object({ generationId: idSchema }), generationSchema),
  /** Starts a failed or cancelled generation again as a new one, with the same request. */
  'generation.retry': call(z.object({ generationId: idSchema }), generationSchema),
};
