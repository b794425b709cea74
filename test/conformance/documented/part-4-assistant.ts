import { describe, expect, test } from 'vitest';
import type { Json } from '../support/caller.ts';
import { address, expectApiError, expectField, text } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, ended, target } from './target.ts';

async function chat(): Promise<Json> {
  const { body } = (await material.startedAssistant()).answer;
  return bodyOf(await caller.get(`/v1/assistants/${String(body['assistantId'])}`), 200);
}

describe('part-4-assistant', () => {
  test.each(['messageId', 'assistantId', 'projectId'])(
    '§4.4 a chat starts with 202 and its %s',
    async (field) => {
      expectField(bodyOf((await material.startedAssistant()).answer, 202), field, text);
    },
  );

  test('§4.4 a chat starts with the address of its project', async () => {
    expectField((await material.startedAssistant()).answer.body, 'projectUrl', address);
  });

  test('§4.4 the message is polled until it succeeds, with its text and what can be done next', async () => {
    const message = await (await material.startedAssistant()).ended();
    expect(message).toMatchObject({ status: 'succeeded', role: 'assistant', error: null });
    for (const field of ['attachments', 'workflowSuggestions', 'actions']) {
      expectField(message, field, Array.isArray);
    }
    expectField(message, 'content', text);
  });

  test('§4.4 the chat has its messages, oldest first', async () => {
    await (await material.startedAssistant()).ended();
    const messages = (await chat())['messages'] as Json[];
    expect(messages.slice(0, 2).map((message) => message['role'])).toEqual(['user', 'assistant']);
    const said = await caller.get(`/v1/assistant-messages/${String(messages[0]?.['messageId'])}`);
    const fields = ['attachments', 'content', 'createdAt', 'messageId', 'role', 'status'];
    if (target.isOwn) expect(Object.keys(said.body).sort()).toEqual(fields);
    expect(bodyOf(said, 200)).toMatchObject({
      messageId: messages[0]?.['messageId'],
      role: 'user',
      status: 'succeeded',
      attachments: [],
      content: 'A short video about a harbour at dusk',
      createdAt: expect.any(Number),
    });
  });

  test('§4.4 another message is answered by a message of its own', async () => {
    await (await material.startedAssistant()).ended();
    const { body } = (await material.startedAssistant()).answer;
    const path = `/v1/assistants/${String(body['assistantId'])}/messages`;
    const sent = bodyOf(await caller.post(path, { message: 'Make it shorter' }), 202);
    expect((await ended(`/v1/assistant-messages/${String(sent['messageId'])}`)).status).toBe('succeeded');
  });

  test('contract §4.4 a suggestion can be refused', async () => {
    const message = await (await material.startedAssistant()).ended();
    const [suggestion] = message['workflowSuggestions'] as Json[];
    if (!suggestion) throw new Error('nothing was suggested');
    const { projectId, ...opened } = await chat();
    const path = `/v1/assistants/${String(opened['assistantId'])}/actions/${String(suggestion['actionId'])}`;
    const answer = bodyOf(await caller.post(path, { decision: 'REJECT' }), 202);
    const reply = await ended(`/v1/assistant-messages/${String(answer['messageId'])}`);
    expect(reply).toMatchObject({ status: 'succeeded', generation: null });
    expect(bodyOf(await caller.get(`/v1/projects/${projectId}`), 200).status).toBe('generating');
  });

  test('§4.4 with autoGenerate the answer carries a generation, whose run can be polled', async () => {
    const body = { message: 'A video about lighthouses, two sentences', autoGenerate: true };
    const started = bodyOf(await caller.post('/v1/assistants', body), 202);
    const message = await ended(`/v1/assistant-messages/${String(started['messageId'])}`);
    const generation = message['generation'] as Json;
    expect(generation).toMatchObject({ projectId: started.projectId });
    expect((await caller.get(`/v1/workflows/runs/${generation.workflowRunId}`)).status).toBe(200);
    await caller.post(`/v1/workflows/runs/${generation.workflowRunId}/cancel`);
  });

  test('§4.4 a chat and what is said in it need a message', async () => {
    const own = `/v1/assistants/${String((await chat())['assistantId'])}/messages`;
    for (const [path, body] of [
      ['/v1/assistants', {}],
      ['/v1/assistants', { message: '  ' }],
      [own, {}],
    ] as const) {
      expectApiError(await caller.post(path, body), 400, 'invalid_parameters');
    }
  });

  test('contract §9 (S9) a plain message starts no run', async () => {
    const opened = await chat();
    const path = `/v1/assistants/${String(opened['assistantId'])}/messages`;
    const sent = bodyOf(await caller.post(path, { message: 'Yes, make it a video' }), 202);
    const reply = await ended(`/v1/assistant-messages/${String(sent['messageId'])}`);
    expect(reply).toMatchObject({ status: 'succeeded', generation: null });
  });

  test('§7 an unknown suggestion is not found', async () => {
    const path = `/v1/assistants/${String((await chat())['assistantId'])}/actions/unknown`;
    expectApiError(await caller.post(path), 404, 'not_found');
  });

  test.each(['/v1/assistants/x_asst_y', '/v1/assistant-messages/x_mesg_y'])(
    '§7 %s is not found',
    async (path) => expectApiError(await caller.get(path), 404, 'not_found'),
  );
});
