import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../fakes/fake-clock.ts';
import type { Caller, Json } from './caller.ts';
import { shortScript } from './caller.ts';
import { startControlledService } from './service-under-test.ts';
import type { ControlledService } from './service-under-test.ts';
import { startReceiver, subscribe } from './webhook-receiver.ts';
import type { Delivery, WebhookReceiver } from './webhook-receiver.ts';

const runEvents = ['workflow_run.succeeded', 'workflow_run.failed', 'workflow_run.cancelled'];
const exportEvents = ['project_export.succeeded', 'project_export.failed', 'project_export.cancelled'];
let service: ControlledService;
let caller: Caller;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await startReceiver();
  // Verifiers compare a delivery's time with the real one.
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

/** Resolves when the service waits for something else than an answer, with how long in milliseconds. */
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

/** Lets the clock go on to the next thing that waits for it. @returns the seconds that went by */
async function passWait(): Promise<number> {
  const seconds = (await untilWaiting()) / 1000;
  service.clock.advanceSeconds(seconds);
  return seconds;
}

async function untilSucceeded(run: Json): Promise<Json> {
  return caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
}

test('§6 a delivery passes the check of a Standard Webhooks verifier', async () => {
  const endpoint = await subscribe(caller, receiver.url, runEvents);
  await untilSucceeded(await startRun());
  const delivery = await receiver.until(1);
  const headers = headersOf(delivery);
  const verifier = new Webhook(String(endpoint['signingSecret']));
  expect(verifier.verify(delivery.body, headers)).toEqual(delivery.json);
  expect(headers['content-type']).toBe('application/json');
  expect(() => verifier.verify(delivery.body.replace('succeeded', 'failed'), headers)).toThrow();
  const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) };
  expect(() => verifier.verify(delivery.body, late)).toThrow();
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

test('§6 a run that succeeded is told with its fields, null without an export', async () => {
  await subscribe(caller, receiver.url, runEvents);
  const run = await startRun();
  const delivery = await receiver.until(1);
  expect(delivery.json).toEqual({
    event: 'workflow_run.succeeded',
    workflowRunId: run.workflowRunId,
    occurredAt: Math.floor(service.clock.nowMs() / 1000),
    workflowType: 'SCRIPT_TO_VIDEO',
    projectId: run.projectId,
    projectUrl: run.projectUrl,
    error: null,
    exportId: null,
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    exportFileId: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
  });
});

test('§6 a run with an export is told with the export’s fields', async () => {
  await subscribe(caller, receiver.url, [...runEvents, ...exportEvents]);
  const run = await untilSucceeded(await startRun({ autoExport: true }));
  const delivery = await receiver.until(1);
  const { exportId, downloadUrl, downloadUrlExpiresAt, exportFileId, thumbnailUrl, thumbnailUrlExpiresAt } =
    run;
  expect(exportId).not.toBeNull();
  expect(delivery.json).toMatchObject({ exportId, downloadUrl, downloadUrlExpiresAt, exportFileId });
  expect(delivery.json).toMatchObject({ thumbnailUrl, thumbnailUrlExpiresAt });
  expect((await fetch(delivery.json.downloadUrl)).status).toBe(200);
  expect(receiver.deliveries).toHaveLength(1);
});

test('§6 a cancelled run is told', async () => {
  await subscribe(caller, receiver.url, runEvents);
  service.engine.hold('speakScene');
  const run = await startRun();
  await vi.waitFor(() => expect(service.engine.calls.map(({ name }) => name)).toContain('speakScene'));
  await caller.post(`/v1/workflows/runs/${run.workflowRunId}/cancel`);
  const delivery = await receiver.until(1);
  expect(delivery.json).toMatchObject({
    event: 'workflow_run.cancelled',
    workflowRunId: run.workflowRunId,
    exportId: null,
  });
});

test('§6 a failed run is told with its message', async () => {
  await subscribe(caller, receiver.url, runEvents);
  service.engine.failNext('drawPicture', ...Array.from({ length: 9 }, () => new Error('secret detail')));
  const run = await startRun();
  for (let retries = 0; retries < 2; retries += 1) await passWait();
  const failed = await untilSucceeded(run);
  const delivery = await receiver.until(1);
  expect(delivery.json).toMatchObject({ event: 'workflow_run.failed', workflowRunId: run.workflowRunId });
  expect(delivery.json.error.message).toBe(failed.error.message);
});

