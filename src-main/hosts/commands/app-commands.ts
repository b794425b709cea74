import { resolve } from 'node:path';
import { z } from 'zod';
import { currentRemixActionSchema } from '../../../src-shared/api/remix.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';
import { activityIdOf, type ActivityItem } from '../../../src-shared/contract/activity.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import { exportOptionsSchema } from '../../../src-shared/contract/export-options.ts';
import { runUploads } from '../headless/run-uploads.ts';
import { checked, command, type Command, type CommandContext, failedIf, projectField } from './command.ts';
import { saveInto, withFiles } from './files-given.ts';
import { cancelJob, errorOfJob, findJob, JobWatch, listJobs, requireDone, retryJob } from './jobs-wait.ts';

const id = z.string().min(1).max(200);
const wait = z.boolean().default(true).describe('--no-wait ends as soon as it is in the queue');

async function titleOf({ client }: CommandContext, projectId: string): Promise<string> {
  return (await callOperation(client, 'getProject', { path: { projectId } })).title;
}

const remix = command('remix', {
  help: 'Changes a project by actions of the service',
  places: ['project', 'actions'],
  hasBody: true,
  input: z.object({
    project: projectField,
    actions: z
      .array(z.string())
      .min(1)
      .max(50)
      .describe('action in order: its type, such as ADD_ZOOM, or JSON with its fields'),
    copy: z.boolean().default(false).describe('changes a copy of the project'),
    wait,
  }),
  serves: ['remix.start', 'activity.cancelJob'],
  run: async (input, context) => {
    const { project: projectId, copy: isCopy } = input;
    const actions = await Promise.all(input.actions.map((word) => actionOf(word, context)));
    const watch = new JobWatch(context);
    const title = await titleOf(context, projectId);
    const { jobId } = await context.client.call('remix.start', { projectId, title, actions, isCopy });
    return input.wait ? jobRow(requireDone((await watch.ended([jobId]))[0])) : { jobId, state: 'queued' };
  },
});

async function actionOf(word: string, context: CommandContext) {
  const given = word.trim().startsWith('{')
    ? (JSON.parse(word) as Record<string, unknown>)
    : { type: word.toUpperCase().replaceAll('-', '_') };
  return checked(currentRemixActionSchema, await withFiles(context, given));
}

const movie = command('export', {
  help: 'Renders the movie of a project',
  places: ['project'],
  hasBody: true,
  input: z.object({
    project: projectField,
    ...exportOptionsSchema.shape,
    out: z.string().optional().describe('folder to save the movie in'),
    wait,
  }),
  serves: ['export.start', 'export.list', 'export.link'],
  run: async ({ project: projectId, out, wait: isAwaited, ...options }, context) => {
    const { client } = context;
    const watch = new JobWatch(context);
    const title = await titleOf(context, projectId);
    const { jobId } = await client.call('export.start', { projectId, title, options });
    if (!isAwaited) return { jobId, state: 'queued' };
    requireDone((await watch.ended([jobId]))[0]);
    const { exports } = await client.call('export.list', { projectId });
    const exportId = exports.find((one) => one.jobId === jobId)?.exportId ?? '';
    const { exportFileId } = await callOperation(client, 'getProjectExport', {
      path: { projectId, exportId },
    });
    const { url } = await client.call('export.link', { projectId, exportId });
    const place = { fileId: exportFileId ?? '', name: `${title}.mp4`, out: out ?? '' };
    const path = out === undefined || exportFileId === null ? null : await saveInto(context, place);
    return { jobId, state: 'succeeded', exportId, fileId: exportFileId, url, path };
  },
});

function jobRow(item: ActivityItem) {
  const { record, kind } = item;
  const title =
    'title' in record ? record.title : 'projectTitle' in record ? record.projectTitle : record.displayName;
  return {
    id: activityIdOf(item),
    kind: kind === 'job' ? record.kind : kind,
    state: record.state,
    progress: 'progress' in record ? record.progress : record.doneBytes / (record.totalBytes ?? 1),
    title,
    projectId: 'projectId' in record ? record.projectId : null,
    connectionId: item.connectionId,
    error: record.error,
  };
}

