import { z } from 'zod';
import { jobShape } from './job-repository.ts';
import { type Offer, offerSchema } from './offer.ts';
import { flagColumn, jsonColumn } from './rows.ts';
import { Table, type TableDeps } from './table.ts';

const assistantSchema = z.object({
  assistantId: z.string(),
  projectId: z.string(),
  teamId: z.string(),
  userId: z.string(),
});
/** The chat of a project. */
export type StoredAssistant = z.output<typeof assistantSchema>;

const messageSchema = z.object({
  messageId: z.string(),
  assistantId: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string().nullable(),
  runId: z.string().nullable(),
  createdAt: z.number(),
  status: jobShape.status,
  error: jobShape.error,
});
/** A message of a chat. A reply's id is its job's id. */
export type StoredMessage = z.output<typeof messageSchema>;

const actionSchema = z.object({
  actionId: z.string(),
  assistantId: z.string(),
  offer: jsonColumn(offerSchema),
  isUsed: flagColumn,
});
/** An action that a reply offered. */
export type StoredAction = z.output<typeof actionSchema>;

/** Chats, their messages, and what the replies offer. */
export class AssistantRepository {
  readonly #database: TableDeps['database'];
  readonly #assistants: Table<typeof assistantSchema>;
  readonly #messages: Table<typeof messageSchema>;
  readonly #actions: Table<typeof actionSchema>;

  constructor(deps: TableDeps) {
    this.#database = deps.database;
    this.#assistants = new Table(deps, { name: 'assistants', schema: assistantSchema });
    this.#messages = new Table(deps, {
      name: 'assistant_messages',
      schema: messageSchema,
      join: 'LEFT JOIN jobs ON job_id = message_id',
      expressions: { status: `coalesce(jobs.status, 'succeeded')` },
    });
    this.#actions = new Table(deps, { name: 'assistant_actions', schema: actionSchema });
  }

  insert(assistant: StoredAssistant): void {
    this.#assistants.insert(assistant);
  }

  find(assistantId: string): StoredAssistant | null {
    return this.#assistants.find('WHERE assistant_id = :assistantId', { assistantId });
  }

  /** Null if the project has no chat. */
  findOfProject(projectId: string): StoredAssistant | null {
    return this.#assistants.find('WHERE project_id = :projectId', { projectId });
  }

  insertMessage(message: {
    messageId: string;
    assistantId: string;
    role: StoredMessage['role'];
    content: string | null;
    createdAt: number;
  }): void {
    this.#messages.insert(message);
  }

  /** Stores a reply's text and the run it started. */
  completeMessage(messageId: string, content: string, runId: string | null): void {
    this.#messages.update({ messageId }, { content, runId });
  }

  findMessage(messageId: string): StoredMessage | null {
    return this.#messages.find('WHERE message_id = :messageId', { messageId });
  }

  /** Oldest first. */
  listMessages(assistantId: string): StoredMessage[] {
    return this.#messages.list('WHERE assistant_id = :assistantId ORDER BY message_order', { assistantId });
  }

  insertAction(action: { actionId: string; assistantId: string; messageId: string; offer: Offer }): void {
    this.#actions.insert(action);
  }

  findAction(actionId: string): StoredAction | null {
    return this.#actions.find('WHERE action_id = :actionId', { actionId });
  }

  /** In the order of the offers. */
  listActions(messageId: string): StoredAction[] {
    return this.#actions.list('WHERE message_id = :messageId ORDER BY action_order', { messageId });
  }

  /** Marks an action as used; returns false if it was used before. */
  useAction(actionId: string): boolean {
    const sql = 'UPDATE assistant_actions SET is_used = 1 WHERE action_id = :actionId AND is_used = 0';
    return this.#database.run(sql, { actionId }) === 1;
  }

  /** Makes an action available for a decision again. */
  releaseAction(actionId: string): void {
    this.#actions.update({ actionId }, { isUsed: false });
  }
}
