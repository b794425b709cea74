import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../../fakes/services/fake-clock.ts';
import { type Caller, type Json, shortScript } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';
import {
  type Delivery,
  startReceiver,
  subscribe,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const runEvents = ['workflow_run.succeeded', 'workflow_run.failed', 'workflow_run.cancelled'];
const exportEvents = ['project_export.succeeded', 'project_export.failed', 'project_export.cancelled'];
let service: ControlledService;
let caller: Caller;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
  // Verifiers compare the time of a delivery with the real time.
  service = await startControlledService({ clock: new FakeClock(Date.now()) });
  ({ caller } = service);
});
afterEach(() => service.dispose());

async function startRun(body: object = {}): Promise<Json> {
  return (await caller.post('/v1/workflows/script-to-video', { ...shortScript, ...body })).body;
}

function headersOf({ headers }: Delivery): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

const deadlineMs = 15_000;

/** Resolves with the milliseconds of the service's wait, ignoring the deadline for an answer. */
function untilWaiting(): Promise<number> {
  return vi.waitFor(
    () => {
      const [waitMs, ...others] = service.clock.remainingMs;
      if (waitMs === undefined || waitMs === deadlineMs || others.length > 0) throw new Error('not waiting');
      return waitMs;
    },
    { timeout: 10_000, interval: 5 },
  );
}

/** Advances the clock to the end of the current wait. @returns the seconds that passed */
async function passWait(): Promise<number> {
  const seconds = (await untilWaiting()) / 1000;
  service.clock.advanceSeconds(seconds);
  return seconds;
}

async function untilSucceeded(run: Json): Promise<Json> {
  return caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
}

test('§6 an upload whose address runs out has failed', async () => {
  await subscribe(caller, receiver.url, ['file.upload.failed']);
  const { body: created } = await caller.post('/v1/files/upload', { displayName: 'Tide' });
  service.clock.advanceSeconds(900);
  const { json } = await receiver.until(1);
  const failed = { downloadSource: { status: 'failed' }, thumbnailSource: { status: 'failed' } };
  expect(json).toMatchObject({
    event: 'file.upload.failed',
    fileId: created.fileId,
    file: failed,
    error: { code: 'invalid_request', message: expect.any(String) },
  });
  expect((await caller.get(`/v1/files/${created.fileId}`)).body).toMatchObject(failed);
});

test('§6 a replay is too old for a verifier, though its signature is right', async () => {
  await service.dispose();
  service = await startControlledService({ clock: new FakeClock(Date.now() - 400_000) });
  ({ caller } = service);
  const endpoint = await subscribe(caller, receiver.url, runEvents);
  await startRun();
  const delivery = await receiver.until(1);
  const verifier = new Webhook(String(endpoint['signingSecret']));
  expect(() => verifier.verify(delivery.body, headersOf(delivery))).toThrow(/timestamp/i);
});

test('§6 a failed run is sent with its message', async () => {
  await subscribe(caller, receiver.url, runEvents);
  service.engine.failNext('drawPicture', ...Array.from({ length: 9 }, () => new Error('secret detail')));
  const run = await startRun();
  for (let retries = 0; retries < 2; retries += 1) await passWait();
  const failed = await untilSucceeded(run);
  const delivery = await receiver.until(1);
  expect(delivery.json).toMatchObject({ event: 'workflow_run.failed', workflowRunId: run.workflowRunId });
  expect(delivery.json.error.message).toBe(failed.error.message);
});

test('§6 a failed export is sent without a file', async () => {
  const { projectId } = await caller.makeProject();
  await subscribe(caller, receiver.url, exportEvents);
  service.engine.failNext('renderMovie', ...Array.from({ length: 9 }, () => new Error('no')));
  await caller.post(`/v1/projects/${projectId}/export`, {});
  for (let retries = 0; retries < 2; retries += 1) await passWait();
  const delivery = await receiver.until(1);
  expect(delivery.json).toMatchObject({ event: 'project_export.failed', exportFileId: null });
  expect(delivery.json.error.message).not.toBe('');
});

