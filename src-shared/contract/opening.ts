import { z } from 'zod';
import { errorBodySchema } from '../app-error.ts';
import { call, event } from '../ipc/define.ts';
import { commandNameSchema } from './command.ts';
import { idSchema } from './id.ts';

/**
 * What the system asked the app to show. `project`: by a link or a notification. `files`: opened with the app, and used
 * as dropped ones are. `command`: chosen in a menu. `refused`: what was asked for cannot be shown.
 */
const openingSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('project'),
    projectId: idSchema,
    connectionId: idSchema,
    /** Address of another connection, which becomes the active one only if the user says so; null: it may. */
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
  /** What waits to be shown, each once, in the order it was asked for. */
  'opening.take': call(z.object({}), z.object({ openings: z.array(openingSchema) })),
};

export const openingEvents = {
  /** Something waits to be shown. */
  'opening.waits': event(z.object({})),
};
