import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

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
      projectUrl: expect.stringContaining(chat.projectId),
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

  test('a greeting is answered and never starts a run, even where runs start without approval', async () => {
    const chat = await start('Hello!', true);
    const message = await reply(chat['messageId']);
    expect(message).toMatchObject({ workflowSuggestions: [], actions: [], generation: null });
    expect(message['content']).toContain('Tell me what the video is about');
  });

  test('changes of a draft are carried out when it is made', async () => {
    const chat = await start('Make a video about lighthouses');
    await reply(chat['messageId']);
    const say = async (text: string): Promise<Json> => {
      const { body } = await caller.post(`/v1/assistants/${String(chat['assistantId'])}/messages`, {
        message: text,
      });
      return reply(body['messageId']);
    };
    expect((await say('Add a red logo in the corner'))['content']).toContain('A logo has to be a picture');
    const changed = await say('Remove the music and use a slower voice');
    expect(changed['content']).toContain('Take the music out, Speak more slowly');
    const [best] = listOf(changed['workflowSuggestions']);
    const { body } = await caller.post(
      `/v1/assistants/${String(chat['assistantId'])}/actions/${String(best?.['actionId'])}`,
      {},
    );
    const run = (await reply(body['messageId']))['generation'];
    expect(run).not.toBeNull();
    const { body: listed } = await caller.get(`/v1/projects/${chat.projectId}/remix-actions`);
    expect(listOf(listed['remixActions'])).toMatchObject([{ type: 'SET_BACKGROUND_MUSIC' }]);
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

  test('of two approved suggestions only the first is generated', async () => {
    const chat = await start('Make a vertical video about lighthouses');
    const suggestions = listOf((await reply(chat['messageId']))['workflowSuggestions']);
    const [first, second] = suggestions.map(
      ({ actionId }) => `/v1/assistants/${String(chat['assistantId'])}/actions/${String(actionId)}`,
    ) as [string, string];
    const approved = await reply((await caller.post(first)).body['messageId']);
    expect(approved['status']).toBe('succeeded');
    expectError(await caller.post(second), 409, 'conflict');
    const { workflowRunId } = approved['generation'] as Json;
    expect((await caller.untilTerminal(`/v1/workflows/runs/${workflowRunId}`)).status).toBe('succeeded');
    expectError(await caller.post(second), 409, 'conflict');
    expect((await caller.post(second, { decision: 'REJECT' })).status).toBe(202);
  });

  test('of suggestions approved at the same moment one is generated, the others are conflicts', async () => {
    const chat = await start('Make a vertical video about lighthouses');
    const suggestions = listOf((await reply(chat['messageId']))['workflowSuggestions']);
    const [first, second] = suggestions.map(
      ({ actionId }) => `/v1/assistants/${String(chat['assistantId'])}/actions/${String(actionId)}`,
    ) as [string, string];
    const answers = await Promise.all([first, second, first].map((path) => caller.post(path)));
    const accepted = answers.filter(({ status }) => status === 202);
    const refused = answers.filter(({ status }) => status !== 202);
    for (const answer of refused) expectError(answer, 409, 'conflict');
    expect(accepted).toHaveLength(1);
    expect(await reply(accepted[0]?.body['messageId'])).toMatchObject({
      status: 'succeeded',
      generation: { projectId: chat.projectId },
    });
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

  /** Sends a message to a chat and waits for the reply. */
  const say = async (chat: Json, message: string): Promise<Json> => {
    const { body } = await caller.post(`/v1/assistants/${String(chat['assistantId'])}/messages`, { message });
    return reply(body['messageId']);
  };
  /** Approves the best suggestion of a reply and waits for the answer. */
  const approve = async (chat: Json, message: Json): Promise<Json> => {
    const [best] = listOf(message['workflowSuggestions']);
    const path = `/v1/assistants/${String(chat['assistantId'])}/actions/${String(best?.['actionId'])}`;
    return reply((await caller.post(path)).body['messageId']);
  };
  const drafted = async (message: string): Promise<Json> => {
    const chat = await start(message);
    await reply(chat['messageId']);
    return chat;
  };
  /** Waits for the video that a reply has started. Returns all text spoken since the calls were cleared. */
  const spokenIn = async (message: Json): Promise<string> => {
    const { workflowRunId } = message['generation'] as Json;
    await caller.untilTerminal(`/v1/workflows/runs/${workflowRunId}`);
    expect(service.engine.calls).not.toEqual([]);
    const requests = service.engine.calls.flatMap((call) =>
      call.name === 'speakScene' ? [call.request] : [],
    );
    return requests.map((request) => (request as { scene: { text: string } }).scene.text).join(' ');
  };

  test.each([
    'Make it a video please',
    'Yes, go ahead!',
    'Turn this into a video.',
    'Conviértelo en un vídeo, por favor',
    'Fais-en une vidéo s’il te plaît',
    'Mach bitte ein Video daraus',
  ])('after a draft, “%s” starts nothing but offers that draft’s video', async (message) => {
    const chat = await drafted('Write a script about lighthouses in square format');
    service.engine.calls.length = 0;
    const offer = await say(chat, message);
    expect(offer['generation']).toBeNull();
    const { body } = await caller.get(`/v1/workflows/runs?limit=200`);
    expect(body.workflowRuns.map((run) => run.projectId)).not.toContain(chat.projectId);
    const made = await approve(chat, offer);
    expect(made['generation']).toMatchObject({ projectId: chat.projectId });
    expect((await spokenIn(made)).toLowerCase()).toContain('lighthouses');
    const project = await caller.get(`/v1/projects/${chat.projectId}`);
    expect(project.body).toMatchObject({ status: 'ready', aspectRatio: { width: 1, height: 1 } });
  });

  const longScript =
    'Script: The harbour wakes at five. Boats come in with the tide, their lamps still lit. ' +
    'Crates are stacked on the quay. Gulls circle above the boats and the crates. ' +
    'By nine the market is open. By noon the harbour is quiet again.';

  test.each([
    'shorter please',
    'It is too long',
    'Más corto, por favor',
    'Plus court s’il te plaît',
    'Bitte kürzer',
  ])('after a draft, “%s” shortens it, and its video is the short one', async (message) => {
    const chat = await drafted(longScript);
    const changed = await say(chat, message);
    expect(changed['generation']).toBeNull();
    expect(listOf(changed['workflowSuggestions']).length).toBeGreaterThan(0);
    service.engine.calls.length = 0;
    const spoken = await spokenIn(await approve(chat, await say(chat, 'Make it a video please')));
    const original = longScript.replace('Script: ', '');
    expect(spoken.split(' ').length).toBeLessThan(original.split(' ').length * 0.8);
    for (const sentence of spoken.split(/(?<=\.)\s+/)) expect(original).toContain(sentence);
  });

  test('a draft keeps its subject while its shape, length, look and voice are changed', async () => {
    const chat = await drafted('A video about lighthouses');
    await say(chat, 'Make it vertical, 20 seconds long');
    const changed = await say(chat, 'and in watercolor style with a female voice please');
    const [suggestion] = listOf(changed['workflowSuggestions']);
    for (const part of ['lighthouses', '9:16', '20 seconds', 'watercolor']) {
      expect(suggestion?.description).toContain(part);
    }
  });

  test('a new subject is a new draft', async () => {
    const chat = await drafted('A video about lighthouses');
    await say(chat, 'Rather make a video about tides');
    service.engine.calls.length = 0;
    const spoken = await spokenIn(await approve(chat, await say(chat, 'Make it a video please')));
    expect(spoken).toContain('tides');
    expect(spoken).not.toContain('lighthouses');
  });

  test('after a draft, a wish for a clip puts the clip first', async () => {
    const chat = await drafted('Make a vertical video about lighthouses');
    const types = listOf((await say(chat, 'Make it a clip'))['workflowSuggestions']).map(
      (suggestion) => suggestion['workflowType'],
    );
    expect(types).toEqual(['PROMPT_TO_VIDEO_CLIP', 'SCRIPT_TO_VIDEO']);
  });

  test('a plain message starts nothing in a chat that began with autoGenerate either', async () => {
    const chat = await start('Script: The boats come in at noon.', true);
    const first = await reply(chat['messageId']);
    await caller.post(`/v1/workflows/runs/${(first['generation'] as Json).workflowRunId}/cancel`);
    expect((await say(chat, 'Make it a video please'))['generation']).toBeNull();
  });

  test('without a draft, a wish for “a video” starts nothing', async () => {
    const chat = await start('Make it a video please');
    const message = await reply(chat['messageId']);
    expect(message['generation']).toBeNull();
    expect(listOf(message['workflowSuggestions']).length).toBeGreaterThan(0);
  });

  test('a finished project is shortened when it is asked for in another language', async () => {
    const chat = await start(longScript, true);
    const first = await reply(chat['messageId']);
    await caller.untilTerminal(`/v1/workflows/runs/${(first['generation'] as Json).workflowRunId}`);
    const [action] = listOf((await say(chat, 'Más corto, por favor'))['actions']);
    expect(action).toMatchObject({ kind: 'APPLY_EDIT', label: expect.stringContaining('Shorten') });
  });
});
