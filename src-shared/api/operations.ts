import type { z } from 'zod';
import * as account from './account.ts';
import * as assistant from './assistant.ts';
import { nothingSchema, pageQuerySchema } from './common.ts';
import * as entities from './entities.ts';
import * as files from './files.ts';
import * as projects from './projects.ts';
import type { RateGroup } from './rate-groups.ts';
import * as remix from './remix.ts';
import * as resources from './resources.ts';
import * as text from './text.ts';
import * as tools from './tools.ts';
import * as webhooks from './webhooks.ts';
import * as workflows from './workflows.ts';

/** One HTTP operation of the service. Path parameters are in braces. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query: z.ZodType;
  /** Null if the operation reads no body. An absent body counts as `{}`. */
  readonly body: z.ZodType | null;
  readonly status: 200 | 201 | 202 | 204;
  readonly response: z.ZodType;
  /** Null if the operation needs no credential and is not counted. */
  readonly rateGroup: RateGroup | null;
}

function get<const Path extends string, Query extends z.ZodType, Response extends z.ZodType>(
  path: Path,
  rateGroup: RateGroup | null,
  query: Query,
  response: Response,
) {
  return { method: 'GET', path, query, body: null, status: 200, response, rateGroup } as const;
}

function post<
  const Path extends string,
  Body extends z.ZodType | null,
  Response extends z.ZodType,
  Status extends 200 | 201 | 202,
>(path: Path, rateGroup: RateGroup, body: Body, status: Status, response: Response) {
  return { method: 'POST', path, query: nothingSchema, body, status, response, rateGroup } as const;
}

function tool<Body extends z.ZodType>(name: string, body: Body) {
  return post(`/v1/tools/${name}`, 'tools.start', body, 202, tools.startedToolSchema);
}

function workflow<Body extends z.ZodType>(name: string, body: Body) {
  return post(`/v1/workflows/${name}`, 'workflows.start', body, 202, workflows.startedWorkflowSchema);
}

function changeFile(change: string) {
  return post(`/v1/files/{fileId}/${change}` as const, 'files.change', null, 200, files.fileInfoSchema);
}

function changeEntity<Body extends z.ZodType | null, Response extends z.ZodType>(
  change: string,
  body: Body,
  response: Response,
) {
  return post(`/v1/entities/{entityId}/${change}` as const, 'entities.change', body, 200, response);
}

