import { afterAll, expect, test } from 'vitest';
import { startControlledService } from '../support/service-under-test.ts';

const service = await startControlledService();
const { caller, clock } = service;
afterAll(() => service.dispose());

const sevenDays = 7 * 24 * 3_600;

test('§2.4 links of an automatic export hold for seven days, and the export and its file have the same', async () => {
  const run = await caller.makeProject({ autoExport: true });
  const now = Math.floor(clock.nowMs() / 1000);
  expect([run.downloadUrlExpiresAt, run.thumbnailUrlExpiresAt]).toEqual([now + sevenDays, now + sevenDays]);
  for (const url of [run.downloadUrl, run.thumbnailUrl]) expect((await fetch(url)).status).toBe(200);
  const { body } = await caller.get(`/v1/projects/${run.projectId}/exports/${run.exportId}`);
  expect(body.downloadUrl).toBe(run.downloadUrl);
  expect(body.file).toMatchObject({ fileId: run.exportFileId, type: 'VIDEO', scope: 'EXPORT' });
  expect(body.file.downloadSource).toMatchObject({ status: 'ready', url: body.downloadUrl });
  const { body: project } = await caller.get(`/v1/projects/${run.projectId}`);
  expect(project).toMatchObject({ title: 'Harbour lights.', status: 'ready', createdAt: now });
});
