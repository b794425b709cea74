import {
  actOnSuggestionSchema,
  sendMessageSchema,
  startAssistantSchema,
} from '../../src-shared/api/assistant.ts';
import { generateTextSchema } from '../../src-shared/api/text.ts';
import { serviceJobSchema } from '../../src-shared/contract/activity.ts';
import { addRows, carryOut, writeRows } from './support/field-rows.ts';
import { pick, press, turn, words, write } from './support/field-steps.ts';
import { expect, openPage, test } from './support/page-test.ts';
import { fieldPaths } from './support/request-fields.ts';
import { watchCalls } from './support/watch-calls.ts';

test.describe.configure({ mode: 'serial' });

test('every field of a message to the assistant is set by its control', async ({ page, address, main }) => {
  const calls = watchCalls(page);
  const bodiesOf = (operation: string): unknown[] => calls.of(operation).map(({ body }) => body);
  const job = serviceJobSchema.parse({
    jobId: 'job-1',
    connectionId: main.connections.active.connectionId,
    kind: 'message',
    operation: 'startAssistant',
    title: 'Gulls',
    state: 'succeeded',
    progress: 1,
    isCancelling: false,
    projectId: 'prj_0000',
    createdAt: 1,
    finishedAt: 2,
    error: null,
  });
  const begun = { job, text: 'Gulls', actionId: null, isApproved: true, messageId: 'm1' };
  const chat = {
    chatId: 'job-1',
    assistantId: 'asst_1',
    projectId: 'prj_0000',
    title: 'Gulls',
    changedAt: 1,
  };
  main.chats.push({ ...chat, turns: [begun] });
  const detail = { summary: 'Waves', creditsRemaining: 90, estimatedCredits: 10 };
  const change = {
    actionId: 'act_1',
    kind: 'APPLY_EDIT',
    label: 'Music',
    requiresApp: false,
    detail,
  } as const;
  main.chatMessages.push({
    message: {
      role: 'assistant',
      messageId: 'm1',
      status: 'succeeded',
      createdAt: 1,
      attachments: [],
      content: 'Shall I?',
      workflowSuggestions: [],
      actions: [change],
      generation: null,
      error: null,
    },
    generationId: null,
  });
  await openPage(page, address);
  await page
    .getByRole('radiogroup', { name: words('mode.label') })
    .getByText(words('chat.mode'), { exact: true })
    .click();
  const message = write('message', 'chat.message', 'A film about ferries');
  const automatic = turn('autoGenerate', 'chat.automatic', true);
  const send = page.getByRole('button', { name: words('chat.send') });
  const sendAgain = async (count: number, operation: string): Promise<void> => {
    await send.click();
    await expect.poll(() => bodiesOf(operation).length).toBe(count);
  };
  await carryOut(page, [message]);
  await sendAgain(1, 'startAssistant');
  await page.getByRole('button', { name: words('chat.new') }).click();
  await carryOut(page, [message, automatic]);
  await sendAgain(2, 'startAssistant');
  const [least, ...set] = bodiesOf('startAssistant');
  addRows('assistant', fieldPaths(startAssistantSchema), [message, automatic], { least, set });

  await page
    .getByRole('list', { name: words('chat.list') })
    .getByRole('button')
    .click();
  await carryOut(page, [message]);
  await sendAgain(1, 'sendAssistantMessage');
  const said = bodiesOf('sendAssistantMessage');
  addRows('message', fieldPaths(sendMessageSchema), [message], { least: said[0], set: said });

  await page.getByRole('button', { name: /^Approve:/ }).click();
  await expect.poll(() => bodiesOf('actOnAssistantAction').length).toBe(1);
  await page.getByRole('button', { name: /^Reject:/ }).click();
  await expect.poll(() => bodiesOf('actOnAssistantAction').length).toBe(2);
  const [approved, rejected] = bodiesOf('actOnAssistantAction');
  const decision = { ...press('chat.reject'), path: 'decision', seen: 'REJECT' };
  addRows('decision', fieldPaths(actOnSuggestionSchema), [decision], { least: approved, set: [rejected] });
});

test('every field of a text is set by its control', async ({ page, address }) => {
  const calls = watchCalls(page);
  const bodiesOf = (operation: string): unknown[] => calls.of(operation).map(({ body }) => body);
  await openPage(page, address);
  await page.getByRole('button', { name: words('writing.menu'), exact: true }).click();
  await page.getByRole('menuitem', { name: words('writing.task.own') }).click();
  const pane = page.getByRole('region', { name: words('writing.title') });
  const instruction = write('prompt', 'writing.instruction', 'Write about gulls');
  await carryOut(page, [instruction], pane);
  await pane.getByRole('button', { name: words('writing.write'), exact: true }).click();
  await expect.poll(() => bodiesOf('generateText').length).toBe(1);
  const steps = [
    { ...press('choice.fold.more'), set: () => pane.locator('summary').click() },
    write('system', 'writing.style', 'For children'),
    pick('quality', 'choice.quality', 'Max', 'MAX'),
    write('temperature', 'writing.temperature', '0.5', 0.5),
    write('maxOutputTokens', 'writing.length', '40', 40),
  ];
  await carryOut(page, steps, pane);
  await pane.getByRole('button', { name: words('writing.again'), exact: true }).click();
  await expect.poll(() => bodiesOf('generateText').length).toBe(2);
  const [least, ...set] = bodiesOf('generateText');
  addRows('text', fieldPaths(generateTextSchema), [instruction, ...steps], { least, set });
});

test.afterAll(() => writeRows('assistant-fields'));
