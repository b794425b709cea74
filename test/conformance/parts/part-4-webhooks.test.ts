import { expect, test } from 'vitest';
import type { Caller, Json } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, serviceForEachTest } from '../support/service-under-test.ts';

const endpoints = '/v1/webhooks/endpoints';
let service: ControlledService;
let caller: Caller;

serviceForEachTest((started) => {
  service = started;
  ({ caller } = started);
});

function create(fields: object = {}) {
  return caller.post(endpoints, {
    url: 'http://127.0.0.1:9/hooks',
    events: ['workflow_run.succeeded'],
    ...fields,
  });
}

test('§4.11 the list shows endpoints without their secrets, page by page', async () => {
  const made: Json[] = [];
  for (let count = 0; count < 3; count += 1) made.push((await create()).body);
  const first = await caller.get(`${endpoints}?limit=2`);
  expect(first.status).toBe(200);
  const second = await caller.get(`${endpoints}?limit=2&cursor=${first.body.nextCursor}`);
  expect(second.body).toMatchObject({ hasMore: false, nextCursor: null });
  const shown = [first.body, second.body].flatMap((page) => page['endpoints'] as Json[]);
  expect(shown).toEqual(made.toReversed().map((endpoint) => ({ ...endpoint, signingSecret: null })));
  expect(made[0]).toMatchObject({ description: null });
});

test('contract §4.9 repeated event names are kept once', async () => {
  const events = ['file.upload.completed', 'file.upload.completed', 'project_export.failed'];
  expect((await create({ events })).body['events']).toEqual([
    'file.upload.completed',
    'project_export.failed',
  ]);
});

test.each([
  ['no absolute address', { url: 'hooks' }, 'url'],
  ['another protocol', { url: 'ftp://example.com/' }, 'url'],
  ['plain http to the internet', { url: 'http://example.com/' }, 'url'],
  ['a password', { url: 'https://me:secret@example.com/' }, 'url'],
  ['a private address', { url: 'https://10.0.0.8/' }, 'url'],
  ['a private address as one number', { url: 'https://167772168/' }, 'url'],
  ['a private address in octal', { url: 'https://0300.0250.0.1/' }, 'url'],
  ['the address of metadata services', { url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
  ['an IPv4 address in IPv6', { url: 'https://[::ffff:192.168.1.1]/' }, 'url'],
  ['an IPv4 address behind NAT64', { url: 'https://[64:ff9b::a00:1]/' }, 'url'],
  ['a link-local address', { url: 'https://[fe80::1]/' }, 'url'],
  ['a unique local address', { url: 'https://[fd00::1]/' }, 'url'],
  ['the unspecified address', { url: 'https://0.0.0.0/' }, 'url'],
])('§4.11 %s is refused', async (_what, fields, field) => {
  const answer = await create(fields);
  expectError(answer, 400, 'invalid_parameters');
  expect(answer.body.message).toMatch(new RegExp(`^${field}\\b`));
});

test.each([
  'http://localhost:9/',
  'http://[::1]:9/',
  'http://127.8.8.8:9/',
  'http://2130706433:9/',
  'https://localhost:9/',
  'https://1.1.1.1/',
])('contract §4.9 %s is taken', async (url) => {
  expect((await create({ url })).status).toBe(201);
});

test('an endpoint survives a restart', async () => {
  const { body } = await create();
  service = await service.restart();
  const { body: list } = await service.caller.get(endpoints);
  expect(list['endpoints']).toEqual([{ ...body, signingSecret: null }]);
});
