import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountCommand, callerWith } from './account-commands.ts';
import { type Caller, shortScript } from './caller.ts';
import { expectError } from './expectations.ts';
import { type ControlledService, startControlledService } from './service-under-test.ts';

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

test('what is started takes credits until there are none left; reading takes none', async () => {
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

test('credits of a team nobody knows cannot be set', async () => {
  const { code, errors } = await accountCommand(service, ['credits', 'set', '--team', 'Nobody', '5']);
  expect([code, errors.includes('Nobody')]).toEqual([1, true]);
});
