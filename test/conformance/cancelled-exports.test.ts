import { afterAll, expect, test } from 'vitest';
import { expectError } from './support/expectations.ts';
import { startControlledService } from './support/service-under-test.ts';

/** This project's own service ends exports and interchanges on request, which the documented API cannot. */
let service = await startControlledService();
const { caller } = service;
const { projectId } = await caller.makeProject();
afterAll(() => service.dispose());

async function startExport(): Promise<string> {
  const { body } = await caller.post(`/v1/projects/${projectId}/export`, {});
  return body.exportId;
}

const pathOf = (exportId: string): string => `/v1/projects/${projectId}/exports/${exportId}`;

test('a cancelled export ends in the engine too, and stays ended over a restart', async () => {
  const release = service.engine.hold('renderMovie');
  const exportId = await startExport();
  const waitingId = await startExport();
  await expect.poll(async () => (await caller.get(pathOf(exportId))).body.status).toBe('running');
  for (const each of [exportId, waitingId]) {
    const { status, body } = await caller.post(`${pathOf(each)}/cancel`);
    expect([status, body]).toEqual([202, { exportId: each }]);
    expect((await caller.get(pathOf(each))).body).toMatchObject({ status: 'cancelled', error: null });
  }
  release();
  service = await service.restart();
  for (const each of [exportId, waitingId]) {
    const { body } = await service.caller.get(pathOf(each));
    expect(body).toMatchObject({ status: 'cancelled', attemptIndex: 0, exportFileId: null });
  }
});

test('an export that has ended stays as it is, and one that nobody has is not found', async () => {
  const again = service.caller;
  const { body } = await again.post(`/v1/projects/${projectId}/export`, {});
  const path = pathOf(body.exportId);
  expect((await again.untilTerminal(path)).status).toBe('succeeded');
  expect((await again.post(`${path}/cancel`)).status).toBe(202);
  expect((await again.get(path)).body.status).toBe('succeeded');
  expectError(await again.post(`${pathOf('vg_expo_unknown')}/cancel`), 404, 'not_found');
});

test('a cancelled timeline interchange ends in the engine too', async () => {
  const release = service.engine.hold('drawLogoFrame');
  const own = service.caller;
  const logo = await own.upload('logo.png', Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1'));
  const remix = { remixActions: [{ type: 'SET_LOGO', fileId: logo.fileId }] };
  const { body: remixed } = await own.post(`/v1/projects/${projectId}/remix`, remix);
  await expect
    .poll(async () => (await own.get(`/v1/projects/${projectId}/remix-actions`)).body['remixActions'])
    .toMatchObject([{ remixActionId: remixed.remixActionIds[0], status: 'succeeded' }]);
  const wanted = { format: 'OTIO', mediaDelivery: 'BUNDLE' };
  const { body } = await own.post(`/v1/projects/${projectId}/timeline-interchange`, wanted);
  const path = `/v1/timeline-interchange/${body.interchangeJobId}`;
  await expect.poll(() => service.engine.calls.map(({ name }) => name)).toContain('drawLogoFrame');
  expect((await own.post(`${path}/cancel`)).body).toEqual(body);
  release();
  expect((await own.get(path)).body).toMatchObject({ status: 'cancelled', interchangeFileId: null });
  expectError(await own.post('/v1/timeline-interchange/vg_inte_unknown/cancel'), 404, 'not_found');
});
