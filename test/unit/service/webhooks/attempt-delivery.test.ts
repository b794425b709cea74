import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { attemptDelivery } from '../../../../src-service/webhooks/attempt-delivery.ts';
import { newSigningSecret } from '../../../../src-service/webhooks/signing-secret.ts';
import { WebhookTarget } from '../../../../src-service/webhooks/webhook-target.ts';
import { FakeClock } from '../../../fakes/services/fake-clock.ts';

function deliveryTo(url: string) {
  const signingSecret = newSigningSecret();
  return {
    deliveryOrder: 1,
    endpointId: 'ep_1',
    eventId: 'msg_1',
    attempts: 0,
    url,
    signingSecret,
    payload: '{}',
  };
}

async function attempt(url: string, address: string) {
  const lookUp = async () => [{ address, family: 4 } as const];
  const target = new WebhookTarget({ lookUp, isLoopbackAllowed: true });
  return attemptDelivery(deliveryTo(url), { target, clock: new FakeClock() }, new AbortController().signal);
}

test('a name that has come to lead into a private network is not connected to', async () => {
  const result = await attempt('https://hooks.example/', '192.168.0.1');
  expect(result).toEqual({
    isTaken: false,
    status: null,
    failure: 'The address must not lead into a private network.',
  });
});

test('the connection goes to the address that was checked, whatever the name is', async () => {
  const hosts: unknown[] = [];
  const server = createServer((request, response) => {
    hosts.push(request.headers.host);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await attempt(`http://hooks.localhost:${port}/`, '127.0.0.1')).toEqual({ isTaken: true });
  expect(hosts).toEqual([`hooks.localhost:${port}`]);
});

test('a receiver that is not there is a failure with its cause', async () => {
  const result = await attempt('http://127.0.0.1:1/', '127.0.0.1');
  expect(result).toMatchObject({ isTaken: false, status: null, failure: 'ECONNREFUSED' });
});
