import { createContext, untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { FileInfo } from '../../../src-shared/api/files.ts';
import type { RequestBody } from '../../../src-shared/api/operations.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import { activityStatusOf, type ServiceJob } from '../../../src-shared/contract/activity.ts';
import { callOperation } from '../../../src-shared/contract/call-operation.ts';
import type { Chat, ChatMessage } from '../../../src-shared/contract/operation.ts';
import { errorBodyOf } from '../../errors/error-body-of.ts';
import { AnswerOrder } from '../foundation/answer-order.ts';
import type { AppClient } from '../foundation/app-client.ts';
import { BusyIds } from '../foundation/busy-ids.svelte.ts';
import { restarts } from '../jobs/restarts.ts';

/** What is read of a chat at the service. */
interface Thread {
  readonly messages: readonly ChatMessage[];
  readonly error: ErrorBody | null;
}

const unread: Thread = { messages: [], error: null };
/** Key of the words of a chat that is not begun. */
const newChat = 'new';
/** Longest title in the activity, in characters. */
const maxTitle = 80;

/** The chats with the assistant of the active connection, and the words being written to each. */
export class Chats {
  readonly #client: AppClient;
  readonly #order = new AnswerOrder();
  readonly #threads = new SvelteMap<string, Thread>();
  readonly #reads = new SvelteMap<string, AnswerOrder>();
  readonly #words = new SvelteMap<string, string>();
  readonly #busy = new BusyIds();
  #connectionId: string | null = null;

  /** Newest first. */
  chats = $state.raw<readonly Chat[]>([]);
  error = $state.raw<ErrorBody | null>(null);
  isLoaded = $state(false);
  /** Id of the chat that Generate shows; null for a new one. */
  shownId = $state<string | null>(null);
  /** True if the next new chat may start a generation without asking. */
  isAutomatic = $state(false);

  readonly shown = $derived(this.chats.find(({ chatId }) => chatId === this.shownId) ?? null);

  constructor(deps: { client: AppClient }) {
    this.#client = deps.client;
  }

  /** Reads the chats of a connection, the active one, and follows them. Returns the function that stops it. */
  follow(connectionId: string): () => void {
    if (connectionId !== this.#connectionId) this.#forget();
    this.#connectionId = connectionId;
    const stop = this.#client.on('activity.changed', ({ items }) => {
      const changed = items.flatMap(({ kind, record }) => (kind === 'job' ? [record] : []));
      const messages = changed.filter((job) => job.kind === 'message' && job.connectionId === connectionId);
      if (messages.length > 0) void this.#take(messages);
    });
    // An effect that follows must not depend on what this reads.
    untrack(() => void this.refresh());
    return stop;
  }

  /** Reads the chats again. Never rejects: a failure is stored in `error`. */
  async refresh(): Promise<void> {
    const isNews = this.#order.begin();
    try {
      const { chats } = await this.#client.call('chat.list', {});
      if (!isNews()) return;
      this.chats = chats;
      this.error = null;
      this.isLoaded = true;
    } catch (error) {
      if (isNews()) this.error = errorBodyOf(error);
    }
  }

  /** Returns the chat of a project; null if none is known. */
  ofProject(projectId: string): Chat | null {
    return this.chats.find((chat) => chat.projectId === projectId) ?? null;
  }

  threadOf({ assistantId }: Chat): Thread {
    return this.#threads.get(assistantId ?? '') ?? unread;
  }

  /** Reads a chat's messages again. Never rejects: a failure is stored in its thread. */
  async read(assistantId: string): Promise<void> {
    const order = this.#reads.get(assistantId) ?? new AnswerOrder();
    this.#reads.set(assistantId, order);
    const isNews = order.begin();
    try {
      const { messages } = await this.#client.call('chat.read', { assistantId });
      if (isNews()) this.#threads.set(assistantId, { messages, error: null });
    } catch (error) {
      if (!isNews()) return;
      const { messages } = this.#threads.get(assistantId) ?? unread;
      this.#threads.set(assistantId, { messages, error: errorBodyOf(error) });
    }
  }

  /** Returns the type of an attached file; null where it cannot be read. */
  async typeOf(fileId: string): Promise<FileInfo['type']> {
    const file = await callOperation(this.#client, 'getFile', { path: { fileId } }).catch(() => null);
    return file?.type ?? null;
  }

  wordsOf(chat: Chat | null): string {
    return this.#words.get(chat?.chatId ?? newChat) ?? '';
  }

  write(chat: Chat | null, words: string): void {
    this.#words.set(chat?.chatId ?? newChat, words);
  }

  /** True while an action of `send`, `act` or `retry` is being journalled. @param id of the chat, offer or job. */
  isBusy(id: string | null): boolean {
    return this.#busy.has(id ?? newChat) || restarts.has(id ?? '');
  }

  /** Sends the words written to a chat, or begins one with them. @throws AppError as main made it. */
  async send(chat: Chat | null): Promise<void> {
    const message = this.wordsOf(chat).trim();
    if (message === '') return;
    await this.#busy.during(chat?.chatId ?? newChat, async () => {
      if (chat) await this.#say(chat, message);
      else await this.#begin(message);
    });
    this.write(chat, '');
    await this.refresh();
  }

  /** Approves or rejects an offer. @param title of the offer. @throws AppError as main made it. */
  async act(chat: Chat, actionId: string, title: string, isApproved: boolean): Promise<void> {
    const { assistantId, projectId } = chat;
    if (assistantId === null) return;
    const body: RequestBody<'actOnAssistantAction'> = isApproved ? {} : { decision: 'REJECT' };
    const path = { assistantId, actionId };
    const order = {
      operation: 'actOnAssistantAction',
      path,
      body,
      title: titleOf(title),
      projectId,
    } as const;
    await this.#busy.during(actionId, () => this.#client.call('operation.start', order));
    await this.refresh();
  }

  /**
   * Sends a request again that got no answer. The first message of a chat that exists is said in it, because another
   * start would make a second project. @throws AppError as main made it.
   */
  async retry(chat: Chat, jobId: string): Promise<void> {
    const turn = chat.turns.find(({ job }) => job.jobId === jobId);
    const isFirst = turn === chat.turns[0] && chat.assistantId !== null;
    const again = async (): Promise<ServiceJob> =>
      isFirst && turn?.text
        ? await this.#say(chat, turn.text)
        : await this.#client.call('activity.retryJob', { jobId });
    const job = await restarts.during(jobId, again);
    if (this.shownId === jobId && !isFirst) this.shownId = job.jobId;
    await this.refresh();
  }

  /**
   * Says the user's last words again, after the generation that came of them failed or was cancelled: the service keeps
   * its request, and starts another one in the same project. @throws AppError as main made it.
   */
  async askAgain(chat: Chat): Promise<void> {
    const words = chat.turns.findLast(({ text }) => text !== null)?.text;
    if (!words || this.#busy.has(chat.chatId)) return;
    await this.#busy.during(chat.chatId, async () => {
      await this.#say(chat, words);
      await this.refresh();
    });
  }

  #say({ assistantId, projectId }: Chat, message: string): Promise<ServiceJob> {
    const path = { assistantId: assistantId ?? '' };
    const order = { operation: 'sendAssistantMessage', path, body: { message } } as const;
    return this.#client.call('operation.start', { ...order, title: titleOf(message), projectId });
  }

  async #begin(message: string): Promise<void> {
    const body = { message, ...(this.isAutomatic && { autoGenerate: true }) };
    const order = {
      operation: 'startAssistant',
      path: {},
      body,
      title: titleOf(message),
      projectId: null,
    } as const;
    const { jobId } = await this.#client.call('operation.start', order);
    this.shownId = jobId;
    this.isAutomatic = false;
  }

  /** Reads the list again, and the messages of chats that were answered. */
  async #take(jobs: readonly ServiceJob[]): Promise<void> {
    await this.refresh();
    const isEnded = (jobId: string): boolean =>
      jobs.some((job) => job.jobId === jobId && activityStatusOf(job.state) !== 'open');
    const answered = this.chats.filter(({ turns }) => turns.some(({ job }) => isEnded(job.jobId)));
    const ids = answered.map(({ assistantId }) => assistantId).filter((id) => id !== null);
    await Promise.all(ids.map((id) => this.read(id)));
  }

  #forget(): void {
    this.#order.outdate();
    this.#threads.clear();
    this.chats = [];
    this.error = null;
    this.isLoaded = false;
    this.shownId = null;
  }
}

function titleOf(words: string): string {
  const line = words.trim().replaceAll(/\s+/g, ' ');
  const characters = [...line];
  return characters.length <= maxTitle
    ? line
    : `${characters
        .slice(0, maxTitle - 1)
        .join('')
        .trimEnd()}…`;
}

export const [getChats, setChats] = createContext<Chats>();
