import { type OperationName, operations } from '../../../src-shared/api/operations.ts';
import {
  type DirectOperation,
  type JobOperation,
  messageOperations,
  toolOperations,
} from '../../../src-shared/contract/operation.ts';
import { checked, type Command, type CommandContext, without } from './command.ts';
import { type JsonSchema, jsonOf } from './fields.ts';
import { saveInto, withFiles } from './files-given.ts';
import { JobWatch, requireDone } from './jobs-wait.ts';

interface ApiRow {
  readonly name: string;
  readonly operation: DirectOperation;
  readonly help: string;
  /** Fields given by place, besides the parameters of the path. */
  readonly places?: readonly string[];
}

/** Operations that answer at once, a command each. */
const direct: readonly ApiRow[] = [
  { name: 'account', operation: 'getAccount', help: 'Shows whose account it is' },
  { name: 'projects list', operation: 'listProjects', help: 'Lists projects' },
  { name: 'projects show', operation: 'getProject', help: 'Shows a project' },
  { name: 'library list', operation: 'listFiles', help: 'Lists the files of the library' },
  {
    name: 'library search',
    operation: 'searchFiles',
    help: 'Finds files by name, words and content',
    places: ['query'],
  },
  { name: 'library show', operation: 'hydrateFile', help: 'Shows a file with its links' },
  { name: 'library archive', operation: 'archiveFile', help: 'Takes a file out of the library' },
  {
    name: 'library preview on',
    operation: 'enablePublicPreview',
    help: 'Lets anybody with the link see a file',
  },
  {
    name: 'library preview off',
    operation: 'disablePublicPreview',
    help: 'Ends the public preview of a file',
  },
  { name: 'cast list', operation: 'listEntities', help: 'Lists actors, products, styles and themes' },
  { name: 'cast show', operation: 'getEntity', help: 'Shows one of them' },
  { name: 'cast create', operation: 'createEntity', help: 'Creates one', places: ['entityType', 'name'] },
  { name: 'cast edit', operation: 'updateEntity', help: 'Changes its name or description' },
  { name: 'cast archive', operation: 'archiveEntity', help: 'Takes one out of the cast' },
  {
    name: 'cast add-reference',
    operation: 'addEntityReference',
    help: 'Adds a picture to it; a path is sent to the library first',
    places: ['fileId'],
  },
  {
    name: 'cast remove-reference',
    operation: 'removeEntityReference',
    help: 'Removes a picture from it',
    places: ['fileId'],
  },
  { name: 'text', operation: 'generateText', help: 'Writes a text', places: ['prompt'] },
  { name: 'voices', operation: 'listTtsVoices', help: 'Lists voices' },
  { name: 'languages', operation: 'listLanguages', help: 'Lists languages' },
  { name: 'webhooks list', operation: 'listWebhookEndpoints', help: 'Lists webhooks' },
  {
    name: 'webhooks create',
    operation: 'createWebhookEndpoint',
    help: 'Creates a webhook; its secret is shown only now',
    places: ['url'],
  },
  { name: 'webhooks delete', operation: 'deleteWebhookEndpoint', help: 'Deletes a webhook' },
  { name: 'assistant show', operation: 'getAssistant', help: 'Shows a conversation' },
  { name: 'assistant message', operation: 'getAssistantMessage', help: 'Shows one message' },
  { name: 'tool list', operation: 'listToolExecutions', help: 'Lists what tools have made' },
  { name: 'tool show', operation: 'getToolExecution', help: 'Shows what a tool has made' },
  { name: 'runs list', operation: 'listWorkflowRuns', help: 'Lists generations at the service' },
  { name: 'runs show', operation: 'getWorkflowRun', help: 'Shows a generation at the service' },
  { name: 'export list', operation: 'listProjectExports', help: 'Lists the movies of a project' },
  { name: 'export show', operation: 'getProjectExport', help: 'Shows a movie with its link' },
  { name: 'remix list', operation: 'listRemixActions', help: 'Lists the remix actions of a project' },
];

/** `generateVideoClip` becomes `video-clip`. */
export function wordOfTool(operation: (typeof toolOperations)[number]): string {
  const word = operations[operation].path.split('/').at(-1) ?? '';
  return word.replace(/^generate-/, '');
}

const assistantHelp: Readonly<Record<(typeof messageOperations)[number], string>> = {
  startAssistant: 'Starts a conversation and waits for the answer',
  sendAssistantMessage: 'Sends a message and waits for the answer',
  actOnAssistantAction: 'Approves or rejects a suggestion and waits for the answer',
};
const assistantWords = {
  startAssistant: 'start',
  sendAssistantMessage: 'send',
  actOnAssistantAction: 'act',
} as const;

/** First of these that a request has is given by place. */
const mainFields = ['prompt', 'ttsText', 'imageFileId', 'videoFileId', 'message'];

/** Fields of commands that start a job. */
const jobProperties: Readonly<Record<string, JsonSchema>> = {
  project: { type: 'string', description: 'id of the project that it belongs to' },
  title: { type: 'string', maxLength: 1_000, description: 'title in the activity' },
  wait: { type: 'boolean', description: '--no-wait ends at once, with the id of the job' },
  out: { type: 'string', description: 'folder to save the results in' },
};

