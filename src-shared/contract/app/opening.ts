import { z } from 'zod';
import { errorBodySchema } from '../../app-error.ts';
import { call, event } from '../../ipc/define.ts';
import { idSchema } from '../id.ts';
import { commandNameSchema } from './command.ts';

/**
 * Something that the system asks the app to show. `project`: from a link or a notification. `files`: opened with the
 * app, and used like dropped files. `command`: chosen in a menu. `refused`: the request cannot be shown.
 */
const openingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('project'),
    projectId: idSchema,
    connectionId: idSchema,
    /** Address of another connection, which becomes active only if the user agrees; null: it may become active. */
    elsewhere: z.string().nullable(),
  }),
  z.object({ kind: z.literal('return'), returnId: idSchema }),
  z.object({ kind: z.literal('connections') }),
  z.object({ kind: z.literal('command'), name: commandNameSchema }),
  z.object({
    kind: z.literal('files'),
    files: z.array(z.object({ displayName: z.string(), fileGrant: idSchema })),
  }),
  z.object({ kind: z.literal('refused'), error: errorBodySchema }),
]);
export type Opening = z.infer<typeof openingSchema>;

export const openingCalls = {
  /** Takes the pending openings, each once, in the order of the requests. */
  'opening.take': call(z.object({}), z.object({ openings: z.array(openingSchema) })),
};

export const openingEvents = {
  /** An opening is pending. */
  'opening.waits': event(z.object({})),
};
