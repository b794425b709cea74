import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { localConnectionId } from './connection.ts';
import { idSchema } from './id.ts';
import { materialSchema } from './material.ts';
import { startGenerationSchema, workflowNameSchema } from './start-generation.ts';

/** The steps of one generation in order. `running` carries the service's own stage if the service reports one. */
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
  /** Connection on which it was started and on which it continues. */
  connectionId: z.string().default(localConnectionId),
  workflow: workflowNameSchema.default('script'),
  title: z.string(),
  state: generationStateSchema,
  /** 0 to 1 over the whole generation. */
  progress: z.number().min(0).max(1),
  /** Stage key such as `speech`, `pictures`, `movie`; null if the service does not report one. */
  stage: z.string().nullable(),
  /** True while the service has accepted it and has not begun. */
  isWaiting: z.boolean().optional(),
  /** True for a run that the assistant started: its request is not known here, and it is asked for again in its chat. */
  isByAssistant: z.boolean().optional(),
  /** True between the user's cancel and the service's confirmation. */
  isCancelling: z.boolean(),
  projectId: z.string().nullable(),
  /** Unix time in seconds. */
  createdAt: z.number().int(),
  /** Unix time in milliseconds just before the start request left; null before. */
  submittedAtMs: z.number().int().nullish(),
  finishedAt: z.number().int().nullable(),
  /** Expected duration at the service in seconds, based on earlier runs; absent without earlier runs. */
  expectedSeconds: z.number().optional(),
  /** Expected end as Unix time in seconds, while the service works on it; absent where it would be a guess. */
  expectedEndAt: z.number().int().optional(),
  error: errorBodySchema.nullable(),
  /** Generation that retries this one; absent if there is none. */
  retriedAs: z.string().optional(),
});

export type Generation = z.infer<typeof generationSchema>;

/** Maximum number of generations that one call starts. */
export const maxStartedAtOnce = 20;

/** One of several generations, with its future id. */
const batchItemSchema = z.object({
  generationId: idSchema,
  /** Title that the project keeps; empty: the first words, then the service's. */
  title: z.string().max(200),
  request: startGenerationSchema,
});

export type BatchItem = z.infer<typeof batchItemSchema>;

export const generationCalls = {
  /**
   * Tells what the active connection's service will make of a request: how long it works on it, null without comparable
   * earlier runs; and its refusal of the same choices before, null if it is not known to refuse them.
   */
  'generation.expect': call(
    startGenerationSchema,
    z.object({ seconds: z.number().nullable(), refusal: errorBodySchema.nullable() }),
  ),
  'generation.start': call(startGenerationSchema, generationSchema),
  /** Starts the generations in order. Skips an id that already exists, so that a repeated call is harmless. */
  'generation.startBatch': call(
    z.object({
      items: z.array(batchItemSchema).max(maxStartedAtOnce),
      /** The active connection by default. */
      connectionId: idSchema.optional(),
    }),
    z.object({ generations: z.array(generationSchema) }),
  ),
  /** Lists generations, newest first. */
  'generation.list': call(
    z.object({ limit: z.number().int().min(1).max(200) }),
    z.object({ generations: z.array(generationSchema) }),
  ),
  /**
   * Returns the request of a generation and those of its own files that are still known. `not_found`; `conflict` for one
   * of the assistant.
   */
  'generation.request': call(
    z.object({ generationId: idSchema }),
    z.object({ request: startGenerationSchema, materials: z.array(materialSchema) }),
  ),
  'generation.cancel': call(z.object({ generationId: idSchema }), generationSchema),
  /** Starts a failed or cancelled generation again as a new one, with the same request. */
  'generation.retry': call(z.object({ generationId: idSchema }), generationSchema),
};