test('§6 an export that succeeded is told, and its file can be hydrated', async () => {
  const { projectId } = await caller.makeProject();
  await subscribe(caller, receiver.url, exportEvents);
  const { body } = await caller.post(`/v1/projects/${projectId}/export`, {});
  const delivery = await receiver.until(1);
  expect(delivery.json).toEqual({
    event: 'project_export.succeeded',
    exportId: body.exportId,
    projectId,
    occurredAt: expect.any(Number),
    exportFileId: expect.any(String),
    error: null,
  });
  expect((await caller.post(`/v1/files/${delivery.json.exportFileId}/hydrate`)).status).toBe(200);
});

test('§6 a failed export is told without a file', async () => {
  const { projectId } = await caller.makeProject();
  await subscribe(caller, receiver.url, exportEvents);
  service.engine.failNext('renderMovie', ...Array.from({ length: 9 }, () => new Error('no')));
  await caller.post(`/v1/projects/${projectId}/export`, {});
  for (let retries = 0; retries < 2; retries += 1) await passWait();
  const delivery = await receiver.until(1);
  expect(delivery.json).toMatchObject({ event: 'project_export.failed', exportFileId: null });
  expect(delivery.json.error.message).not.toBe('');
});

test('§6 only what an endpoint subscribed to is told, to each endpoint that did', async () => {
  const other = await startReceiver();
  await subscribe(caller, receiver.url, exportEvents);
  await subscribe(caller, other.url, runEvents);
  const { projectId } = await caller.makeProject();
  await caller.post(`/v1/projects/${projectId}/export`, {});
  expect((await receiver.until(1)).json['event']).toBe('project_export.succeeded');
  expect((await other.until(1)).json['event']).toBe('workflow_run.succeeded');
});

test('contract §5 a delivery that was not taken is repeated with the same id and body, signed anew', async () => {
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

test('an event survives a service that ends before it is told', async () => {
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

test('§6 a tool that succeeded is told with its results', async () => {
  await subscribe(caller, receiver.url, ['tool_execution.succeeded', 'tool_execution.failed']);
  const { body } = await caller.post('/v1/tools/generate-image', { prompt: 'A harbour' });
  const { json } = await receiver.until(1);
  expect(json).toMatchObject({
    event: 'tool_execution.succeeded',
    toolExecutionId: body['toolExecutionId'],
    toolType: 'GENERATE_IMAGE',
    occurredAt: expect.any(Number),
  });
  const [result] = json['results'] as Json[];
  expect(result).toMatchObject({ fileId: expect.any(String), type: 'IMAGE' });
  expect(result?.file).toMatchObject({ fileId: result?.fileId, downloadUrl: expect.any(String) });
});

test('§6 a cancelled tool is told without results', async () => {
  await subscribe(caller, receiver.url, ['tool_execution.cancelled']);
  service.engine.hold('images');
  const { body } = await caller.post('/v1/tools/generate-image', { prompt: 'A harbour' });
  await vi.waitFor(() => expect(service.engine.calls.map(({ name }) => name)).toContain('images'));
  await caller.post(`/v1/tools/executions/${String(body['toolExecutionId'])}/cancel`);
  const { json } = await receiver.until(1);
  expect(json).toMatchObject({ event: 'tool_execution.cancelled', toolType: 'GENERATE_IMAGE' });
  expect(json).not.toHaveProperty('results');
});

test('§6 what becomes of an uploaded file is told with its record', async () => {
  await subscribe(caller, receiver.url, ['file.upload.completed', 'file.analysis_completed']);
  const { fileId } = await caller.upload('harbour.png', Buffer.from('\x89PNG\r\n\x1a\n picture', 'latin1'));
  const { json: stored } = await receiver.until(1);
  expect(stored).toMatchObject({ event: 'file.upload.completed', fileId, file: { fileId }, error: null });
  await receiver.until(2);
  expect(receiver.deliveries.map(({ json }) => json['event'])).toContain('file.analysis_completed');
});
