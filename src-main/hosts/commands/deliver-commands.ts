import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import {
  type Delivery,
  deliveryFormatSchema,
  mediaDeliverySchema,
  type OpenedVersion,
} from '../../../src-shared/contract/delivery.ts';
import { type EditorName, editorNameSchema } from '../../../src-shared/contract/editor.ts';
import { orStopped } from '../../foundation/wait.ts';
import { command, type Command, type CommandContext, projectField } from './command.ts';
import { findJob, JobWatch, requireDone } from './jobs-wait.ts';

const editor = z.array(editorNameSchema).optional().describe('editor that gets a document, such as kdenlive');

const deliver = command('deliver', {
  help: 'Puts a project into the delivery folder as a new version',
  places: ['project'],
  input: z.object({
    project: projectField,
    editor,
    format: deliveryFormatSchema.optional().describe('format asked of the service; FCPXML without an editor'),
    delivery: mediaDeliverySchema.default('BUNDLE').describe('all media on disk, or links to the service'),
    cut: z.enum(['yours', 'project']).optional().describe('with or without your changes'),
    out: z
      .string()
      .optional()
      .describe('delivery folder, kept as the setting; not while the app has a window'),
    add: z.boolean().optional().describe('adds documents to the last version if the project has not changed'),
    open: z.boolean().default(false).describe('starts the first of the editors that is here'),
  }),
  serves: ['delivery.start', 'delivery.cancel', 'settings.setDeliveryFolder'],
  run: async (input, context) => {
    const { client, signal } = context;
    const { project, delivery: mediaDelivery, cut, add, editor: editors = [] } = input;
    if (input.out !== undefined) await useFolder(context, resolve(context.folder, input.out));
    const watch = new JobWatch(context);
    const { deliveryId } = await client.call('delivery.start', {
      projectId: project,
      format: input.format ?? (editors.length > 0 ? null : 'FCPXML'),
      editors,
      mediaDelivery,
      ...(cut && { cut }),
      ...(add && { mayAdd: true }),
    });
    const [ended] = await watch.ended([deliveryId]);
    const { record } = requireDone(ended);
    const done = record as Delivery;
    const opened = input.open ? await orStopped(openIn(context, done, editors), signal) : null;
    return { ...resultOf(done), opened };
  },
});

function resultOf(delivery: Delivery) {
  const { deliveryId, projectId, projectTitle, folderPath, folderName, fileCount, editors, unreadable } =
    delivery;
  return {
    deliveryId,
    projectId,
    title: projectTitle,
    version: folderName,
    folder: folderPath,
    fileCount,
    editors: editors.map((each) => each.editor),
    unreadable,
  };
}

async function useFolder({ client }: CommandContext, path: string): Promise<void> {
  const { deliveryFolder } = await client.call('settings.get', {});
  if (deliveryFolder?.path !== path) await client.call('settings.setDeliveryFolder', { path, mayMake: true });
}

/** Opens a version in the first of the editors that is on this computer. @throws AppError `not_found` without one. */
async function openIn(
  { client }: CommandContext,
  { deliveryId, editors: served }: Pick<Delivery, 'deliveryId' | 'editors'>,
  wanted: readonly EditorName[],
): Promise<OpenedVersion & { editor: EditorName }> {
  const { editors: found } = await client.call('editor.list', { isFresh: true });
  const order =
    wanted.length > 0 ? wanted : served.filter(({ opensIt }) => opensIt).map((each) => each.editor);
  const [first] = order.flatMap((name) => found.filter((each) => each.editor === name));
  if (!first)
    throw new AppError(
      'not_found',
      `None of these editors is on this computer: ${order.join(', ') || 'none'}.`,
    );
  const opened = await client.call('delivery.open', { deliveryId, editorId: first.editorId });
  return { editor: first.editor, ...opened };
}

const open = command('open', {
  help: 'Opens a version in an editor',
  places: ['version'],
  input: z.object({
    version: z.string().describe('id of a delivery, or of a project for its last version'),
    editor,
  }),
  isLocal: true,
  serves: ['editor.list', 'delivery.open', 'delivery.list'],
  run: async ({ version, editor: wanted = [] }, context) => {
    const delivery = (await lastOf(context, version)) ?? (await findDelivery(context, version));
    return { deliveryId: delivery.deliveryId, ...(await openIn(context, delivery, wanted)) };
  },
});

async function lastOf({ client }: CommandContext, projectId: string): Promise<Delivery | undefined> {
  const { deliveries } = await client.call('delivery.list', { projectId, limit: 200 });
  return deliveries.find(({ state }) => state === 'done');
}

async function findDelivery(context: CommandContext, deliveryId: string): Promise<Delivery> {
  const item = await findJob(context, deliveryId);
  if (item.kind === 'delivery') return item.record;
  throw new AppError('not_found', `${deliveryId} is no version.`);
}

const versions = command('versions', {
  help: 'Lists the versions on the disk',
  places: ['project'],
  input: z.object({ project: projectField.optional() }),
  isLocal: true,
  serves: ['delivery.folders'],
  run: ({ project = null }, { client }) => client.call('delivery.folders', { projectId: project }),
});

export const deliverCommands: readonly Command[] = [deliver, open, versions];
