import { z } from 'zod';
import type { ApiErrorBody } from '../../../src-shared/api/common.ts';
import type { ServiceLog } from '../../service-log.ts';
import type { ServiceDatabase } from '../database/service-database.ts';
import { jobColumnShape } from './job-repository.ts';
import { type Offer, offerSchema } from './offer.ts';
import { flagColumn, jsonColumn, readRow, readRows } from './rows.ts';

const assistantRow = z
  .object({ assistant_id: z.string(), project_id: z.string(), team_id: z.string(), user_id: z.string() })
  .transform((row) => ({
    assistantId: row.assistant_id,
    projectId: row.project_id,
    teamId: row.team_id,
    userId: row.user_id,
  }));
/** The chat of a project. */
export type StoredAssistant = z.output<typeof assistantRow>;

const messageColumns = `message_id, assistant_id, role, content, run_id, created_at,
  coalesce(jobs.status, 'succeeded') AS status, jobs.error AS error`;
const messageRow = z
  .object({
    message_id: z.string(),
    assistant_id: z.string(),
    role: z.enum(['user', 'assistant']),
    content: z.string().nullable(),
    run_id: z.string().nullable(),
    created_at: z.number(),
    status: jobColumnShape.status,
    error: jobColumnShape.error,
  })
  .transform((row) => ({
    messageId: row.message_id,
    assistantId: row.assistant_id,
    role: row.role,
    content: row.content,
    runId: row.run_id,
    createdAt: row.created_at,
    status: row.status,
    error: row.error satisfies ApiErrorBody | null,
  }));
/** A message of a chat. A reply's id is its job's id. */
export type StoredMessage = z.output<typeof messageRow>;

const actionRow = z
  .object({
    action_id: z.string(),
    assistant_id: z.string(),
    offer: jsonColumn(offerSchema),
    is_used: flagColumn,
  })
  .transform((row) => ({
    actionId: row.action_id,
    assistantId: row.assistant_id,
    offer: row.offer,
    isUsed: row.is_used,
  }));
/** An action that a reply offered. */
export type StoredAction = z.output<typeof actionRow>;

/** Chats, their messages, and what the replies offer. */
export class AssistantRepository {
  readonly #database: ServiceDatabase;
  readonly #log: ServiceLog;

  constructor(deps: { database: ServiceDatabase; log: ServiceLog }) {
    this.#database = deps.database;
    this.#log = deps.log;
  }

  insert(assistant: StoredAssistant): void {
    this.#database.run(
      `INSERT INTO assistants (assistant_id, project_id, team_id, user_id)
       VALUES (:assistantId, :projectId, :teamId, :userId)`,
      assistant,
    );
  }

  find(assistantId: string): StoredAssistant | null {
    const sql = 'SELECT * FROM assistants WHERE assistant_id = :assistantId';
    return readRow(assistantRow, this.#database.get(sql, { assistantId }), this.#log);
  }

  /** Null if the project has no chat. */
  findOfProject(projectId: string): StoredAssistant | null {
    const sql = 'SELECT * FROM assistants WHERE project_id = :projectId';
    return readRow(assistantRow, this.#database.get(sql, { projectId }), this.#log);
  }

  insertMessage(message: {
    messageId: string;
    assistantId: string;
    role: StoredMessage['role'];
    content: string | null;
    createdAt: number;
  }): void {
    this.#database.run(
      `INSERT INTO assistant_messages (message_id, assistant_id, role, content, created_at)
       VALUES (:messageId, :assistantId, :role, :content, :createdAt)`,
      message,
    );
  }

  /** Stores a reply's text and the run it started. */
  completeMessage(messageId: string, content: string, runId: string | null): void {
    this.#database.run(
      'UPDATE assistant_messages SET content = :content, run_id = :runId WHERE message_id = :messageId',
      { messageId, content, runId },
    );
  }

  findMessage(messageId: string): StoredMessage | null {
    const sql = `SELECT ${messageColumns} FROM assistant_messages LEFT JOIN jobs ON jobs.job_id = message_id
      WHERE message_id = :messageId`;
    return readRow(messageRow, this.#database.get(sql, { messageId }), this.#log);
  }

  /** Oldest first. */
  listMessages(assistantId: string): StoredMessage[] {
    const sql = `SELECT ${messageColumns} FROM assistant_messages LEFT JOIN jobs ON jobs.job_id = message_id
      WHERE assistant_id = :assistantId ORDER BY message_order`;
    return readRows(messageRow, this.#database.all(sql, { assistantId }), this.#log);
  }

  insertAction(action: { actionId: string; assistantId: string; messageId: string; offer: Offer }): void {
    this.#database.run(
      `INSERT INTO assistant_actions (action_id, assistant_id, message_id, offer)
       VALUES (:actionId, :assistantId, :messageId, :offer)`,
      { ...action, offer: JSON.stringify(action.offer) },
    );
  }

  findAction(actionId: string): StoredAction | null {
    const sql = 'SELECT * FROM assistant_actions WHERE action_id = :actionId';
    return readRow(actionRow, this.#database.get(sql, { actionId }), this.#log);
  }

  /** In the order of the offers. */
  listActions(messageId: string): StoredAction[] {
    const sql = 'SELECT * FROM assistant_actions WHERE message_id = :messageId ORDER BY action_order';
    return readRows(actionRow, this.#database.all(sql, { messageId }), this.#log);
  }

  /** Marks an action as used; returns false if it was used before. */
  useAction(actionId: string): boolean {
    const sql = 'UPDATE assistant_actions SET is_used = 1 WHERE action_id = :actionId AND is_used = 0';
    return this.#database.run(sql, { actionId }) === 1;
  }

  /** Makes an action available for a decision again. */
  releaseAction(actionId: string): void {
    this.#database.run('UPDATE assistant_actions SET is_used = 0 WHERE action_id = :actionId', { actionId });
  }
}
