import type { AssistantMessage } from '../../../src-shared/api/assistant.ts';
import type { ErrorBody } from '../../../src-shared/app-error.ts';
import type { ServiceJob } from '../../../src-shared/contract/activity.ts';
import type { Chat, ChatMessage, ChatTurn } from '../../../src-shared/contract/operation.ts';
import type { Answer, ChatEntry, ChatOffer, ChatState } from '../../components/chat/chat-entry.ts';

const states: Readonly<Record<ServiceJob['state'], ChatState | null>> = {
  queued: 'waiting',
  starting: 'sending',
  running: 'answering',
  succeeded: null,
  failed: 'failed',
  unknown: 'unknown',
  cancelled: 'cancelled',
};
const answerStates: Readonly<Record<string, ChatState | null>> = {
  pending: 'answering',
  running: 'answering',
  succeeded: null,
  failed: 'failed',
  cancelled: 'cancelled',
};
const blank = {
  text: '',
  decision: null,
  files: [],
  offers: [],
  generated: null,
  state: null,
  progress: null,
  error: null,
  retryJobId: null,
} as const;

/**
 * Joins a chat's messages at the service with the requests journalled here, oldest first. Shows the requests alone
 * while the messages are not read.
 */
export function entriesOf({ turns }: Pick<Chat, 'turns'>, messages: readonly ChatMessage[]): ChatEntry[] {
  const offers = messages.flatMap(({ message }) => (message.role === 'assistant' ? offersOf(message) : []));
  const titles = new Map(offers.map(({ actionId, title }) => [actionId, title]));
  const decisions = decisionsOf(turns);
  const answered = new Map(turns.map((turn) => [turn.messageId, turn]));
  const last = turns.at(-1);
  const decisionOf = (turn: ChatTurn): ChatEntry[] => (turn.text === null ? [saidOf(turn, titles)] : []);
  const known = messages.flatMap((each): ChatEntry[] => {
    const { message } = each;
    if (message.role === 'user') return [userEntry(message)];
    const turn = answered.get(message.messageId);
    const retried = turn && turn === last ? turn : null;
    const answer = answerEntry(message, each.generationId, turn, retried);
    const decided = answer.offers.map((offer) => ({
      ...offer,
      decision: decisions.get(offer.actionId) ?? null,
    }));
    return [...(turn ? decisionOf(turn) : []), { ...answer, offers: decided }];
  });
  const ids = new Set(messages.map(({ message }) => message.messageId));
  const others = turns.filter(({ messageId }) => messageId === null || !ids.has(messageId));
  return [...known, ...others.map((turn) => pendingOf(turn, titles, turn === last))];
}

/** Maps each offer that was decided on to the last decision that did not fail. */
function decisionsOf(turns: readonly ChatTurn[]): Map<string, 'approved' | 'rejected'> {
  const lasting = turns.filter(({ job }) => job.state !== 'failed' && job.state !== 'cancelled');
  return new Map(
    lasting.flatMap(({ actionId, isApproved }) =>
      actionId === null ? [] : [[actionId, isApproved ? 'approved' : 'rejected'] as const],
    ),
  );
}

function saidOf(
  { job, text, actionId, isApproved }: ChatTurn,
  titles: ReadonlyMap<string, string>,
): ChatEntry {
  const decision = isApproved ? 'approved' : 'rejected';
  return {
    ...blank,
    key: `said ${job.jobId}`,
    by: 'user',
    at: job.createdAt,
    text: text ?? titles.get(actionId ?? '') ?? job.title,
    decision: text === null ? decision : null,
  };
}

/** A request whose answer is not among the messages read. */
function pendingOf(turn: ChatTurn, titles: ReadonlyMap<string, string>, isLast: boolean): ChatEntry {
  const { state, error } = turn.job;
  return {
    ...saidOf(turn, titles),
    state: states[state],
    error: state === 'failed' || state === 'unknown' ? error : null,
    retryJobId: isLast ? retryOf(turn) : null,
  };
}

function userEntry(message: Extract<AssistantMessage, { role: 'user' }>): ChatEntry {
  const { messageId: key, createdAt: at, content: text, attachments } = message;
  return { ...blank, key, by: 'user', at, text, files: filesOf(attachments) };
}

function answerEntry(
  message: Answer,
  generationId: string | null,
  turn: ChatTurn | undefined,
  retried: ChatTurn | null,
): ChatEntry {
  const { messageId, createdAt, content, attachments, generation, status } = message;
  // The job is read more often than the chat.
  const isOpen = turn !== undefined && states[turn.job.state] !== null;
  const state = isOpen ? states[turn.job.state] : (answerStates[status] ?? null);
  const progress = turn && turn.job.progress > 0 && turn.job.progress < 1 ? turn.job.progress : null;
  return {
    ...blank,
    key: messageId,
    by: 'assistant',
    at: createdAt,
    text: content ?? '',
    files: filesOf(attachments),
    offers: offersOf(message),
    generated: generation && { projectId: generation.projectId, generationId },
    state,
    progress,
    error: state === 'failed' ? (turn?.job.error ?? errorOf(message)) : null,
    retryJobId: retried && retryOf(retried),
  };
}

function errorOf({ error }: Answer): ErrorBody | null {
  if (!error) return null;
  return { code: 'generation_failed', message: error.message, details: { reason: error.message } };
}

function retryOf({ job }: ChatTurn): string | null {
  const isOver = job.state === 'failed' || job.state === 'unknown' || job.state === 'cancelled';
  return isOver && job.retriedAs === undefined ? job.jobId : null;
}

function filesOf(attachments: AssistantMessage['attachments']): ChatEntry['files'] {
  return attachments.map(({ fileId = null, displayName }) => ({ fileId, displayName }));
}

function offersOf({ workflowSuggestions, actions }: Answer): ChatOffer[] {
  const suggested = workflowSuggestions.map(({ actionId, title, description }) => ({
    actionId,
    title,
    detail: description === '' ? null : description,
    kind: 'WORKFLOW',
    credits: null,
    creditsLeft: null,
    isInApp: false,
    decision: null,
  }));
  const offered = actions.map(({ actionId, label, kind, requiresApp, detail }) => ({
    actionId,
    title: label,
    detail: detail.summary && detail.summary !== label ? detail.summary : null,
    kind,
    credits: detail.estimatedCredits ?? null,
    creditsLeft: detail.creditsRemaining ?? null,
    isInApp: requiresApp || kind === 'OPEN_IN_APP',
    decision: null,
  }));
  return [...suggested, ...offered];
}
