import { expect, test } from 'vitest';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { callOperation } from '../../../../src-shared/contract/call-operation.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { ToolStandIn } from '../../../fakes/services/tool-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

const prompt = 'A lighthouse at dusk';

async function create() {
  const service = await ServiceStandIn.start();
  const tools = new ToolStandIn(service);
  const { app } = await startApp(service);
  const client = createClient<AppContract>({
    // As between processes, where absent keys stay absent.
    invoke: (request) => app.router(JSON.parse(JSON.stringify(request))),
    subscribe: (listener) => app.subscribe(listener),
  });
  const image = { operation: 'generateImage', path: {}, title: prompt, projectId: null } as const;
  const order = (body: unknown) => client.call('operation.start', { ...image, body });
  return { service, tools, client, order };
}

test('an operation is answered as its table describes, without keys that are unknown there', async () => {
  const { service, client } = await create();
  const { changeAnswer } = service;
  const style = {
    entityId: 'style_1',
    entityType: 'VISUAL_STYLE',
    name: 'Ink',
    description: '',
    references: [],
    createdAt: 1,
    updatedAt: 1,
  };
  service.changeAnswer = (key, answer) =>
    key.startsWith('GET /v1/entities')
      ? { entities: [{ ...style, apiKey: 'secret' }], hasMore: false, nextCursor: null }
      : changeAnswer(key, answer);
  const { entities } = await callOperation(client, 'listEntities', { query: { entityType: 'VISUAL_STYLE' } });
  expect(entities).toEqual([style]);
  expect(service.server.seen.at(-1)?.url).toBe('/v1/entities?entityType=VISUAL_STYLE');
});

test('a body that the table refuses is named by its field and not sent', async () => {
  const { tools, order } = await create();
  await expect(order({ prompt, numResults: 0 })).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('numResults') as string,
  });
  expect(tools.startsOf('generate-image')).toEqual([]);
});

test('a tool is started without the fields left to the service and followed to its results', async () => {
  const { tools, client, order } = await create();
  tools.firstStatus = 'running';
  const { jobId } = await order({ prompt });
  await until(() => tools.executions.length === 1);
  expect(tools.startsOf('generate-image')).toEqual([{ prompt }]);
  await expect(client.call('operation.outcome', { jobId })).rejects.toMatchObject({ code: 'conflict' });
  tools.endAll();
  const outcome = () => client.call('operation.outcome', { jobId }).catch(() => null);
  await until(async () => (await outcome()) !== null);
  expect(await outcome()).toMatchObject({
    record: { toolType: 'GENERATE_IMAGE', results: [{ fileId: '0' }] },
  });
  expect(await client.call('operation.request', { jobId })).toEqual({
    operation: 'generateImage',
    path: {},
    body: { prompt },
  });
});
