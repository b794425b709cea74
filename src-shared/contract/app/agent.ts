import { z } from 'zod';
import { call, event } from '../../ipc/define.ts';
import { idSchema } from '../id.ts';

/**
 * What an agent needs the user's leave for. `costs`: credits. `write`: files outside of its folder and the delivery
 * folder, or something that others see. `open`: starting an editor.
 */
const leaveSchema = z.enum(['costs', 'write', 'open']);

const questionSchema = z.object({
  questionId: z.string(),
  leaves: z.array(leaveSchema).min(1),
  /** The command of the agent with its input. */
  what: z.string().max(2_000),
});
export type AgentQuestion = z.infer<typeof questionSchema>;

const programSchema = z.object({
  command: z.string(),
  args: z.array(z.string()),
});
/** What an agent's client starts to work in this app. */
export type AgentProgram = z.infer<typeof programSchema>;

const questionsSchema = z.object({ questions: z.array(questionSchema) });

export const agentCalls = {
  /** @throws `not_supported_here` without a window. */
  'agent.program': call(z.object({}), programSchema),
  /**
   * Opens an MCP bundle of that program in the client that takes such files; without one, reveals it.
   * @throws `file_not_written`, `disk_full`, and as `agent.program`.
   */
  'agent.openBundle': call(z.object({}), z.object({ path: z.string() })),
  /**
   * Asks the user. A question without an answer counts as refused after two minutes.
   * @throws `forbidden` with `reason` `no_window` if no window can show it.
   */
  'agent.ask': call(questionSchema.omit({ questionId: true }), z.object({ isAllowed: z.boolean() })),
  /** Lists open questions, the oldest first. The page can answer them from now on. */
  'agent.questions': call(z.object({}), questionsSchema),
  'agent.answer': call(z.object({ questionId: idSchema, isAllowed: z.boolean() }), z.object({})),
};

export const agentEvents = {
  /** All open questions, the oldest first. */
  'agent.questionsChanged': event(questionsSchema),
};
