import { z } from 'zod';
import type { AssistantMessage } from '../../../../src-shared/api/assistant.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { type Finding, type LostStart, onlyOne, type StartFinder } from './lost-start.ts';
import { listNewProjects } from './new-projects.ts';

const bodySchema = z.object({ message: z.string() });
const maxChats = 20;

/**
 * Finds the reply of a lost message in its chat, among the messages after the newest one before the start: the reply to
 * the same words, or the only one to a decision. Finds a new chat through the projects created meanwhile.
 */
export const lostMessages: StartFinder = {
  newest: async (http, { path }, signal) => {
    const { assistantId } = path;
    if (assistantId === undefined) return null;
    return (await readChat(http, assistantId, signal)).at(-1)?.messageId ?? null;
  },
  find: async (lost) => {
    const { assistantId } = lost.record.path;
    if (assistantId !== undefined) return findIn(assistantId, lost.record.projectId, lost);
    const findings: Finding[] = [];
    const projects = (await listNewProjects(lost)).filter((project) => project.assistantId !== null);
    for (const { assistantId: chat, projectId } of projects.slice(0, maxChats)) {
      if (chat !== null) findings.push(await findIn(chat, projectId, lost));
    }
    const [only = 'none', ...more] = findings.filter((finding) => finding !== 'none');
    return more.length === 0 ? only : 'unclear';
  },
};

async function findIn(assistantId: string, projectId: string | null, lost: LostStart): Promise<Finding> {
  const { http, record, knownIds, signal } = lost;
  const all = await readChat(http, assistantId, signal);
  const before = all.findIndex(({ messageId }) => messageId === record.newestBefore);
  const messages = all.slice(before + 1);
  const words = bodySchema.safeParse(record.body).data?.message;
  const replies = messages.filter(
    (message, index) =>
      message.role === 'assistant' &&
      !knownIds.has(message.messageId) &&
      (words === undefined || isSaid(messages[index - 1], words)),
  );
  return onlyOne(replies, ({ messageId }) => ({
    remoteIds: [messageId],
    parentId: assistantId,
    projectId: record.projectId ?? projectId,
  }));
}

function isSaid(message: AssistantMessage | undefined, words: string): boolean {
  return message?.role === 'user' && message.content.trim() === words.trim();
}

/** Oldest first. */
async function readChat(
  http: HttpClient,
  assistantId: string,
  signal: AbortSignal,
): Promise<readonly AssistantMessage[]> {
  return (await http.call('getAssistant', { path: { assistantId }, signal })).messages;
}
