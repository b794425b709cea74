import { expect, test } from 'vitest';
import { entriesOf } from '../../../../../src-renderer/state/chats/chat-entries.ts';
import { type AssistantMessage, assistantMessageSchema } from '../../../../../src-shared/api/assistant.ts';
import { type ServiceJob, serviceJobSchema } from '../../../../../src-shared/contract/activity.ts';
import type { ChatMessage, ChatTurn } from '../../../../../src-shared/contract/operation.ts';

function turn(jobId: string, job: Partial<ServiceJob> = {}, given: Partial<ChatTurn> = {}): ChatTurn {
  const record = serviceJobSchema.parse({
    jobId,
    connectionId: 'local',
    kind: 'message',
    operation: 'sendAssistantMessage',
    title: 'Music',
    state: 'succeeded',
    progress: 0,
    isCancelling: false,
    projectId: null,
    createdAt: 1,
    finishedAt: null,
    error: null,
    ...job,
  });
  return { job: record, text: 'Gulls', actionId: null, isApproved: true, messageId: null, ...given };
}

const decision = (actionId: string, isApproved = true) => ({ text: null, actionId, isApproved });

const common = { status: 'succeeded', createdAt: 1, attachments: [] };

function said(messageId: string, content: string): ChatMessage {
  const message = assistantMessageSchema.parse({ role: 'user', messageId, content, ...common });
  return { message, generationId: null };
}

function answer(
  messageId: string,
  given: Partial<Extract<AssistantMessage, { role: 'assistant' }>> = {},
): ChatMessage {
  const offers = { workflowSuggestions: [], actions: [], generation: null, error: null };
  const told = { role: 'assistant', messageId, content: 'Choose.', ...common, ...offers, ...given };
  return { message: assistantMessageSchema.parse(told), generationId: null };
}

const suggestion = {
  actionId: 'act_1',
  workflowType: 'SCRIPT_TO_VIDEO',
  title: 'A narrated video',
  description: 'Long',
};
const change = {
  actionId: 'act_2',
  kind: 'APPLY_EDIT',
  label: 'Music',
  requiresApp: false,
  detail: { summary: 'Music for it', creditsRemaining: 90, estimatedCredits: 10 },
} as const;

test('a message waits, is sent and answered in place until its answer is read', () => {
  const states = (['queued', 'starting', 'running', 'unknown'] as const).map((state) => {
    const [entry] = entriesOf({ turns: [turn('a', { state })] }, []);
    return [entry?.by, entry?.text, entry?.state];
  });
  expect(states).toEqual([
    ['user', 'Gulls', 'waiting'],
    ['user', 'Gulls', 'sending'],
    ['user', 'Gulls', 'answering'],
    ['user', 'Gulls', 'unknown'],
  ]);
});

test('messages of the service are shown once, with those that it has not taken after them', () => {
  const turns = [turn('a', {}, { messageId: 'm2' }), turn('b', { state: 'queued' }, { text: 'Shorter' })];
  const entries = entriesOf({ turns }, [said('m1', 'Gulls'), answer('m2')]);
  expect(entries.map(({ by, text, state }) => [by, text, state])).toEqual([
    ['user', 'Gulls', null],
    ['assistant', 'Choose.', null],
    ['user', 'Shorter', 'waiting'],
  ]);
});

test('a decision is told in the words of its offer, before the answer to it', () => {
  const turns = [
    turn('a', {}, { messageId: 'm2' }),
    turn('b', {}, { messageId: 'm3', ...decision('act_1') }),
  ];
  const read = [said('m1', 'Gulls'), answer('m2', { workflowSuggestions: [suggestion] }), answer('m3')];
  const entries = entriesOf({ turns }, read);
  expect(entries.map(({ text, decision: made }) => [text, made])).toEqual([
    ['Gulls', null],
    ['Choose.', null],
    ['A narrated video', 'approved'],
    ['Choose.', null],
  ]);
  expect(entries[1]?.offers).toMatchObject([
    { title: 'A narrated video', detail: 'Long', decision: 'approved' },
  ]);
});

test('an offer whose decision failed can be decided on again, a rejected one cannot', () => {
  const read = [answer('m1', { workflowSuggestions: [suggestion], actions: [change] })];
  const turns = [turn('a', { state: 'failed' }, decision('act_1')), turn('b', {}, decision('act_2', false))];
  const [entry] = entriesOf({ turns }, read);
  expect(entry?.offers.map(({ decision: made }) => made)).toEqual([null, 'rejected']);
  expect(entry?.offers[1]).toMatchObject({ credits: 10, creditsLeft: 90, detail: 'Music for it' });
});

test('an action that only the web page of the service has is marked', () => {
  const actions = [
    { ...change, requiresApp: true },
    { ...change, actionId: 'act_3', kind: 'OPEN_IN_APP' as const },
  ];
  const [entry] = entriesOf({ turns: [] }, [answer('m1', { actions })]);
  expect(entry?.offers.map(({ isInApp }) => isInApp)).toEqual([true, true]);
});

test('the last request can be sent again after a failure, at the service or before it', () => {
  const failed = { code: 'generation_failed', message: 'It broke.', details: {} } as const;
  const atService = turn('a', { state: 'failed', error: failed }, { messageId: 'm1' });
  const message = answer('m1', { status: 'failed', content: null, error: { message: 'It broke.' } });
  expect(entriesOf({ turns: [atService] }, [message])).toMatchObject([
    { state: 'failed', error: failed, retryJobId: 'a' },
  ]);
  const before = turn('b', { state: 'failed', error: failed });
  expect(entriesOf({ turns: [atService, before] }, [message])).toMatchObject([
    { retryJobId: null },
    { state: 'failed', error: failed, retryJobId: 'b' },
  ]);
  const retried = turn('c', { state: 'failed', retriedAs: 'd' });
  expect(entriesOf({ turns: [retried] }, [])).toMatchObject([{ retryJobId: null }]);
});
