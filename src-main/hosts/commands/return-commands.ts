import { resolve } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import type { Return, ReturnUpdate } from '../../../src-shared/contract/return.ts';
import { runReturns } from '../headless/run-returns.ts';
import { command, type Command, type CommandContext } from './command.ts';
import { isPath } from './files-given.ts';

const returnField = z.string().min(1).describe('file that came back from an editor, or id of a return');

const returns = command('returns', {
  help: 'Lists what editors saved, and what they changed',
  places: ['folder'],
  input: z.object({
    folder: z
      .string()
      .optional()
      .describe('delivery folder, folder of a project, or version; the known ones without it'),
    sequence: z.string().optional().describe('name of the sequence that is the cut'),
    project: z.string().optional().describe('only those of this project'),
    dismissed: z.boolean().default(false).describe('also those that were dismissed'),
  }),
  isLocal: true,
  serves: ['return.list', 'return.get'],
  run: async ({ folder, sequence, project, dismissed }, { client, signal, folder: base }) => {
    if (folder !== undefined) {
      const path = resolve(base, folder);
      return { returns: await runReturns([path, ...(sequence ? ['--sequence', sequence] : [])], signal) };
    }
    const filter = { projectId: project ?? null, withDismissed: dismissed, offset: 0, limit: 200 };
    const { returns: found } = await client.call('return.list', filter);
    const rows = found.map(async ({ returnId, path, projectId, versionName, editor, state, error }) => {
      const { edits } = await client.call('return.get', { returnId });
      const sentences = edits.map(({ sentence }) => sentence.text);
      return { returnId, path, projectId, version: versionName, editor, state, edits: sentences, error };
    });
    return { returns: await Promise.all(rows) };
  },
});

/** Finds a return by its id, or takes the file that it is. */
async function returnOf({ client, app, folder }: CommandContext, word: string): Promise<Return> {
  if (!isPath(word, folder)) return client.call('return.get', { returnId: word });
  const path = resolve(folder, word);
  const { returns: known } = await client.call('return.list', {
    projectId: null,
    withDismissed: true,
    offset: 0,
    limit: 200,
  });
  const found = known.find((each) => each.path === path && each.state !== 'settling');
  return found ?? client.call('return.take', { fileGrant: await app.fileGrants.grantPath(path) });
}

function resultOf({ returnId, path, state, projectId, keptAs }: Return) {
  return {
    returnId,
    path,
    state,
    projectId,
    version: keptAs?.versionName ?? null,
    deliveryId: keptAs?.deliveryId ?? null,
  };
}

const keep = command('keep', {
  help: 'Keeps a return as the next version',
  places: ['return'],
  input: z.object({
    return: returnField,
    collect: z.boolean().default(false).describe('copies media from outside the version'),
  }),
  isLocal: true,
  serves: ['return.take', 'return.keep'],
  run: async (input, context) => {
    const { returnId } = await returnOf(context, input.return);
    return resultOf(await context.client.call('return.keep', { returnId, collects: input.collect }));
  },
});

const dismiss = command('dismiss', {
  help: 'Dismisses a return; its file stays',
  places: ['return'],
  input: z.object({ return: returnField, undo: z.boolean().default(false).describe('takes it up again') }),
  isLocal: true,
  serves: ['return.dismiss', 'return.restore'],
  run: async (input, context) => {
    const { returnId } = await returnOf(context, input.return);
    const call = input.undo ? ('return.restore' as const) : ('return.dismiss' as const);
    return resultOf(await context.client.call(call, { returnId }));
  },
});

const update = command('update', {
  help: 'Makes the edit of a return with the later changes of its project the next version',
  places: ['return'],
  input: z.object({
    return: returnField,
    choose: z
      .enum(['ours', 'theirs', 'both'])
      .optional()
      .describe("for every conflict: the editor's, the project's or both"),
    choices: z
      .record(z.string(), z.enum(['ours', 'theirs', 'both']))
      .optional()
      .describe('by the id of a conflict'),
    preview: z.boolean().default(false).describe('shows the result and the conflicts; writes nothing'),
  }),
  isLocal: true,
  serves: ['return.previewUpdate', 'return.update'],
  run: async (input, context) => {
    const { client } = context;
    const { returnId } = await returnOf(context, input.return);
    const choices: Record<string, 'ours' | 'theirs' | 'both'> = { ...input.choices };
    let plan = await client.call('return.previewUpdate', { returnId, choices });
    while (input.choose !== undefined && plan.blocker === null) {
      const open = plan.conflicts.filter(({ conflictId }) => !(conflictId in choices));
      if (open.length === 0) break;
      for (const { conflictId, mayTakeBoth } of open)
        choices[conflictId] = input.choose === 'both' && !mayTakeBoth ? 'ours' : input.choose;
      // A choice may cause further conflicts.
      plan = await client.call('return.previewUpdate', { returnId, choices });
    }
    if (input.preview) return planOf(plan, returnId);
    if (plan.blocker !== null || plan.newCut === null)
      throw new AppError('conflict', `The return cannot be updated: ${plan.blocker ?? 'up-to-date'}.`, {
        details: { reason: plan.blocker ?? 'up-to-date' },
      });
    const { deliveryId } = plan.newCut;
    return resultOf(await client.call('return.update', { returnId, deliveryId, choices }));
  },
});

function planOf({ blocker, newCut, carried, left, conflicts }: ReturnUpdate, returnId: string) {
  const textOf = ({ sentence }: ReturnUpdate['carried'][number]): string => sentence.text;
  return {
    returnId,
    blocker,
    newVersion: newCut?.versionName ?? null,
    carried: carried.map(textOf),
    left: left.map(textOf),
    conflicts: conflicts.map(({ conflictId, field, subject, scene, ours, theirs, mayTakeBoth }) => ({
      conflictId,
      field,
      subject,
      scene,
      ours: ours.map(({ text }) => text),
      theirs: theirs.map(({ text }) => text),
      mayTakeBoth,
    })),
  };
}

export const returnCommands: readonly Command[] = [returns, keep, dismiss, update];
