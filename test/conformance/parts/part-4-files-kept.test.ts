import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Caller } from '../support/caller.ts';
import { type ControlledService, startControlledService } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

const png = Buffer.from('\x89PNG\r\n\x1a\nharbour', 'latin1');
const hour = 3_600;
const day = 24 * hour;

beforeAll(async () => {
  service = await startControlledService({ removesOldFiles: true });
  ({ caller } = service);
});
afterAll(() => service.dispose());

async function statusOf(fileId: string): Promise<number> {
  return (await caller.get(`/v1/files/${fileId}`)).status;
}

test('contract §2.6 temporary files are there for a day at least, and not forever', async () => {
  const passing = await caller.upload('passing.png', png, { isTemporary: true });
  const staying = await caller.upload('staying.png', png);
  service.clock.advanceSeconds(24 * hour);
  expect(await statusOf(passing.fileId)).toBe(200);
  expect((await fetch(passing.downloadUrl)).status).toBe(200);
  service.clock.advanceSeconds(25 * hour);
  await vi.waitFor(async () => expect(await statusOf(passing.fileId)).toBe(404), { interval: 10 });
  expect((await fetch(passing.downloadUrl)).status).toBe(404);
  expect(await statusOf(staying.fileId)).toBe(200);
});

test('temporary material a project is made with stays with the project', async () => {
  const other = await caller.upload('other.png', png, { isTemporary: true });
  const own = await caller.upload('own.png', png, { isTemporary: true });
  const run = await caller.makeProject({ featuredBRollFileIds: [own.fileId], isOutputTemporary: true });
  service.clock.advanceSeconds(1_000 * hour);
  await vi.waitFor(async () => expect(await statusOf(other.fileId)).toBe(404), { interval: 10 });
  expect(await statusOf(own.fileId)).toBe(200);
  const { body } = await caller.post(`/v1/projects/${run.projectId}/timeline-interchange`);
  const job = await caller.untilTerminal(`/v1/timeline-interchange/${body.interchangeJobId}`);
  expect(job.status).toBe('succeeded');
});

test('a conversion that nobody reads for eight days is gone with its file, and the project gives another', async () => {
  const { projectId } = await caller.makeProject();
  const start = async () => {
    const { body } = await caller.post(`/v1/projects/${projectId}/timeline-interchange`);
    return `/v1/timeline-interchange/${body.interchangeJobId}`;
  };
  const jobPath = await start();
  const job = await caller.untilTerminal(jobPath);
  // A list renews no link.
  const isListed = async () => {
    const { body } = await caller.get('/v1/files?includeExportFiles=true');
    return body.files.some(({ fileId }) => fileId === job.interchangeFileId);
  };
  service.clock.advanceSeconds(8 * day);
  expect((await caller.get(jobPath)).body.downloadUrlExpiresAt).toBeGreaterThan(job.downloadUrlExpiresAt);
  expect(await isListed()).toBe(true);
  service.clock.advanceSeconds(8 * day);
  const isRemovedLater = async () => {
    service.clock.advanceSeconds(hour);
    expect(await isListed()).toBe(false);
  };
  await vi.waitFor(isRemovedLater, { interval: 10 });
  expect((await caller.get(jobPath)).status).toBe(404);
  expect((await caller.untilTerminal(await start())).status).toBe('succeeded');
});
