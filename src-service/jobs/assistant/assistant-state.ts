import { z } from 'zod';
import { plans } from '../../store/plan.ts';

/** What a reply is to be made of. */
export const assistantStateSchema = z.object({
  messageId: z.string(),
  assistantId: z.string(),
  caller: z.object({ teamId: z.string(), userId: z.string(), plan: z.enum(plans) }),
  /** What was said, or which offer was decided on. */
  turn: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), text: z.string(), autoGenerate: z.boolean() }),
    z.object({ kind: z.literal('decision'), actionId: z.string(), isApproved: z.boolean() }),
  ]),
});
export type AssistantState = z.output<typeof assistantStateSchema>;
