import { z } from 'zod';
import { type OperationName, operations } from '../api/operations.ts';
import { AppError } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { serviceJobSchema } from './activity.ts';
import { idSchema } from './id.ts';

/** Tools of the service, in the order of the specification (§4.5). */
export const toolOperations = [
  'generateImage',
  'generateVideoClip',
  'generateMotionGraphic',
  'textToSpeech',
  'generateSoundEffect',
  'generateMusic',
  'generateAvatar',
  'vectorizeImage',
  'removeImageBackground',
  'upscaleImage',
  'image3dEffect',
  'removeVideoBackground',
  'upscaleVideo',
] as const satisfies readonly OperationName[];

/** Requests to which the assistant answers with a message. */
export const messageOperations = [
  'startAssistant',
  'sendAssistantMessage',
  'actOnAssistantAction',
] as const satisfies readonly OperationName[];

const jobOperations = [...toolOperations, ...messageOperations] as const;
export type JobOperation = (typeof jobOperations)[number];

/** Operations that answer at once. The others start jobs, cancel them, or belong to uploads and deliveries. */
const directOperations = [
  'getAccount',
  'listToolExecutions',
  'getToolExecution',
  'listWorkflowRuns',
  'getWorkflowRun',
  'listProjects',
  'getProject',
  'listProjectExports',
  'getProjectExport',
  'listRemixActions',
  'getAssistant',
  'getAssistantMessage',
  'generateText',
  'listFiles',
  'searchFiles',
  'getFile',
  'hydrateFile',
  'archiveFile',
  'enablePublicPreview',
  'disablePublicPreview',
  'listEntities',
  'createEntity',
  'getEntity',
  'updateEntity',
  'archiveEntity',
  'addEntityReference',
  'removeEntityReference',
  'listTtsVoices',
  'listLanguages',
  'listWebhookEndpoints',
  'createWebhookEndpoint',
  'deleteWebhookEndpoint',
] as const satisfies readonly OperationName[];
export type DirectOperation = (typeof directOperations)[number];

const pathSchema = z.record(z.string(), idSchema);
/** Checks the body of a request by the operations table. @throws AppError `invalid_input`, which names the field. */
export function requireBody(operation: OperationName, body: unknown): void {
  const parsed = operations[operation].body?.safeParse(body ?? {});
  if (parsed?.error) throw new AppError('invalid_input', `${operation}: ${z.prettifyError(parsed.error)}`);
}

/** Journalled request of a job. */
const jobRequestSchema = z.object({
  operation: z.enum(jobOperations),
  path: pathSchema,
  body: z.unknown().optional(),
});

/** The active connection if absent. */
const connectionId = idSchema.optional();

export const operationCalls = {
  /**
   * Sends an operation of the API and returns its answer as `operations` describes it. Keys unknown there are dropped.
   * Errors as of the service.
   */
  'operation.call': call(
    z.object({
      connectionId,
      operation: z.enum(directOperations),
      path: pathSchema.default({}),
      query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
      body: z.unknown().optional(),
    }),
    z.object({ answer: z.unknown() }),
  ),
  /** Orders a job: journalled, sent once, followed to its end. `invalid_input`, `disk_full`. */
  'operation.start': call(
    jobRequestSchema.extend({
      connectionId,
      path: pathSchema.default({}),
      /** Title in the activity. */
      title: z.string().max(1_000),
      projectId: idSchema.nullable(),
    }),
    serviceJobSchema,
  ),
  /** Returns what a job asked for. `not_found` also for exports, remixes and documents. */
  'operation.request': call(z.object({ jobId: idSchema }), jobRequestSchema),
  /**
   * Returns the record of a succeeded job at the service, with links signed anew: a tool's execution or an assistant's
   * message. `conflict` for a job that has not ended; otherwise its error.
   */
  'operation.outcome': call(z.object({ jobId: idSchema }), z.object({ record: z.unknown() })),
};
