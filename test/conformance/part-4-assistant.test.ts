import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Json } from './caller.ts';
import { startControlledService } from './service-under-test.ts';
import type { ControlledService } from './service-under-test.ts';

/** Specification §4.4 with contract supplement §4.4. */
describe('§4.4 Assistant', () => {
  let service: ControlledService;
  let caller: Caller;

  beforeAll(async () => {
    service = await startControlledService();
    ({ caller } = service);
  });
  afterAll(() => service.dispose());

  const start = async (message: string, autoGenerate?: boolean): Promise<Json> => {
    const answer = await caller.post('/v1/assistants', { message, autoGenerate });
    expect(answer.status).toBe(202);
    return answer.body;
  };
  const reply = (messageId: unknown): Promise<Json> =>
    caller.untilTerminal(`/v1/assistant-messages/${String(messageId)}`);
  const listOf = (value: unknown): Json[] => value as Json[];

  test('a chat is started with its project, and the first reply suggests workflows', async () => {
    const chat = await start('Make a vertical video about lighthouses');
    expect(chat).toEqual({
      messageId: expect.stringMatching(/^vg_mesg_/),
      assistantId: expect.stringMatching(/^vg_asst_/),
      projectId: expect.stringMatching(/^vg_proj_/),
      projectUrl: expect.stringContaining(String(chat.projectId)),
    });
    const message = await reply(chat['messageId']);
    expect(message).toMatchObject({
      messageId: chat['messageId'],
      role: 'assistant',
      status: 'succeeded',
      content: expect.any(String),
      attachments: [],
      actions: [],
      generation: null,
      error: null,
      createdAt: expect.any(Number),
    });
    expect(listOf(message['workflowSuggestions'])[0]).toEqual({
      actionId: expect.any(String),
      workflowType: 'SCRIPT_TO_VIDEO',
      title: expect.any(String),
      description: expect.any(String),
    });
    const project = await caller.get(`/v1/projects/${chat.projectId}`);
    expect(project.body).toMatchObject({
      assistantId: chat['assistantId'],
      aspectRatio: { width: 9, height: 16 },
      status: 'generating',
    });
  });

  test('the chat tells its messages, oldest first, and those of the user can be read too', async () => {
    const chat = await start('A video about tides');
    await reply(chat['messageId']);
    const { status, body } = await caller.get(`/v1/assistants/${String(chat['assistantId'])}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ assistantId: chat['assistantId'], projectId: chat.projectId });
    const messages = listOf(body['messages']);
    expect(messages.map((message) => message['role'])).toEqual(['user', 'assistant']);
    const said = await caller.get(`/v1/assistant-messages/${String(messages[0]?.['messageId'])}`);
    expect(said.body).toEqual({
      messageId: messages[0]?.['messageId'],
      role: 'user',
      status: 'succeeded',
      content: 'A video about tides',
      attachments: [],
      createdAt: expect.any(Number),
    });
  });

  test('approving a suggestion starts the generation at once, in the chat’s own project', async () => {
    const chat = await start('Script: The boats come in at noon.');
    const first = await reply(chat['messageId']);
    const actionId = String(listOf(first['workflowSuggestions'])[0]?.['actionId']);
    const path = `/v1/assistants/${String(chat['assistantId'])}/actions/${actionId}`;
    const approved = await caller.post(path);
    expect(approved.status).toBe(202);
    const message = await reply(approved.body['messageId']);
    expect(message['generation']).toMatchObject({ projectId: chat.projectId, remixActionIds: [] });
    const runId = (message['generation'] as Json).workflowRunId;
    const run = await caller.untilTerminal(`/v1/workflows/runs/${runId}`);
    expect(run).toMatchObject({ status: 'succeeded', workflowType: 'SCRIPT_TO_VIDEO' });
    expect((await caller.get(`/v1/projects/${chat.projectId}`)).body.status).toBe('ready');
    const again = await caller.post(path);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('autoGenerate picks a workflow itself', async () => {
    const chat = await start('Script: The boats come in at noon.', true);
    const message = await reply(chat['messageId']);
    expect((message['generation'] as Json).workflowRunId).toMatch(/^vg_work_/);
    expect(message['workflowSuggestions']).toEqual([]);
  });

  test('a finished project is changed by what is asked and approved', async () => {
    const chat = await start('Script: The boats come in at noon. The gulls follow them.', true);
    const first = await reply(chat['messageId']);
    await caller.untilTerminal(`/v1/workflows/runs/${(first['generation'] as Json).workflowRunId}`);
    const asked = await caller.post(`/v1/assistants/${String(chat['assistantId'])}/messages`, {
      message: 'Hide the captions and add a zoom',
    });
    expect([asked.status, asked.body]).toEqual([202, { messageId: expect.any(String) }]);
    const offer = await reply(asked.body['messageId']);
    const [action] = listOf(offer['actions']);
    expect(action).toMatchObject({
      kind: 'APPLY_EDIT',
      requiresApp: false,
      label: expect.any(String),
      detail: {
        summary: expect.stringContaining('captions'),
        estimatedCredits: expect.any(Number),
        creditsRemaining: expect.any(Number),
      },
    });
    const approved = await caller.post(
      `/v1/assistants/${String(chat['assistantId'])}/actions/${String(action?.['actionId'])}`,
      { decision: 'APPROVE' },
    );
    expect(await reply(approved.body['messageId'])).toMatchObject({ status: 'succeeded', generation: null });
    const { body } = await caller.get(`/v1/projects/${chat.projectId}/remix-actions`);
    const types = listOf(body['remixActions']).map((each) => each['type']);
    expect(types.toSorted()).toEqual(['ADD_ZOOM', 'DISABLE_CAPTIONS']);
  });

  test('a refusal is recorded and changes nothing', async () => {
    const chat = await start('A video about tides');
    const first = await reply(chat['messageId']);
    const actionId = String(listOf(first['workflowSuggestions'])[0]?.['actionId']);
    const path = `/v1/assistants/${String(chat['assistantId'])}/actions/${actionId}`;
    const refused = await caller.post(path, { decision: 'REJECT' });
    expect(await reply(refused.body['messageId'])).toMatchObject({ status: 'succeeded', generation: null });
    expect((await caller.get(`/v1/projects/${chat.projectId}`)).body.status).toBe('generating');
  });

  test('what does not exist and what makes no sense is refused', async () => {
    const chat = await start('A video about tides');
    const base = `/v1/assistants/${String(chat['assistantId'])}`;
    const answers = [
      await caller.get('/v1/assistants/vg_asst_unknown'),
      await caller.get('/v1/assistant-messages/vg_mesg_unknown'),
      await caller.post(`${base}/actions/unknown`),
      await caller.post('/v1/assistants', { message: '  ' }),
      await caller.post(`${base}/messages`, {}),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [400, 'invalid_parameters'],
      [400, 'invalid_parameters'],
    ]);
  });
});