/** Every operation of the specification (part 4) with the paths and bodies of contract supplement §4. */
export const operations = {
  getAccount: get('/v1/me', 'account.read', nothingSchema, account.accountSchema),
  getProtectedResource: get(
    '/.well-known/oauth-protected-resource',
    null,
    nothingSchema,
    account.protectedResourceSchema,
  ),

  generateImage: tool('generate-image', tools.generateImageSchema),
  generateVideoClip: tool('generate-video-clip', tools.generateVideoClipSchema),
  generateMotionGraphic: tool('generate-motion-graphic', tools.generateMotionGraphicSchema),
  textToSpeech: tool('text-to-speech', tools.textToSpeechSchema),
  generateSoundEffect: tool('generate-sound-effect', tools.generateSoundEffectSchema),
  generateMusic: tool('generate-music', tools.generateMusicSchema),
  generateAvatar: tool('generate-avatar', tools.generateAvatarSchema),
  vectorizeImage: tool('vectorize-image', tools.imageToolSchema),
  removeImageBackground: tool('remove-image-background', tools.imageToolSchema),
  upscaleImage: tool('upscale-image', tools.imageToolSchema),
  image3dEffect: tool('image-3d-effect', tools.imageToolSchema),
  removeVideoBackground: tool('remove-video-background', tools.videoToolSchema),
  upscaleVideo: tool('upscale-video', tools.videoToolSchema),
  listToolExecutions: get(
    '/v1/tools/executions',
    'tools.executions.list',
    tools.toolExecutionListQuerySchema,
    tools.toolExecutionListSchema,
  ),
  getToolExecution: get(
    '/v1/tools/executions/{toolExecutionId}',
    'tools.executions.get',
    nothingSchema,
    tools.toolExecutionSchema,
  ),
  cancelToolExecution: post(
    '/v1/tools/executions/{toolExecutionId}/cancel',
    'tools.executions.cancel',
    null,
    202,
    tools.startedToolSchema,
  ),

  scriptToVideo: workflow('script-to-video', workflows.scriptToVideoSchema),
  voiceoverToVideo: workflow('voiceover-to-video', workflows.voiceoverToVideoSchema),
  slideshowToVideo: workflow('slideshow-to-video', workflows.slideshowToVideoSchema),
  storyboardToVideo: workflow('storyboard-to-video', workflows.storyboardToVideoSchema),
  promptToVideoClip: workflow('prompt-to-video-clip', workflows.promptToVideoClipSchema),
  contentOutlineToVideo: workflow('content-outline-to-video', workflows.contentOutlineToVideoSchema),
  creativeBriefToVideo: workflow('creative-brief-to-video', workflows.contentOutlineToVideoSchema),
  deprecatedScript: workflow('add-visuals-narrations-and-captions-to-script', workflows.scriptToVideoSchema),
  deprecatedVoiceover: workflow('add-visuals-and-captions-to-voiceover', workflows.voiceoverToVideoSchema),
  deprecatedSlideshow: workflow(
    'add-narration-transitions-and-captions-to-slideshow',
    workflows.slideshowToVideoSchema,
  ),
  deprecatedStoryboard: workflow('generate-scenes-from-storyboard', workflows.storyboardToVideoSchema),
  listWorkflowRuns: get(
    '/v1/workflows/runs',
    'workflows.runs.list',
    workflows.workflowRunListQuerySchema,
    workflows.workflowRunListSchema,
  ),
  getWorkflowRun: get(
    '/v1/workflows/runs/{workflowRunId}',
    'workflows.runs.get',
    nothingSchema,
    workflows.workflowRunSchema,
  ),
  cancelWorkflowRun: post(
    '/v1/workflows/runs/{workflowRunId}/cancel',
    'workflows.runs.cancel',
    null,
    202,
    workflows.startedWorkflowSchema,
  ),

  listProjects: get(
    '/v1/projects',
    'projects.read',
    projects.projectListQuerySchema,
    projects.projectListSchema,
  ),
  getProject: get('/v1/projects/{projectId}', 'projects.read', nothingSchema, projects.projectSchema),
  exportProject: post(
    '/v1/projects/{projectId}/export',
    'projects.export',
    projects.exportProjectSchema,
    202,
    projects.startedExportSchema,
  ),
  listProjectExports: get(
    '/v1/projects/{projectId}/exports',
    'projects.exports.list',
    pageQuerySchema,
    projects.projectExportListSchema,
  ),
  getProjectExport: get(
    '/v1/projects/{projectId}/exports/{exportId}',
    'projects.exports.get',
    nothingSchema,
    projects.projectExportSchema,
  ),
  /** Of this project's own service; the documented API has none. The export becomes `cancelled` unless it has ended. */
  cancelProjectExport: post(
    '/v1/projects/{projectId}/exports/{exportId}/cancel',
    'projects.exports.cancel',
    null,
    202,
    projects.startedExportSchema,
  ),
  createInterchange: post(
    '/v1/projects/{projectId}/timeline-interchange',
    'projects.interchange',
    projects.createInterchangeSchema,
    202,
    projects.startedInterchangeSchema,
  ),
  getInterchange: get(
    '/v1/timeline-interchange/{interchangeJobId}',
    'interchange.get',
    nothingSchema,
    projects.interchangeSchema,
  ),
  /** As `cancelProjectExport`. */
  cancelInterchange: post(
    '/v1/timeline-interchange/{interchangeJobId}/cancel',
    'interchange.cancel',
    null,
    202,
    projects.startedInterchangeSchema,
  ),
  remixProject: post(
    '/v1/projects/{projectId}/remix',
    'projects.remix',
    remix.remixProjectSchema,
    202,
    remix.remixedProjectSchema,
  ),
  listRemixActions: get(
    '/v1/projects/{projectId}/remix-actions',
    'projects.remixActions',
    pageQuerySchema,
    remix.remixActionRunListSchema,
  ),

  startAssistant: post(
    '/v1/assistants',
    'assistants.start',
    assistant.startAssistantSchema,
    202,
    assistant.startedAssistantSchema,
  ),
  getAssistant: get(
    '/v1/assistants/{assistantId}',
    'assistants.read',
    nothingSchema,
    assistant.assistantSchema,
  ),
  sendAssistantMessage: post(
    '/v1/assistants/{assistantId}/messages',
    'assistants.start',
    assistant.sendMessageSchema,
    202,
    assistant.startedMessageSchema,
  ),
  actOnAssistantAction: post(
    '/v1/assistants/{assistantId}/actions/{actionId}',
    'assistants.start',
    assistant.actOnSuggestionSchema,
    202,
    assistant.startedMessageSchema,
  ),
  getAssistantMessage: get(
    '/v1/assistant-messages/{messageId}',
    'assistants.read',
    nothingSchema,
    assistant.assistantMessageSchema,
  ),

  generateText: post(
    '/v1/text/generate',
    'text.generate',
    text.generateTextSchema,
    200,
    text.generatedTextSchema,
  ),

  listFiles: get('/v1/files', 'files.read', files.fileListQuerySchema, files.fileListSchema),
  searchFiles: post(
    '/v1/files/search',
    'files.search',
    files.searchFilesSchema,
    200,
    files.fileSearchResultsSchema,
  ),
  getFile: get('/v1/files/{fileId}', 'files.read', nothingSchema, files.fileInfoSchema),
  createFileUpload: post(
    '/v1/files/upload',
    'files.upload',
    files.createUploadSchema,
    200,
    files.createdUploadSchema,
  ),
  hydrateFile: post('/v1/files/{fileId}/hydrate', 'files.hydrate', null, 200, files.fileInfoSchema),
  archiveFile: changeFile('archive'),
  enablePublicPreview: changeFile('enable-public-preview'),
  disablePublicPreview: changeFile('disable-public-preview'),

  listEntities: get(
    '/v1/entities',
    'entities.read',
    entities.entityListQuerySchema,
    entities.entityListSchema,
  ),
  createEntity: post(
    '/v1/entities',
    'entities.change',
    entities.createEntitySchema,
    200,
    entities.entitySchema,
  ),
  getEntity: get('/v1/entities/{entityId}', 'entities.read', nothingSchema, entities.entitySchema),
  updateEntity: changeEntity('update', entities.updateEntitySchema, entities.entitySchema),
  archiveEntity: changeEntity('archive', null, entities.archivedEntitySchema),
  addEntityReference: changeEntity('references', entities.addReferenceSchema, entities.entitySchema),
  removeEntityReference: changeEntity(
    'references/remove',
    entities.removeReferenceSchema,
    entities.entitySchema,
  ),

  listTtsVoices: get(
    '/v1/resources/tts-voices',
    'resources.read',
    resources.ttsVoiceListQuerySchema,
    resources.ttsVoiceListSchema,
  ),
  listLanguages: get(
    '/v1/resources/languages',
    'resources.read',
    resources.languageListQuerySchema,
    resources.languageListSchema,
  ),

  listWebhookEndpoints: get(
    '/v1/webhooks/endpoints',
    'webhooks.list',
    pageQuerySchema,
    webhooks.webhookEndpointListSchema,
  ),
  createWebhookEndpoint: post(
    '/v1/webhooks/endpoints',
    'webhooks.create',
    webhooks.createWebhookEndpointSchema,
    201,
    webhooks.webhookEndpointSchema,
  ),
  deleteWebhookEndpoint: {
    method: 'DELETE',
    path: '/v1/webhooks/endpoints/{endpointId}',
    query: nothingSchema,
    body: null,
    status: 204,
    response: nothingSchema,
    rateGroup: 'webhooks.delete',
  },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
type Of<Name extends OperationName> = (typeof operations)[Name];

/** Request body as the sender writes it. Fields with a default may be omitted. */
export type RequestBody<Name extends OperationName> = Of<Name>['body'] extends z.ZodType
  ? z.input<Of<Name>['body']>
  : undefined;
/** Request body as the service handles it, with defaults filled in. */
export type ParsedBody<Name extends OperationName> = Of<Name>['body'] extends z.ZodType
  ? z.output<Of<Name>['body']>
  : null;
export type ParsedQuery<Name extends OperationName> = z.output<Of<Name>['query']>;
export type ResponseBody<Name extends OperationName> = z.output<Of<Name>['response']>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;
/** Values for the path parameters in braces. */
export type PathParameters<Name extends OperationName> = Readonly<
  Record<ParameterNames<Of<Name>['path']>, string>
>;
