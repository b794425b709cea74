import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';
import type { HttpClient, StartHooks } from '../../api/http-client.ts';
import type { ServiceJobRecord } from '../../state/service-job-repository.ts';
import { isStartOperation } from './start-operations.ts';

/** A start that the service confirmed, or that was found there. */
export interface StartedJob {
  /** One for each job, in the order asked for; only a remix makes several. */
  readonly remoteIds: readonly string[];
  /** The project or chat it is read under; null where the id alone is enough. */
  readonly parentId: string | null;
  /** The project it belongs to; null for none. */
  readonly projectId: string | null;
}

/** The ids of every start answer (contract supplement §4). */
const answerSchema = z.object({
  toolExecutionId: z.string().optional(),
  exportId: z.string().optional(),
  interchangeJobId: z.string().optional(),
  messageId: z.string().optional(),
  remixActionIds: z.array(z.string()).optional(),
  assistantId: z.string().optional(),
  projectId: z.string().optional(),
});

/**
 * Sends the start request of a record, once.
 * @param hooks called as those of `ApiRequest`.
 * @throws as the client; `service_answer_unreadable` when the answer names no job.
 */
export async function sendStart(
  http: Pick<HttpClient, 'call'>,
  record: ServiceJobRecord,
  signal: AbortSignal,
  hooks: StartHooks,
): Promise<StartedJob> {
  const { operation, path, body } = record;
  if (!isStartOperation(operation)) throw new Error(`${operation} starts no job.`);
  // The journal holds what `JobOrder` typed when it was asked for; the service checks it again.
  const request = { path, body, signal, isTriedOnce: true, ...hooks } as never;
  const answer = answerSchema.parse(await http.call(operation, request));
  return startedOf(record, answer);
}

function startedOf(record: ServiceJobRecord, answer: z.infer<typeof answerSchema>): StartedJob {
  const id = answer.toolExecutionId ?? answer.exportId ?? answer.interchangeJobId ?? answer.messageId;
  const remoteIds = answer.remixActionIds ?? (id === undefined ? [] : [id]);
  if (remoteIds.length === 0) {
    throw new AppError('service_answer_unreadable', `${record.operation} answered without an id.`);
  }
  const projectId = record.projectId ?? answer.projectId ?? null;
  return { remoteIds, parentId: parentOf(record, answer), projectId };
}

function parentOf({ kind, path }: ServiceJobRecord, answer: z.infer<typeof answerSchema>): string | null {
  if (kind === 'message') return answer.assistantId ?? path['assistantId'] ?? null;
  // A copy has a project of its own, where its actions are listed.
  if (kind === 'remix') return answer.projectId ?? path['projectId'] ?? null;
  return kind === 'export' ? (path['projectId'] ?? null) : null;
}
