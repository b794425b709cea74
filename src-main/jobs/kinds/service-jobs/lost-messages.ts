import { z } from 'zod';
import type { AssistantMessage } from '../../../../src-shared/api/assistant.ts';
import type { HttpClient } from '../../../api/http/http-client.ts';
import { type Finding, findInNewProjects, type LostStart, onlyOne, type StartFinder } from './lost-start.ts';

const bodySchema = z.object({ message: z.string() });

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
  find: (lost) => {
    const { path, projectId } = lost.record;
    if (path['assistantId'] !== undefined) return findIn(path['assistantId'], projectId, lost);
    return findInNewProjects(lost, async (project) =>
      project.assistantId === null ? 'none' : findIn(project.assistantId, project.projectId, lost),
    );
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
