import { expect } from '@playwright/test';
import { createWebhookEndpointSchema } from '../../src-shared/api/webhooks.ts';
import { addRow, addRows, carryOut, writeRows } from './support/field-rows.ts';
import { type FieldStep, words, write } from './support/field-steps.ts';
import { goTo, openPage } from './support/page-test.ts';
import { test } from './support/real-app.ts';
import { fieldPaths } from './support/request-fields.ts';
import { watchCalls } from './support/watch-calls.ts';

test.describe.configure({ timeout: 300_000 });

/** Events of the specification (§6), each with the words of its checkbox. */
const events = {
  'workflow_run.succeeded': 'Generations: Succeeded',
  'workflow_run.failed': 'Generations: Failed',
  'workflow_run.cancelled': 'Generations: Cancelled',
  'project_export.succeeded': 'Exports: Succeeded',
  'project_export.failed': 'Exports: Failed',
  'project_export.cancelled': 'Exports: Cancelled',
  'tool_execution.succeeded': 'Tools: Succeeded',
  'tool_execution.failed': 'Tools: Failed',
  'tool_execution.cancelled': 'Tools: Cancelled',
  'assistant_message.succeeded': 'Assistant: Succeeded',
  'assistant_message.failed': 'Assistant: Failed',
  'assistant_message.cancelled': 'Assistant: Cancelled',
  'file.upload.completed': 'Files: Uploaded',
  'file.upload.failed': 'Files: Upload failed',
  'file.playback_ready': 'Files: Ready to play',
  'file.download_ready': 'Files: Ready to download',
  'file.analysis_completed': 'Files: Analysed',
  'file.analysis_failed': 'Files: Analysis failed',
} as const;

test('every field and every event of a webhook endpoint is set by its control', async ({ page, address }) => {
  const calls = watchCalls(page);
  await openPage(page, address);
  await goTo(page, '#/developer');
  const create = async (count: number, steps: readonly FieldStep[]): Promise<unknown> => {
    await page.getByRole('button', { name: words('webhooks.add') }).click();
    const form = page.getByRole('form', { name: words('webhooks.add') });
    await carryOut(page, steps, form);
    await form.getByRole('button', { name: words('webhooks.create') }).click();
    await page.getByRole('button', { name: words('webhooks.secret.done') }).click();
    expect(calls.of('createWebhookEndpoint')).toHaveLength(count);
    return calls.of('createWebhookEndpoint').at(-1)?.body;
  };
  const url = write('url', 'webhooks.url', 'http://127.0.0.1:9/events');
  const boxes = Object.entries(events).map(([event, control]): FieldStep => {
    const set: FieldStep['set'] = ({ root }) => root.getByRole('checkbox', { name: control }).check();
    return { path: '', control, seen: event, set };
  });
  const all: FieldStep = {
    path: 'events',
    control: words('webhooks.events'),
    seen: Object.keys(events),
    set: async () => {},
  };
  const least = await create(1, [url, ...boxes.slice(0, 1)]);
  expect(least, 'Defaults are not sent').toEqual({ url: url.seen, events: [boxes[0]?.seen] });
  const description = write('description', 'webhooks.description', 'Render farm');
  const set = await create(2, [url, description, ...boxes]);
  addRows('webhook', fieldPaths(createWebhookEndpointSchema), [url, description, all], { least, set: [set] });
  for (const { control, seen } of boxes) addRow('webhook', 'events', control, seen, 'is not sent');
});

test.afterAll(() => writeRows('webhooks-fields'));