const jobCommands: readonly Command[] = [
  command('jobs list', {
    help: 'Lists jobs and transfers, open ones first',
    input: z.object({
      status: z.enum(['open', 'done', 'failed', 'cancelled']).optional(),
      search: z.string().max(200).optional().describe('part of a title'),
      offset: z.number().int().min(0).default(0),
    }),
    isLocal: true,
    serves: ['activity.list'],
    run: async ({ status = null, search = '', offset }, context) => {
      const { items, totalCount } = await listJobs(context, { status, search }, offset);
      return { jobs: items.map(jobRow), totalCount };
    },
  }),
  command('jobs show', {
    help: 'Shows a job or transfer with everything that is known of it',
    places: ['id'],
    input: z.object({ id }),
    isLocal: true,
    serves: ['activity.list'],
    run: async (input, context) => {
      const item = await findJob(context, input.id);
      return { ...jobRow(item), record: item.record };
    },
  }),
  command('jobs wait', {
    help: 'Waits for the end of jobs; an interrupt ends only the wait',
    places: ['ids'],
    input: z.object({ ids: z.array(id).min(1) }),
    serves: ['activity.list'],
    run: async ({ ids }, context) => {
      const items = await new JobWatch(context, false).ended(ids);
      return failedIf(
        items.some((item) => errorOfJob(item) !== null),
        { jobs: items.map(jobRow) },
      );
    },
  }),
  command('jobs cancel', {
    help: 'Cancels jobs',
    places: ['ids'],
    input: z.object({ ids: z.array(id).min(1) }),
    isLocal: true,
    serves: ['activity.cancelJob', 'generation.cancel', 'delivery.cancel', 'transfer.cancel'],
    run: async ({ ids }, context) => {
      for (const one of ids) await cancelJob(context, await findJob(context, one));
      return { jobs: await Promise.all(ids.map(async (one) => jobRow(await findJob(context, one)))) };
    },
  }),
  command('jobs retry', {
    help: 'Starts a failed or cancelled job again',
    places: ['id'],
    input: z.object({ id }),
    serves: ['activity.retryJob', 'generation.retry', 'delivery.retry', 'transfer.retry'],
    run: async (input, context) => {
      const item = await findJob(context, input.id);
      const record = await retryJob(context, item);
      return jobRow({ ...item, record } as ActivityItem);
    },
  }),
];

const upload = command('library upload', {
  help: 'Sends files to the library; captions beside them go with them',
  places: ['files'],
  input: z.object({
    files: z.array(z.string()).min(1).describe('stills, clips, sounds, PDF, PowerPoint, SVG, Lottie, text'),
    again: z.boolean().default(false).describe('sends content that the library has already'),
  }),
  serves: ['transfer.upload', 'transfer.decide', 'transfer.cancel'],
  run: async ({ files, again }, context) => {
    const paths = files.map((file) => resolve(context.folder, file));
    const sent = await runUploads({ ...context, options: { paths, isAgain: again } });
    return failedIf(
      sent.some(({ error }) => error !== null),
      { files: sent.map(({ error, ...file }) => ({ ...file, error: error && toErrorBody(error) })) },
    );
  },
});

const save = command('library save', {
  help: 'Saves a file of the library in a folder',
  places: ['fileId', 'out'],
  input: z.object({ fileId: id, out: z.string().default('.').describe('folder') }),
  serves: ['hydrateFile'],
  run: async ({ fileId, out }, context) => {
    const file = await callOperation(context.client, 'hydrateFile', { path: { fileId } });
    return { fileId, path: await saveInto(context, { fileId, name: file.displayName ?? fileId, out }) };
  },
});

const connections: readonly Command[] = [
  command('connections list', {
    help: 'Lists the services',
    input: z.object({}),
    isLocal: true,
    serves: ['connection.list'],
    run: (_input, { client }) => client.call('connection.list', {}),
  }),
  command('connections use', {
    help: 'Makes a service the one that commands and the window use',
    places: ['id'],
    input: z.object({ id }),
    isLocal: true,
    serves: ['connection.activate'],
    run: (input, { client }) => client.call('connection.activate', { connectionId: input.id }),
  }),
  command('connections limits', {
    help: 'Shows how many requests a service still takes',
    places: ['id'],
    input: z.object({ id }),
    isLocal: true,
    serves: ['connection.limits'],
    run: (input, { client }) => client.call('connection.limits', { connectionId: input.id }),
  }),
];

export const appCommands: readonly Command[] = [remix, movie, ...jobCommands, upload, save, ...connections];
