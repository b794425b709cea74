import { z } from 'zod';
import { plans } from '../../store/records/plan.ts';

/** The input of a reply. */
export const assistantStateSchema = z.object({
  messageId: z.string(),
  assistantId: z.string(),
  caller: z.object({ teamId: z.string(), userId: z.string(), plan: z.enum(plans) }),
  /** The user's message, or the decision on an offer. */
  turn: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('message'), text: z.string(), autoGenerate: z.boolean() }),
    z.object({ kind: z.literal('decision'), actionId: z.string(), isApproved: z.boolean() }),
  ]),
});
export type AssistantState = z.output<typeof assistantStateSchema>;
