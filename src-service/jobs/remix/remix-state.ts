import { z } from 'zod';
import { type RemixAction, remixActionSchema } from '../../../src-shared/api/remix.ts';

export const remixActionKind = 'remix-action';

/** State of a remix action's job. */
export const remixStateSchema = z.object({
  remixActionId: z.string(),
  projectId: z.string(),
  action: remixActionSchema,
  /** Engine key of the requested voice; null for actions without one. */
  voiceKey: z.string().nullable(),
  /** Requested frame size in pixels; null for actions without one. */
  frame: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  /** Whether the results get the scope TEMPORARY. */
  isTemporary: z.boolean(),
});
export type RemixState = z.output<typeof remixStateSchema>;

/** The actions of one type. */
export type ActionOf<Type extends RemixAction['type']> = Extract<RemixAction, { type: Type }>;
