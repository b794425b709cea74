import { Webhook } from 'standardwebhooks';
import { describe, expect, test, type TestContext } from 'vitest';
import type { Delivery } from './event-receiver.ts';
import { address, apiError, expectField, isNull, record, text, unixSeconds } from './facts.ts';
import * as material from './material.ts';
import { bodyOf, caller, target } from './target.ts';

const exportFields = [
  'exportId',
  'downloadUrl',
  'downloadUrlExpiresAt',
  'exportFileId',
  'thumbnailUrl',
  'thumbnailUrlExpiresAt',
];

const runFields = [
  'event',
  'workflowRunId',
  'occurredAt',
  'workflowType',
  'projectId',
  'projectUrl',
  'error',
];

async function receiver(context: TestContext) {
  const subscribed = await material.subscription();
  if (!subscribed) return context.skip('the service cannot reach a receiver on this computer');
  return subscribed;
}

/** Returns the delivery of an event whose payload holds the ID in the given field. */
async function delivery(context: TestContext, event: string, field: string, id: unknown): Promise<Delivery> {
  const { receiver: events } = await receiver(context);
  return events.until((payload) => payload['event'] === event && payload[field] === id);
}

async function runDelivery(context: TestContext): Promise<Delivery> {
  const { workflowRunId } = await material.run();
  return delivery(context, 'workflow_run.succeeded', 'workflowRunId', workflowRunId);
}

