import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../fakes/temporary-folder.ts';
import { accountCommand, callerWith } from '../support/account-commands.ts';
import { Caller, shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { spawnService } from '../support/service-process.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let count = 0;
/** Name that no other test of this file uses. */
let unused: string;

beforeAll(async () => {
  service = await startControlledService();
});
afterAll(() => service.dispose());
beforeEach(() => {
  count += 1;
  unused = `Team ${count}`;
});

test('§5.2 a key made while the service runs opens it at once, and is shown that one time', async () => {
  const { code, result } = await accountCommand(service, ['keys', 'create', '--name', 'laptop']);
  expect(code).toBe(0);
  expect(result.apiKey).toMatch(/^sk_videogen_live_[\w-]{43}$/);
  const caller = new Caller({ url: service.url, apiKey: result.apiKey });
  const own = (await service.caller.get('/v1/me')).body;
  const { status, body } = await caller.get('/v1/me');
  expect([status, body]).toEqual([200, { ...own, apiKeyId: result.keyId, apiKeyNickname: 'laptop' }]);
  const listed = await accountCommand(service, ['keys', 'list']);
  expect(listed.result.keys).toContainEqual(
    expect.objectContaining({ keyId: result.keyId, revokedAt: null }),
  );
  expect(listed.output).not.toContain(result.apiKey.slice(-20));
  const names = await readdir(service.dataFolder, { recursive: true, withFileTypes: true });
  for (const entry of names.filter((name) => name.isFile())) {
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    expect(bytes.includes(result.apiKey)).toBe(false);
  }
});

test('a revoked key opens nothing from the next request on', async () => {
  const { result } = await accountCommand(service, ['keys', 'create']);
  const caller = new Caller({ url: service.url, apiKey: result.apiKey });
  expect((await caller.get('/v1/me')).status).toBe(200);
  expect((await accountCommand(service, ['keys', 'revoke', result.keyId])).code).toBe(0);
  expectError(await caller.get('/v1/me'), 401, 'invalid_api_key');
  const again = await accountCommand(service, ['keys', 'revoke', result.keyId]);
  expect([again.code, again.output]).toEqual([1, '']);
  expect(again.errors).toContain(result.keyId);
  expect((await service.caller.get('/v1/me')).status).toBe(200);
});

test('§1 what a team makes is seen by its members and by nobody else', async () => {
  const anna = await callerWith(service, '--team', unused, '--user', 'anna@example.org');
  const ben = await callerWith(service, '--team', unused, '--user', 'ben@example.org');
  const stranger = await callerWith(service, '--team', `${unused} next door`, '--user', 'anna@example.org');
  const run = await anna.makeProject();
  const records = [`/v1/projects/${run.projectId}`, `/v1/workflows/runs/${run.workflowRunId}`];
  for (const record of records) {
    expect((await ben.get(record)).status).toBe(200);
    expectError(await stranger.get(record), 403, 'not_authorized');
    expectError(await service.caller.get(record), 403, 'not_authorized');
    expectError(await anna.get(`${record}x`), 404, 'not_found');
  }
  expect((await stranger.get('/v1/projects')).body.projects).toEqual([]);
  expect((await ben.get('/v1/projects')).body.projects).toHaveLength(1);
  const me = [(await anna.get('/v1/me')).body, (await ben.get('/v1/me')).body];
  expect(me.map((body) => body['email'])).toEqual(['anna@example.org', 'ben@example.org']);
  expect(me[0]?.['teamId']).toBe(me[1]?.['teamId']);
});

test('§4.2 selfOnly leaves the caller’s own runs of the team’s', async () => {
  const anna = await callerWith(service, '--team', unused, '--user', 'anna@example.org');
  const ben = await callerWith(service, '--team', unused, '--user', 'ben@example.org');
  const run = await anna.makeProject();
  const listed = async (caller: Caller, query: string) =>
    (await caller.get(`/v1/workflows/runs?${query}`)).body.workflowRuns.map((each) => each.workflowRunId);
  expect(await listed(ben, 'selfOnly=false')).toEqual([run.workflowRunId]);
  expect(await listed(ben, 'selfOnly=true')).toEqual([]);
  expect(await listed(anna, 'selfOnly=true')).toEqual([run.workflowRunId]);
});

test('§7.4 marks are left off by teams with a paid plan only', async () => {
  const free = await callerWith(service, '--team', unused, '--plan', 'free');
  const paid = await callerWith(service, '--team', `${unused} paid`, '--plan', 'pro');
  const start = { ...shortScript, autoExport: true, exportOptions: { watermarkMode: 'NONE' } };
  const refused = await free.post('/v1/workflows/script-to-video', start);
  expectError(refused, 403, 'not_authorized');
  expect(['upgrade_plan', 'purchase_add_on']).toContain(refused.body.requirement['type']);
  expect((await paid.post('/v1/workflows/script-to-video', start)).status).toBe(202);
});

test('a team’s plan can be changed later, the first team’s only at the start', async () => {
  const free = await callerWith(service, '--team', unused, '--plan', 'free');
  const body = { ...shortScript, autoExport: true, exportOptions: { endScreenMode: 'NONE' } };
  expect((await free.post('/v1/workflows/script-to-video', body)).status).toBe(403);
  await callerWith(service, '--team', unused.toUpperCase(), '--plan', 'pro');
  expect((await free.post('/v1/workflows/script-to-video', body)).status).toBe(202);
  const refused = await accountCommand(service, [
    'keys',
    'create',
    '--team',
    'This computer',
    '--plan',
    'free',
  ]);
  expect(refused.code).toBe(1);
});

test('§5.4 keys and people stay over a restart', async () => {
  const before = await startControlledService();
  const caller = await callerWith(before, '--team', unused, '--user', 'anna@example.org');
  const me = (await caller.get('/v1/me')).body;
  const after = await before.restart();
  try {
    const again = new Caller({ url: after.url, apiKey: caller.apiKey });
    expect((await again.get('/v1/me')).body).toEqual(me);
  } finally {
    await after.dispose();
  }
});

test.each([
  [['keys'], 'keys'],
  [['keys', 'make'], 'keys make'],
  [['keys', 'revoke'], 'keys revoke'],
  [['keys', 'create', 'extra'], 'extra'],
  [['keys', 'create', '--user', 'nobody'], '--user'],
  [['keys', 'create', '--plan', 'free'], '--team'],
  [['keys', 'create', '--team', 'x', '--plan', 'gold'], '--plan'],
  [['keys', 'create', '--name', ' '], '--name'],
  [['keys', 'list', '--team', 'x'], '--team'],
  [['credits', 'set', '--team', 'x'], 'number'],
  [['credits', 'set', '5'], '--team'],
])('the words %j are refused with the reason', async (words, reason) => {
  const { code, output, errors } = await accountCommand(service, words);
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain(reason);
});

test('the program makes a key for a folder no service has used yet', async () => {
  const folder = await makeTemporaryFolder();
  const { code, output } = await spawnService('cli', ['keys', 'create', '--data', folder]).exited;
  expect(code).toBe(0);
  const own = await startControlledService({ dataFolder: folder });
  const { apiKey } = JSON.parse(output);
  expect((await new Caller({ url: own.url, apiKey }).get('/v1/me')).status).toBe(200);
  await own.dispose();
});
