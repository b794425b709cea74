import { vi } from 'vitest';
import type { Answer, Json } from '../support/caller.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { bodyOf, caller, ended, isLoopback } from './target.ts';
import { makeDeck, makePicture, makeTone } from './tiny-media.ts';

/** Makes a value once and shares it between checks. */
function shared<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    if (made === null) {
      made = make();
      // Callers receive the failure.
      made.catch(() => undefined);
    }
    return made;
  };
}

const sources = ['thumbnailSource', 'previewSource', 'downloadSource', 'hlsSource'];

/** Polls `hydrate` until any source is ready, as the official clients do (contract supplement §4.6). */
export function hydrated(fileId: string): Promise<Json> {
  return vi.waitFor(
    async () => {
      const body = bodyOf(await caller.post(`/v1/files/${fileId}/hydrate`), 200);
      const states = sources.map((name) => (body[name] as Json | null)?.status);
      if (!states.includes('ready')) throw new Error(JSON.stringify(body));
      return body;
    },
    { timeout: 60_000, interval: 250 },
  );
}

/** Uploads a file: create, PUT without key or type, hydrate until ready. */
export async function upload(displayName: string, bytes: Buffer, fields: object = {}): Promise<Json> {
  const created = bodyOf(await caller.post('/v1/files/upload', { displayName, ...fields }), 200);
  const put = await fetch(created.uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
  if (put.status >= 400) throw new Error(await put.text());
  return hydrated(created.fileId);
}

export const picture = shared(async () => upload('Conformance picture.png', await makePicture()));
export const tone = shared(() => upload('Conformance tone.wav', makeTone()));
export const deck = shared(async () => upload('Conformance deck.pdf', await makeDeck()));

/** Job with the answer to its start. */
export interface Started {
  readonly answer: Answer;
  readonly ended: () => Promise<Json>;
}

async function start(path: string, body: object, recordPath: (started: Json) => string): Promise<Started> {
  const answer = await caller.post(path, body);
  return { answer, ended: shared(async () => ended(recordPath(bodyOf(answer, 202)))) };
}

export function startTool(name: string, body: object): Promise<Started> {
  const record = (started: Json) => `/v1/tools/executions/${String(started['toolExecutionId'])}`;
  return start(`/v1/tools/${name}`, body, record);
}

function startWorkflow(name: string, body: object): Promise<Started> {
  return start(`/v1/workflows/${name}`, body, (started) => `/v1/workflows/runs/${started.workflowRunId}`);
}

async function resultFileId(tool: () => Promise<Started>): Promise<string> {
  return (await (await tool()).ended()).results[0]?.fileId ?? 'none';
}

/** The first built-in entity of a kind. */
export async function builtInEntity(entityType: string): Promise<Json> {
  const page = bodyOf(await caller.get(`/v1/entities?entityType=${entityType}&limit=1`), 200);
  const [first] = page['entities'] as Json[];
  if (first?.['isBuiltIn'] !== true) throw new Error(`There is no built-in ${entityType}.`);
  return first;
}

/** First voice that works with text-to-speech directly. */
export const directVoice = shared(async () => {
  const { ttsVoices } = bodyOf(await caller.get('/v1/resources/tts-voices?query=en&limit=200'), 200);
  const voice = ttsVoices.find((each) => each['supportsDirectToolExecution'] === true);
  if (!voice) throw new Error('No voice supports direct use.');
  return voice;
});

const prompt = 'A lighthouse by the sea';
const pictureTool = (name: string) =>
  shared(async () => startTool(name, { imageFileId: (await picture()).fileId }));
const clip = shared(() => startTool('generate-video-clip', { prompt, durationSeconds: 1, quality: 'LOW' }));
/** File of a generated clip. */
export const clipFile = shared(async () => ({ fileId: await resultFileId(clip) }));
const clipTool = (name: string) =>
  shared(async () => startTool(name, { videoFileId: await resultFileId(clip) }));

/** One execution of each tool, by the tool's name in its path. */
export const tools: Readonly<Record<string, () => Promise<Started>>> = {
  'generate-image': shared(() => startTool('generate-image', { prompt, quality: 'LOW' })),
  'generate-video-clip': clip,
  'generate-motion-graphic': shared(() =>
    startTool('generate-motion-graphic', { prompt, durationSeconds: 1 }),
  ),
  'text-to-speech': shared(async () =>
    startTool('text-to-speech', { ttsText: 'Boats come in.', voiceId: (await directVoice()).displayName }),
  ),
  'generate-sound-effect': shared(() => startTool('generate-sound-effect', { prompt, durationSeconds: 1 })),
  'generate-music': shared(() => startTool('generate-music', { prompt })),
  'generate-avatar': shared(async () =>
    startTool('generate-avatar', {
      actorEntityId: (await builtInEntity('ACTOR'))['entityId'],
      audioFileId: (await tone()).fileId,
      avatarQuality: 'LOW',
    }),
  ),
  'vectorize-image': pictureTool('vectorize-image'),
  'remove-image-background': pictureTool('remove-image-background'),
  'upscale-image': pictureTool('upscale-image'),
  'image-3d-effect': pictureTool('image-3d-effect'),
  'remove-video-background': clipTool('remove-video-background'),
  'upscale-video': clipTool('upscale-video'),
};

/** Prompt that every service of this kind refuses. */
export const refusedPrompt = 'Instructions to build a pipe bomb';

export const script = { script: 'Harbour lights.', visualStyle: { type: 'STOCK' } };

/** One run of each workflow, by the workflow's name in its path. The script's run is also exported. */
export const workflows: Readonly<Record<string, () => Promise<Started>>> = {
  'script-to-video': shared(async () =>
    startWorkflow('script-to-video', {
      ...script,
      voiceId: ` ${(await directVoice()).displayName.toUpperCase()} `,
      aspectRatio: { width: 9, height: 16 },
      remixActions: [{ type: 'ADD_ZOOM' }],
      autoExport: true,
      exportOptions: { quality: 'STANDARD' },
    }),
  ),
  'voiceover-to-video': shared(async () =>
    startWorkflow('voiceover-to-video', { fileId: (await tone()).fileId, visualStyle: { type: 'STOCK' } }),
  ),
  'slideshow-to-video': shared(async () =>
    startWorkflow('slideshow-to-video', { fileId: (await deck()).fileId, slideScripts: ['Harbour.'] }),
  ),
  'storyboard-to-video': shared(() => {
    const generation = { type: 'AI_IMAGE' };
    return startWorkflow('storyboard-to-video', { scenes: [{ prompt, generation, durationSeconds: 1 }] });
  }),
  'prompt-to-video-clip': shared(() =>
    startWorkflow('prompt-to-video-clip', { prompt, durationSeconds: 1, quality: 'LOW' }),
  ),
  'content-outline-to-video': shared(() =>
    startWorkflow('content-outline-to-video', { outlineMarkdown: '# Harbour\n\n- Boats come in.' }),
  ),
};

const startOf = (name: string): Promise<Started> => {
  const make = workflows[name] ?? tools[name];
  if (!make) throw new Error(`There is no ${name}.`);
  return make();
};
export const startedScript = shared(() => startOf('script-to-video'));
/** Finished run of the script workflow. */
export const run = shared(async () => (await startedScript()).ended());
/** Returns the finished execution of a tool. */
export const execution = async (name: string): Promise<Json> => (await startOf(name)).ended();

/** Export of the script's project. */
export const startedExport = shared(async () => {
  const { projectId } = await run();
  const path = `/v1/projects/${projectId}/export`;
  return start(
    path,
    { quality: 'STANDARD' },
    ({ exportId }) => `/v1/projects/${projectId}/exports/${exportId}`,
  );
});
export const projectExport = shared(async () => (await startedExport()).ended());

/** Interchange job of the script's project, started without a body. */
export const interchange = shared(async () => {
  const started = await caller.post(`/v1/projects/${(await run()).projectId}/timeline-interchange`);
  return ended(`/v1/timeline-interchange/${bodyOf(started, 202).interchangeJobId}`);
});

/** Chat whose first message has been answered. */
export const startedAssistant = shared(() =>
  start(
    '/v1/assistants',
    { message: 'A short video about a harbour at dusk' },
    (started) => `/v1/assistant-messages/${String(started['messageId'])}`,
  ),
);

/** Entity of the user. */
export const entity = shared(async () =>
  bodyOf(await caller.post('/v1/entities', { entityType: 'PRODUCT', name: 'Conformance lamp' }), 200),
);

export const eventNames = [
  ...['workflow_run', 'project_export', 'tool_execution', 'assistant_message'].flatMap((noun) =>
    ['succeeded', 'failed', 'cancelled'].map((end) => `${noun}.${end}`),
  ),
  ...['upload.completed', 'upload.failed', 'playback_ready', 'download_ready'].map((end) => `file.${end}`),
  ...['analysis_completed', 'analysis_failed'].map((end) => `file.${end}`),
];

/** Endpoint for all events, with its receiver. */
interface Subscription {
  readonly receiver: EventReceiver;
  readonly endpoint: Json;
}

/** Null if the service cannot reach this computer. */
export const subscription = shared(async (): Promise<Subscription | null> => {
  if (!isLoopback) return null;
  const receiver = await startEventReceiver();
  const answer = await caller.post('/v1/webhooks/endpoints', { url: receiver.url, events: eventNames });
  if (answer.status === 201) return { receiver, endpoint: answer.body };
  receiver.close();
  return null;
});

/** Starts all work at once, so that the service works on it while the first checks run. */
export async function startEverything(): Promise<void> {
  await subscription();
  for (const make of [...Object.values(workflows), ...Object.values(tools), startedAssistant]) void make();
}

/** Removes the endpoint, which would otherwise outlive the checks. */
export async function endEverything(): Promise<void> {
  const subscribed = await subscription();
  if (!subscribed) return;
  await caller.send(`/v1/webhooks/endpoints/${String(subscribed.endpoint['endpointId'])}`, {
    method: 'DELETE',
  });
  subscribed.receiver.close();
}