test('§6 only what an endpoint subscribed to is sent, to each endpoint that did', async () => {
  const other = await startReceiver();
  await subscribe(caller, receiver.url, exportEvents);
  await subscribe(caller, other.url, runEvents);
  const { projectId } = await caller.makeProject();
  await caller.post(`/v1/projects/${projectId}/export`, {});
  expect((await receiver.until(1)).json['event']).toBe('project_export.succeeded');
  expect((await other.until(1)).json['event']).toBe('workflow_run.succeeded');
});

test('contract §5 a delivery that was not taken is repeated with the same id and body, signed again', async () => {
  const endpoint = await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 500;
  await startRun();
  const first = await receiver.until(1);
  receiver.answer = 204;
  await passWait();
  const second = await receiver.until(2);
  expect(second.body).toBe(first.body);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
  expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
  expect(new Webhook(String(endpoint['signingSecret'])).verify(second.body, headersOf(second))).toBeTruthy();
  await vi.waitFor(() => expect(service.clock.waitingCount).toBe(0));
});

test('contract §5 an answer that does not come within 15 seconds counts as none', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 'silence';
  await startRun();
  await receiver.until(1);
  await vi.waitFor(() => expect(service.clock.remainingMs).toEqual([deadlineMs]));
  service.clock.advanceSeconds(14);
  expect(service.clock.remainingMs).toEqual([1000]);
  service.clock.advanceSeconds(1);
  receiver.answer = 200;
  await passWait();
  await receiver.until(2);
});

test('contract §5 the pauses between attempts grow', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 500;
  await startRun();
  for (const [index, pause] of [5, 300, 1800].entries()) {
    await receiver.until(index + 1);
    let waited = 0;
    do waited += await passWait();
    while (waited % 60 === 0);
    expect(waited).toBeGreaterThanOrEqual(pause * 0.85);
    expect(waited).toBeLessThanOrEqual(pause * 1.15);
  }
  await receiver.until(4);
});

test('a redirect is not followed', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 302;
  await startRun();
  await receiver.until(1);
  await untilWaiting();
  expect(receiver.deliveries).toHaveLength(1);
});

test('a delivery goes on after a restart with the same id and body', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 503;
  await startRun();
  const first = await receiver.until(1);
  await passWait();
  await receiver.until(2);
  await untilWaiting();
  service = await service.restart();
  receiver.answer = 200;
  while (receiver.deliveries.length === 2 && (await passWait()) === 60);
  const third = await receiver.until(3);
  expect(third.body).toBe(first.body);
  expect(third.headers['webhook-id']).toBe(first.headers['webhook-id']);
});

test('a receiver that is gone gets nothing any more, though its endpoint stays', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 410;
  await untilSucceeded(await startRun());
  await receiver.until(1);
  const other = await startReceiver();
  await subscribe(caller, other.url, runEvents);
  await untilSucceeded(await startRun());
  await other.until(1);
  expect(receiver.deliveries).toHaveLength(1);
  await vi.waitFor(() => expect(service.clock.waitingCount).toBe(0));
  expect(receiver.deliveries).toHaveLength(1);
  const { body } = await caller.get('/v1/webhooks/endpoints');
  expect(body['endpoints']).toHaveLength(2);
});

test('a receiver that fails keeps no other from hearing', async () => {
  const other = await startReceiver();
  receiver.answer = 'silence';
  await subscribe(caller, receiver.url, runEvents);
  await subscribe(caller, other.url, runEvents);
  for (let count = 0; count < 6; count += 1) await untilSucceeded(await startRun());
  await other.until(6);
  expect(receiver.deliveries).toHaveLength(4);
});

test('an event survives a service that ends before it is sent', async () => {
  await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 'silence';
  await untilSucceeded(await startRun());
  const first = await receiver.until(1);
  receiver.answer = 200;
  service = await service.restart();
  const second = await receiver.until(2);
  expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
});

test('nothing is delivered to an endpoint that was deleted', async () => {
  const endpoint = await subscribe(caller, receiver.url, runEvents);
  receiver.answer = 500;
  await startRun();
  await receiver.until(1);
  await untilWaiting();
  await caller.send(`/v1/webhooks/endpoints/${String(endpoint['endpointId'])}`, { method: 'DELETE' });
  service.clock.advanceSeconds(6);
  await vi.waitFor(() => expect(service.clock.waitingCount).toBe(0));
  expect(receiver.deliveries).toHaveLength(1);
});
