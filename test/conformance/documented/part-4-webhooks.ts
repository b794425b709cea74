import { describe, expect, test } from 'vitest';
import { expectApiError, expectField, expectPage, idsOf, orNull, text, unixSeconds } from './facts.ts';
import { bodyOf, caller, target } from './target.ts';

const path = '/v1/webhooks/endpoints';
const events = ['file.upload.completed'];
const endpointFields = [
  'createdAt',
  'description',
  'endpointId',
  'events',
  'signingSecret',
  'signingSecretLast4',
  'url',
];

describe('part-4-webhooks', () => {
  test('§4.11 an endpoint is created with its signing secret, listed without, and deleted', async () => {
    const body = { url: 'https://example.com/hooks', events, description: 'Conformance' };
    const created = bodyOf(await caller.post(path, body), 201);
    expect(created).toMatchObject(body);
    for (const field of ['endpointId', 'signingSecret']) expectField(created, field, text);
    expectField(created, 'createdAt', unixSeconds);
    expect(created['signingSecret']).toMatch(/^whsec_[\w+/]+=*$/);
    expect(String(created['signingSecret']).slice(-4)).toBe(
      created['signingSecretLast4'] ?? String(created['signingSecret']).slice(-4),
    );
    if (target.isOwn) expect(Object.keys(created).sort()).toEqual(endpointFields);
    const { endpointId } = created as unknown as { endpointId: string };
    const listed = expectPage(await caller.get(`${path}?limit=200`), 'endpoints');
    const own = listed.find((endpoint) => endpoint['endpointId'] === endpointId);
    expect(own?.['signingSecret'] ?? null).toBeNull();
    expectField(own, 'description', orNull(text));
    const deleted = await caller.send(`${path}/${endpointId}`, { method: 'DELETE' });
    expect([deleted.status, deleted.body]).toEqual([204, null]);
    const again = await caller.send(`${path}/${endpointId}`, { method: 'DELETE' });
    expectApiError(again, 404, 'not_found');
    const rest = expectPage(await caller.get(`${path}?limit=200`), 'endpoints');
    expect(idsOf(rest, 'endpointId')).not.toContain(endpointId);
  });

  test.each([
    ['url', { events }],
    ['events', { url: 'https://example.com/hooks', events: ['workflow_run.started'] }],
    ['events', { url: 'https://example.com/hooks', events: [] }],
  ])('§4.11 a wrong %s is refused (%#)', async (field, body) => {
    const answer = await caller.post(path, body);
    expectApiError(answer, 400, 'invalid_parameters');
    expect(answer.body.message).toMatch(new RegExp(`^${field}\\b`));
  });

  test('§4.11 deleting an unknown endpoint is not found', async () => {
    expectApiError(await caller.send(`${path}/ep_nobody`, { method: 'DELETE' }), 404, 'not_found');
  });
});
