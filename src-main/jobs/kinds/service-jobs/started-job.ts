import { z } from 'zod';
import { AppError } from '../../../../src-shared/app-error.ts';
import type { HttpClient, StartHooks } from '../../../api/http/http-client.ts';
import type { ServiceJobRecord } from '../../../state/service-job-repository.ts';
import { isStartOperation } from './start-operations.ts';

/** The job of a start that the service confirmed, or that was found at the service. */
export interface StartedJob {
  /** One id per job, in the requested order; only a remix has several. */
  readonly remoteIds: readonly string[];
  /** Id of the project or chat it is read under; null where its own id is enough. */
  readonly parentId: string | null;
  /** The project it belongs to; null for none. */
  readonly projectId: string | null;
}

/** The ids in the answers to all starts (contract supplement §4). */
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
 * @param hooks called like those of `ApiRequest`.
 * @throws as the client; `service_answer_unreadable` when the answer has no job id.
 */
export async function sendStart(
  http: Pick<HttpClient, 'call'>,
  record: ServiceJobRecord,
  signal: AbortSignal,
  hooks: StartHooks,
): Promise<StartedJob> {
  const { operation, path, body } = record;
  if (!isStartOperation(operation)) throw new Error(`${operation} starts no job.`);
  // `JobOrder` typed these values before they were journalled; the service validates them again.
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
  // A copy has its own project, which lists its actions.
  if (kind === 'remix') return answer.projectId ?? path['projectId'] ?? null;
  return kind === 'export' ? (path['projectId'] ?? null) : null;
}