const messageProperties = { wait: jobProperties['wait'] ?? {} };

function pathNamesOf(operation: OperationName): string[] {
  return [...operations[operation].path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Joins the parameters of an operation in one object: path, query, body. */
function schemaOf(operation: OperationName, more: Readonly<Record<string, JsonSchema>> = {}): JsonSchema {
  const { query, body } = operations[operation];
  const path = pathNamesOf(operation);
  const inBody = body === null ? {} : jsonOf(body);
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(path.map((name) => [name, { type: 'string' }])),
      ...jsonOf(query).properties,
      ...inBody.properties,
      ...more,
    },
    required: [...path, ...(inBody.required ?? [])],
  };
}

type Values = Readonly<Record<string, unknown>>;

interface Request {
  readonly path: Record<string, string>;
  readonly query: Record<string, string | number | boolean>;
  readonly body: Record<string, unknown> | undefined;
}

/** Sorts values into the parts of a request, and checks them. @throws AppError `invalid_input`. */
function requestOf(operation: OperationName, values: Values): Request {
  const { query, body } = operations[operation];
  const paths = pathNamesOf(operation);
  const queries = Object.keys(jsonOf(query).properties ?? {});
  const pick = (names: readonly string[]): Values =>
    Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  const rest = Object.keys(values).filter((name) => !paths.includes(name) && !queries.includes(name));
  if (body !== null) checked(body, pick(rest));
  checked(query, pick(queries));
  return {
    path: pick(paths) as Request['path'],
    query: pick(queries) as Request['query'],
    body: body === null ? undefined : { ...pick(rest) },
  };
}

function directCommand({ name, operation, help, places = [] }: ApiRow): Command {
  return {
    name,
    help,
    places: [...pathNamesOf(operation), ...places],
    schema: schemaOf(operation),
    isLocal: false,
    hasBody: operations[operation].body !== null,
    serves: ['operation.call', operation],
    check: (input) => (requestOf(operation, input as Values), input),
    run: async (input, context) => {
      const { path, query, body } = requestOf(operation, input as Values);
      const filled = body && (await withFiles(context, body));
      const request = { operation, path, query, body: filled };
      const { answer } = await context.client.call('operation.call', request);
      return answer ?? {};
    },
  };
}

interface JobRow {
  readonly name: string;
  readonly operation: JobOperation;
  readonly help: string;
  readonly more: Readonly<Record<string, JsonSchema>>;
}

interface JobChoices {
  readonly project?: string;
  readonly title?: string;
  readonly wait?: boolean;
  readonly out?: string;
}

function jobCommand({ name, operation, help, more }: JobRow): Command {
  const schema = schemaOf(operation, more);
  const main = mainFields.find((field) => schema.properties?.[field]);
  const bodyOf = (input: Values): Values => without(input, Object.keys(more));
  return {
    name,
    help,
    places: [...pathNamesOf(operation), ...(main === undefined ? [] : [main])],
    schema,
    isLocal: false,
    hasBody: true,
    serves: ['operation.start', 'operation.outcome', operation],
    check: (input) => (requestOf(operation, bodyOf(input as Values)), input),
    run: async (input, context) => {
      const { path, body = {} } = requestOf(operation, bodyOf(input as Values));
      const choices = input as JobChoices;
      const words = main === undefined ? undefined : body[main];
      const title = choices.title ?? (typeof words === 'string' ? words : name).slice(0, 100);
      const watch = new JobWatch(context);
      const job = await context.client.call('operation.start', {
        operation,
        path,
        body: await withFiles(context, body),
        title,
        projectId: choices.project ?? null,
      });
      if (choices.wait === false) return { jobId: job.jobId, state: job.state };
      const [ended] = await watch.ended([job.jobId]);
      requireDone(ended);
      const { record } = await context.client.call('operation.outcome', { jobId: job.jobId });
      const saved = choices.out === undefined ? [] : await saveResults(context, record, choices.out);
      return { jobId: job.jobId, state: 'succeeded', record, saved };
    },
  };
}

interface ToolResult {
  readonly fileId: string;
  readonly file: { readonly displayName?: string };
}

async function saveResults(context: CommandContext, record: unknown, out: string): Promise<string[]> {
  const results = ((record as { results?: ToolResult[] } | null)?.results ?? []).map(({ fileId, file }) => ({
    fileId,
    name: file.displayName ?? fileId,
  }));
  const saved: string[] = [];
  for (const { fileId, name } of results) saved.push(await saveInto(context, { fileId, name, out }));
  return saved;
}

/** Every command that is an operation of the API. */
export const apiCommands: readonly Command[] = [
  ...direct.map(directCommand),
  ...toolOperations.map((operation) =>
    jobCommand({
      name: `tool ${wordOfTool(operation)}`,
      operation,
      help: `Runs the tool ${operation} and waits for its result`,
      more: jobProperties,
    }),
  ),
  ...messageOperations.map((operation) =>
    jobCommand({
      name: `assistant ${assistantWords[operation]}`,
      operation,
      help: assistantHelp[operation],
      more: messageProperties,
    }),
  ),
];
