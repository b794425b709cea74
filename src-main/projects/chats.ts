import { z } from 'zod';
import { type AssistantMessage, assistantMessageSchema } from '../../src-shared/api/assistant.ts';
import type { Chat, ChatMessage, ChatTurn } from '../../src-shared/contract/operation.ts';
import type { HttpClient } from '../api/http/http-client.ts';
import type { Workflows } from '../api/workflows.ts';
import { appIsClosing } from '../foundation/wait.ts';
import type { Generations } from '../jobs/kinds/generations/generations.ts';
import { titleOfText } from '../jobs/kinds/generations/start-request.ts';
import { serviceJobKind } from '../jobs/kinds/service-jobs/service-job-ledger.ts';
import type { ServiceJobs } from '../jobs/kinds/service-jobs/service-jobs.ts';
import type { Log } from '../platform.ts';
import type { ServiceJobRecord, ServiceJobRepository } from '../state/service-job-repository.ts';

export interface ChatsDeps {
  readonly connectionId: string;
  readonly repository: Pick<ServiceJobRepository, 'listMessages'>;
  readonly jobs: Pick<ServiceJobs, 'get' | 'reading' | 'readingAt'>;
  readonly http: Pick<HttpClient, 'call'>;
  readonly workflows: Pick<Workflows, 'getRun'>;
  readonly generations: Pick<Generations, 'ofRun' | 'adopt'>;
  readonly log: Log;
  /** Called when changes that the user approved in a chat have ended. */
  readonly onEdited: (projectId: string) => void;
}

/** Limit of messages from which the chats are put together. */
const maxMessages = 2_000;

const bodySchema = z.object({
  message: z.string().nullable().catch(null),
  decision: z.enum(['APPROVE', 'REJECT']).catch('APPROVE'),
});

/** The chats with the assistant of one connection, put together from the journalled messages. */
export class Chats {
  readonly #deps: ChatsDeps;
  readonly #stopper = new AbortController();

  constructor(deps: ChatsDeps) {
    this.#deps = deps;
  }

  /** Lists the chats that were begun here, newest first. */
  list(): Chat[] {
    const { repository, connectionId, jobs } = this.#deps;
    const byChat = new Map<string, ServiceJobRecord[]>();
    const newest = repository.listMessages(connectionId, maxMessages).map(({ jobId }) => jobs.get(jobId));
    for (const record of newest.toReversed()) {
      // The service never had it, and its retry says the same.
      if (record.retriedAs !== undefined && record.remoteId === null) continue;
      const key = assistantOf(record) ?? record.jobId;
      byChat.set(key, [...(byChat.get(key) ?? []), record]);
    }
    return [...byChat.values()].map(chatOf).toSorted((a, b) => b.changedAt - a.changedAt);
  }

  /** Reads a chat's messages, oldest first. @throws AppError as `HttpClient.call`. */
  async read(assistantId: string): Promise<ChatMessage[]> {
    const { http, repository, connectionId } = this.#deps;
    const { signal } = this.#stopper;
    const { messages } = await http.call('getAssistant', { path: { assistantId }, signal });
    const own = new Map(
      repository.listMessages(connectionId, maxMessages).map((record) => [record.remoteId, record]),
    );
    return Promise.all(
      messages.map(async (message) => {
        const record = own.get(message.messageId);
        return { message, generationId: record ? await this.#adopt(message, record) : null };
      }),
    );
  }

  /** Follows the run, or the changes of the project, that an answer has started. */
  noteFinished(record: ServiceJobRecord): void {
    if (record.kind === 'message' && record.state === 'succeeded') void this.#follow(record);
  }

  dispose(): void {
    this.#stopper.abort(appIsClosing);
  }

  async #follow(record: ServiceJobRecord): Promise<void> {
    try {
      const reading = await this.#deps.jobs.reading(record.jobId, { signal: this.#stopper.signal });
      const message = assistantMessageSchema.safeParse(reading.record).data;
      if (message) await this.#adopt(message, record);
      if ('actionId' in record.path && record.projectId !== null) await this.#followEdits(record.projectId);
    } catch (error) {
      this.#deps.log.info('The answer of the assistant could not be read again.', { error });
    }
  }

  /** Waits for the changes of a project that run now. */
  async #followEdits(projectId: string): Promise<void> {
    const { http, jobs, onEdited } = this.#deps;
    const { signal } = this.#stopper;
    const { remixActions } = await http.call('listRemixActions', { path: { projectId }, signal });
    const open = remixActions.filter(({ status }) => status === 'pending' || status === 'running');
    const refs = open.map(
      (action) => ({ kind: 'remix', jobId: action.remixActionId, parentId: projectId }) as const,
    );
    await Promise.all(refs.map((ref) => jobs.readingAt(ref, { signal })));
    if (refs.length > 0) onEdited(projectId);
  }

  /** Returns the generation of the run that a message started; null without one, or if the run cannot be read now. */
  async #adopt(message: AssistantMessage, { title }: ServiceJobRecord): Promise<string | null> {
    if (message.role === 'user' || message.generation === null) return null;
    const { workflowRunId } = message.generation;
    const { generations, workflows, log } = this.#deps;
    const known = generations.ofRun(message.generation);
    if (known !== null) return known;
    try {
      const { run } = await workflows.getRun(workflowRunId, this.#stopper.signal, 'user');
      return generations.adopt(run, title);
    } catch (error) {
      log.info('A run of the assistant cannot be followed yet.', { workflowRunId, error });
      return null;
    }
  }
}

function assistantOf({ parentId, path }: ServiceJobRecord): string | null {
  return parentId ?? path['assistantId'] ?? null;
}

/** @param records of one chat, oldest first, at least one. */
function chatOf(records: readonly ServiceJobRecord[]): Chat {
  const turns = records.map(turnOf);
  const [first] = records;
  const assistants = records.map(assistantOf);
  return {
    chatId: first?.jobId ?? '',
    assistantId: assistants.find((id) => id !== null) ?? null,
    projectId: records.find(({ projectId }) => projectId !== null)?.projectId ?? null,
    title: titleOfText(turns[0]?.text ?? first?.title ?? ''),
    changedAt: records.at(-1)?.createdAt ?? 0,
    turns,
  };
}

function turnOf(record: ServiceJobRecord): ChatTurn {
  const { message, decision } = bodySchema.parse(record.body ?? {});
  return {
    job: serviceJobKind.shown(record),
    text: message,
    actionId: record.path['actionId'] ?? null,
    isApproved: decision === 'APPROVE',
    messageId: record.remoteId,
  };
}
