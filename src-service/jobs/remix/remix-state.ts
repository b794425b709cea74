import { z } from 'zod';
import { type RemixAction, remixActionSchema } from '../../../src-shared/api/remix.ts';

export const remixActionKind = 'remix-action';

/** A remix action as its job keeps it. */
export const remixStateSchema = z.object({
  remixActionId: z.string(),
  projectId: z.string(),
  action: remixActionSchema,
  /** The engine's key of the voice that was asked for; null for actions without one. */
  voiceKey: z.string().nullable(),
  /** Pixels of the frame that was asked for; null for actions without one. */
  frame: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  /** What is made has the scope TEMPORARY. */
  isTemporary: z.boolean(),
});
export type RemixState = z.output<typeof remixStateSchema>;

/** The action of one type. */
export type ActionOf<Type extends RemixAction['type']> = Extract<RemixAction, { type: Type }>;
