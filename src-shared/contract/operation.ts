import { z } from 'zod';
import { assistantMessageSchema } from '../api/assistant.ts';
import { type OperationName, operations } from '../api/operations.ts';
import { AppError } from '../app-error.ts';
import { call } from '../ipc/define.ts';
import { serviceJobSchema } from './activity.ts';
import { idSchema } from './id.ts';

/** Tools with a form of their own. */
export const assetTools = [
  'generateImage',
  'generateVideoClip',
  'generateMotionGraphic',
  'textToSpeech',
  'generateSoundEffect',
  'generateMusic',
  'generateAvatar',
] as const satisfies readonly OperationName[];
export type AssetTool = (typeof assetTools)[number];

/** Tools that change a picture or a clip, by what they take. */
export const editTools = {
  image: ['vectorizeImage', 'removeImageBackground', 'upscaleImage', 'image3dEffect'],
  video: ['removeVideoBackground', 'upscaleVideo'],
} as const satisfies Record<string, readonly OperationName[]>;
export type EditTool = (typeof editTools)[keyof typeof editTools][number];

/** Tools of the service, in the order of the specification (§4.5). */
export const toolOperations = [...assetTools, ...editTools.image, ...editTools.video] as const;
export type ToolName = (typeof toolOperations)[number];

/** Requests to which the assistant answers with a message. */
export const messageOperations = [
  'startAssistant',
  'sendAssistantMessage',
  'actOnAssistantAction',
] as const satisfies readonly OperationName[];

export const jobOperations = [...toolOperations, ...messageOperations] as const;
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

/** One request to the assistant, journalled here: a message, or a decision on one of its suggestions. */
const chatTurnSchema = z.object({
  job: serviceJobSchema,
  /** Null for a decision. */
  text: z.string().nullable(),
  /** The suggestion decided on; null for a message. */
  actionId: z.string().nullable(),
  isApproved: z.boolean(),
  /** Id of the answer at the service; null before the service has accepted the request. */
  messageId: z.string().nullable(),
});
export type ChatTurn = z.infer<typeof chatTurnSchema>;

const chatSchema = z.object({
  /** Id of the job that began it. */
  chatId: z.string(),
  /** Null before the service has accepted the first message. */
  assistantId: z.string().nullable(),
  projectId: z.string().nullable(),
  /** Beginning of the first message. */
  title: z.string(),
  /** Time of the last request, Unix seconds. */
  changedAt: z.number().int(),
  /** Oldest first. */
  turns: z.array(chatTurnSchema),
});
export type Chat = z.infer<typeof chatSchema>;

const chatMessageSchema = z.object({
  message: assistantMessageSchema,
  /** The generation that follows the run that the message started; null without one. */
  generationId: z.string().nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

export const chatCalls = {
  /** Lists the active connection's chats begun here, newest first. The service lists none. */
  'chat.list': call(z.object({}), z.object({ chats: z.array(chatSchema) })),
  /** Reads a chat's messages at the service, oldest first, with those sent elsewhere. */
  'chat.read': call(z.object({ assistantId: idSchema }), z.object({ messages: z.array(chatMessageSchema) })),
};
