import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
const alias = '/v1/workflows/add-visuals-narrations-and-captions-to-script';

beforeAll(async () => {
  service = await startControlledService();
});
afterAll(() => service.dispose());

test('§9 the deprecated path of script-to-video takes the same body and makes the same run', async () => {
  const { caller } = service;
  const { status, body } = await caller.post(alias, shortScript);
  expect(status).toBe(202);
  const run = await caller.untilTerminal(`/v1/workflows/runs/${body.workflowRunId}`);
  expect(run).toMatchObject({
    status: 'succeeded',
    workflowType: 'SCRIPT_TO_VIDEO',
    projectId: body.projectId,
  });
  expectError(await caller.post(alias, {}), 400, 'invalid_parameters');
});
