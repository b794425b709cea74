import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountCommand, callerWith } from '../support/account-commands.ts';
import { type Answer, type Caller, type Json, shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let count = 0;
let team: string;

beforeAll(async () => {
  service = await startControlledService();
});
afterAll(() => service.dispose());
beforeEach(() => {
  count += 1;
  team = `Team ${count}`;
});

async function callerLeftWith(credits: number, plan: string): Promise<Caller> {
  const caller = await callerWith(service, '--team', team, '--plan', plan);
  await accountCommand(service, ['credits', 'set', '--team', team, String(credits)]);
  return caller;
}

const start = (caller: Caller, body: object = shortScript) =>
  caller.post('/v1/workflows/script-to-video', body);

test.each([
  ['free', 'upgrade_plan'],
  ['pro', 'purchase_add_on'],
])('§7.8 a team on the plan %s without credits learns what helps', async (plan, type) => {
  const refused = await start(await callerLeftWith(0, plan));
  expectError(refused, 429, 'insufficient_credits');
  expect(refused.body.requirement['type']).toBe(type);
  const nowMs = service.clock.nowMs();
  const retryAt = new Date(nowMs + Number(refused.headers.get('retry-after')) * 1000);
  expect([retryAt.getUTCDate(), retryAt.getUTCHours(), retryAt > new Date(nowMs)]).toEqual([1, 0, true]);
});

test('starts take credits until none are left, and reads take none', async () => {
  const caller = await callerLeftWith(100, 'pro');
  expect([(await start(caller)).status, (await start(caller)).status]).toEqual([202, 202]);
  expectError(await start(caller), 429, 'insufficient_credits');
  expect((await caller.get('/v1/workflows/runs')).body.workflowRuns).toHaveLength(2);
});

test('a start that is refused takes nothing', async () => {
  const caller = await callerLeftWith(50, 'free');
  const marked = { ...shortScript, autoExport: true, exportOptions: { watermarkMode: 'NONE' } };
  expectError(await start(caller, marked), 403, 'not_authorized');
  expectError(await start(caller, {}), 400, 'invalid_parameters');
  expect((await start(caller)).status).toBe(202);
});

test('the unlimited plan is never charged', async () => {
  const caller = await callerLeftWith(0, 'unlimited');
  expect((await start(caller)).status).toBe(202);
});

test('the next month brings new credits', async () => {
  const own = await startControlledService();
  try {
    const caller = await callerWith(own, '--team', team);
    await accountCommand(own, ['credits', 'set', '--team', team, '0']);
    expectError(await start(caller), 429, 'insufficient_credits');
    own.clock.advanceSeconds(31 * 86_400);
    expect((await start(caller)).status).toBe(202);
  } finally {
    await own.dispose();
  }
});

const listOf = (value: unknown): Json[] => value as Json[];
const replyOf = (caller: Caller, { body }: Answer): Promise<Json> =>
  caller.untilTerminal(`/v1/assistant-messages/${String(body['messageId'])}`);
const setCredits = (credits: number) =>
  accountCommand(service, ['credits', 'set', '--team', team, String(credits)]);

test('a video that the assistant makes takes the credits of its workflow', async () => {
  const caller = await callerLeftWith(100, 'pro');
  const chat = await caller.post('/v1/assistants', {
    message: 'Script: The boats come in at noon.',
    autoGenerate: true,
  });
  expect((await replyOf(caller, chat))['generation']).not.toBeNull();
  expectError(await start(caller), 429, 'insufficient_credits');
});

test('a suggestion for which there are not enough credits starts nothing, and can be approved once there are', async () => {
  const caller = await callerLeftWith(40, 'pro');
  const chat = await caller.post('/v1/assistants', { message: 'Script: The boats come in at noon.' });
  const [suggestion] = listOf((await replyOf(caller, chat))['workflowSuggestions']);
  const path = `/v1/assistants/${String(chat.body['assistantId'])}/actions/${String(suggestion?.['actionId'])}`;
  const refused = await replyOf(caller, await caller.post(path));
  expect(refused).toMatchObject({
    status: 'failed',
    generation: null,
    error: { code: 'insufficient_credits', requirement: { type: 'purchase_add_on' } },
  });
  expect((await caller.get('/v1/workflows/runs')).body.workflowRuns).toEqual([]);
  await setCredits(60);
  expect((await replyOf(caller, await caller.post(path)))['generation']).not.toBeNull();
});

test('changes that the assistant makes take the credits that were shown, or are not made', async () => {
  const caller = await callerLeftWith(100, 'pro');
  const chat = await caller.post('/v1/assistants', {
    message: 'Script: The boats come in at noon.',
    autoGenerate: true,
  });
  const { generation } = await replyOf(caller, chat);
  await caller.untilTerminal(`/v1/workflows/runs/${(generation as Json).workflowRunId}`);
  const path = `/v1/assistants/${String(chat.body['assistantId'])}`;
  await setCredits(22);
  const asked = await caller.post(`${path}/messages`, { message: 'Hide the captions and add a zoom' });
  const [action] = listOf((await replyOf(caller, asked))['actions']);
  expect(action?.['detail']).toMatchObject({ estimatedCredits: 20, creditsRemaining: 20 });
  const approve = () => caller.post(`${path}/actions/${String(action?.['actionId'])}`);
  expect(await replyOf(caller, await approve())).toMatchObject({ error: { code: 'insufficient_credits' } });
  const actions = `/v1/projects/${chat.body.projectId}/remix-actions`;
  expect((await caller.get(actions)).body['remixActions']).toEqual([]);
  await setCredits(22);
  expect((await replyOf(caller, await approve()))['status']).toBe('succeeded');
  expect((await caller.get(actions)).body['remixActions']).toHaveLength(2);
  expectError(await caller.post('/v1/text/generate', { prompt: 'Bees' }), 429, 'insufficient_credits');
});

test('credits of a team nobody knows cannot be set', async () => {
  const { code, errors } = await accountCommand(service, ['credits', 'set', '--team', 'Nobody', '5']);
  expect([code, errors.includes('Nobody')]).toEqual([1, true]);
});