describe('part-6-events', () => {
  test('§6 a delivery is signed after Standard Webhooks, over the raw body', async (context) => {
    const { endpoint } = await receiver(context);
    const { body, headers } = await runDelivery(context);
    const verifier = new Webhook(String(endpoint['signingSecret']));
    expect(verifier.verify(body, headers)).toMatchObject({ event: 'workflow_run.succeeded' });
    expect(() => verifier.verify(`${body} `, headers)).toThrow();
    const late = { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) };
    expect(() => verifier.verify(body, late)).toThrow();
    expect(headers['content-type']).toBe('application/json');
  });

  test.for(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    '§6 a delivery has the header %s',
    async (name, context) => {
      const { headers } = await runDelivery(context);
      expect(text(headers[name])).toBe(true);
    },
  );

  test('§6 workflow_run.succeeded tells of the run', async (context) => {
    const { json } = await runDelivery(context);
    const { projectId, projectUrl, workflowRunId } = await material.run();
    expect(json).toMatchObject({ workflowRunId, projectId, projectUrl, workflowType: 'SCRIPT_TO_VIDEO' });
    expectField(json, 'occurredAt', unixSeconds);
    expectField(json, 'error', isNull);
    if (target.isOwn) expect(Object.keys(json).sort()).toEqual([...runFields, ...exportFields].sort());
  });

  test('§6 the export fields of a run’s event hold its auto-export', async (context) => {
    const { json } = await runDelivery(context);
    const run = await material.run();
    for (const field of exportFields)
      expectField(json, field, (value) => (value === null) === (run[field] === null));
    expect([json.exportId, json.exportFileId]).toEqual([run.exportId, run.exportFileId]);
    expect((await fetch(json.downloadUrl, { headers: { range: 'bytes=0-0' } })).status).toBeLessThan(300);
  });

  test('§6 the export fields are there and null without one', async (context) => {
    const { workflowRunId } = await material.execution('voiceover-to-video');
    const { json } = await delivery(context, 'workflow_run.succeeded', 'workflowRunId', workflowRunId);
    for (const field of exportFields.slice(0, target.isOwn ? 6 : 4)) expectField(json, field, isNull);
  });

  test('§6 workflow_run.cancelled is sent', async (context) => {
    await receiver(context);
    const { workflowRunId } = bodyOf(
      await caller.post('/v1/workflows/script-to-video', material.script),
      202,
    );
    await caller.post(`/v1/workflows/runs/${workflowRunId}/cancel`);
    const { json } = await delivery(context, 'workflow_run.cancelled', 'workflowRunId', workflowRunId);
    expectField(json, 'exportId', isNull);
  });

  test('§6 project_export.succeeded tells of an export, and its file can be hydrated', async (context) => {
    const { exportId, projectId } = await material.projectExport();
    const { json } = await delivery(context, 'project_export.succeeded', 'exportId', exportId);
    expect(json.projectId).toBe(projectId);
    expectField(json, 'occurredAt', unixSeconds);
    expectField(json, 'error', isNull);
    expect((await caller.post(`/v1/files/${json.exportFileId}/hydrate`)).status).toBe(200);
  });

  test('§6 an auto-export has no event of its own', async (context) => {
    const { receiver: events } = await receiver(context);
    const { exportId } = await material.run();
    await runDelivery(context);
    const reported = events.deliveries.filter(({ json }) =>
      String(json['event']).startsWith('project_export.'),
    );
    expect(reported.map(({ json }) => json.exportId)).not.toContain(exportId);
  });

  test('§6 tool_execution.succeeded carries results with their files', async (context) => {
    const { toolExecutionId } = (await material.execution('generate-image')) as unknown as Record<
      string,
      unknown
    >;
    const { json } = await delivery(context, 'tool_execution.succeeded', 'toolExecutionId', toolExecutionId);
    expect(json['toolType']).toBe('GENERATE_IMAGE');
    expectField(json, 'occurredAt', unixSeconds);
    const [result] = json.results;
    expectField(result, 'fileId', text);
    expectField(result, 'type', (value) => value === 'IMAGE');
    expectField(result, 'file', record);
    expectField(result?.file.downloadSource, 'url', address);
  });

  test('§6 tool_execution.cancelled has no results', async (context) => {
    await receiver(context);
    const body = { prompt: 'A tram in the rain', numResults: 20 };
    const { answer } = await material.startTool('generate-image', body);
    const { toolExecutionId } = answer.body as unknown as { toolExecutionId: string };
    await caller.post(`/v1/tools/executions/${toolExecutionId}/cancel`);
    const { json } = await delivery(context, 'tool_execution.cancelled', 'toolExecutionId', toolExecutionId);
    expect(json['toolType']).toBe('GENERATE_IMAGE');
    expect(json).not.toHaveProperty('results');
  });

  test('§6 tool_execution.failed carries error.message, and the record its error', async (context) => {
    await receiver(context);
    const refused = await material.startTool('generate-image', { prompt: material.refusedPrompt });
    if (refused.answer.status !== 202) context.skip('the service refuses such a prompt at once');
    const { toolExecutionId } = refused.answer.body as unknown as { toolExecutionId: string };
    const record = await refused.ended();
    expect([record.status, apiError(record.error)]).toEqual(['failed', true]);
    const { json } = await delivery(context, 'tool_execution.failed', 'toolExecutionId', toolExecutionId);
    expect(json.error.message).toBe(record.error.message);
    expect(json).not.toHaveProperty('results');
  });

  test('§6 assistant_message.succeeded mirrors the message', async (context) => {
    const message = await (await material.startedAssistant()).ended();
    const { json } = await delivery(
      context,
      'assistant_message.succeeded',
      'messageId',
      message['messageId'],
    );
    expect(json['message']).toMatchObject({ messageId: message['messageId'], content: message['content'] });
  });

  test.for([
    'file.upload.completed',
    'file.download_ready',
    'file.playback_ready',
    'file.analysis_completed',
  ])('§6 %s is sent for an upload', async (event, context) => {
    const { fileId } = await material.tone();
    const { json } = await delivery(context, event, 'fileId', fileId);
    expectField(json, 'occurredAt', unixSeconds);
    expectField(json, 'file', record);
    expect([json.file.fileId, json.error]).toEqual([fileId, null]);
  });

  test('§6 file.upload.failed is sent for bytes that are no media', async (context) => {
    await receiver(context);
    const created = bodyOf(
      await caller.post('/v1/files/upload', { displayName: 'cut.png', type: 'IMAGE' }),
      200,
    );
    await fetch(created.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    });
    const { json } = await delivery(context, 'file.upload.failed', 'fileId', created.fileId);
    expectField(json.error, 'message', text);
  });

  test('§6 the file events come only for uploads', async (context) => {
    const { receiver: events } = await receiver(context);
    const { results } = await material.execution('generate-image');
    const reported = events.deliveries.filter(({ json }) => String(json['event']).startsWith('file.'));
    expect(reported.map(({ json }) => json.fileId)).not.toContain(results[0]?.fileId);
  });

  test('§6 an endpoint can ask for every event', async (context) => {
    const { endpoint } = await receiver(context);
    const names = [
      'workflow_run.succeeded',
      'workflow_run.failed',
      'workflow_run.cancelled',
      'project_export.succeeded',
      'project_export.failed',
      'project_export.cancelled',
      'tool_execution.succeeded',
      'tool_execution.failed',
      'tool_execution.cancelled',
      'assistant_message.succeeded',
      'assistant_message.failed',
      'assistant_message.cancelled',
      'file.upload.completed',
      'file.upload.failed',
      'file.playback_ready',
      'file.download_ready',
      'file.analysis_completed',
      'file.analysis_failed',
    ];
    expect(endpoint['events']).toEqual(names);
  });

  test('§6 every delivery names one of the documented events, at a time in seconds', async (context) => {
    const { receiver: events } = await receiver(context);
    for (const { json } of events.deliveries) {
      expect(material.eventNames).toContain(json['event']);
      expectField(json, 'occurredAt', unixSeconds);
    }
  });
});
