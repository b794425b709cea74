import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { Chat } from '../../../src-shared/contract/operation.ts';
import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { ChatEntry } from '../../components/chat/chat-entry.ts';
import type { AppTools } from '../app-tools.ts';
import type { Generations } from '../jobs/generations.svelte.ts';
import type { Projects } from '../projects/projects.svelte.ts';
import type { Connections } from '../service/connections.svelte.ts';
import { entriesOf } from './chat-entries.ts';
import type { Chats } from './chats.svelte.ts';

/** What a chat is shown from. */
interface ChatParts extends Pick<AppTools, 'attempt' | 'mediaUrl'> {
  readonly chats: Chats;
  readonly connections: Connections;
  readonly generations: Generations;
  readonly projects: Projects;
  readonly text: TextOf;
}

/** Returns what the component of a chat shows and does. @param chat null for one that is not begun. */
export function chatViewOf(parts: ChatParts, chat: Chat | null) {
  const { chats, connections, generations, projects, attempt, text } = parts;
  const thread = chat ? chats.threadOf(chat) : null;
  const isAccepted = chat === null || chat.assistantId !== null;
  const needs = isAccepted ? null : text('chat.needsAnswer');
  const { connectionId } = connections.current;
  const entries: readonly ChatEntry[] = chat ? entriesOf(chat, thread?.messages ?? []) : [];
  const error: ErrorBody | null = thread?.error ?? (chat ? null : chats.error);
  return {
    entries,
    error,
    reason: connections.canTakeWork ? needs : text('generate.needService'),
    words: chats.wordsOf(chat),
    isSending: chats.isBusy(chat?.chatId ?? null),
    isBusy: (id: string | null) => id !== null && chats.isBusy(id),
    generationOf: ({ projectId, generationId }: NonNullable<ChatEntry['generated']>) =>
      generations.records.find((each) => each.generationId === generationId) ??
      generations.records.find((each) => each.projectId === projectId) ??
      null,
    projectOf: (projectId: string) => projects.summaries.find((each) => each.projectId === projectId) ?? null,
    urlOf: parts.mediaUrl,
    filePathOf: (fileId: string, part: string) => `files/${connectionId}/${fileId}/${part}`,
    readType: (fileId: string) => chats.typeOf(fileId),
    onwrite: (words: string): void => {
      chats.write(chat, words);
    },
    onsend: () => void attempt(() => chats.send(chat)),
    onact: (actionId: string, title: string, isApproved: boolean): void => {
      if (chat) void attempt(() => chats.act(chat, actionId, title, isApproved));
    },
    onretry: (jobId: string): void => {
      if (chat) void attempt(() => chats.retry(chat, jobId));
    },
    onagain: (): void => {
      if (chat) void attempt(() => chats.askAgain(chat));
    },
    onweb: () => void attempt(() => projects.openOnWeb(chat?.projectId ?? '')),
    onread: (): void => {
      if (chat?.assistantId) void chats.read(chat.assistantId);
      else void chats.refresh();
    },
  };
}
