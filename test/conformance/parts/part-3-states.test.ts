import { expect, test, vi } from 'vitest';
import { type Caller, type Json, shortScript } from '../support/caller.ts';
import { expectError } from '../support/expectations.ts';
import { type ControlledService, serviceForEachTest } from '../support/service-under-test.ts';

let service: ControlledService;
let caller: Caller;

serviceForEachTest((started) => {
  service = started;
  ({ caller } = started);
});

async function startRun(body: object = {}): Promise<Json> {
  return (await caller.post('/v1/workflows/script-to-video', { ...shortScript, ...body })).body;
}

async function readRun(run: Json): Promise<Json> {
  return (await caller.get(`/v1/workflows/runs/${run.workflowRunId}`)).body;
}

async function untilStage(run: Json, stage: string): Promise<Json> {
  return vi.waitFor(
    async () => {
      const { body, headers } = await caller.get(`/v1/workflows/runs/${run.workflowRunId}`);
      expect(headers.get('x-run-stage')).toBe(stage);
      return body;
    },
    { timeout: 10_000, interval: 10 },
  );
}

test('§3 a run goes through its stages with rising progress, and only success is 100', async () => {
  const releases = (['speakScene', 'drawPicture', 'renderMovie'] as const).map((task) =>
    service.engine.hold(task),
  );
  const run = await startRun({ autoExport: true });
  const seen: number[] = [];
  for (const [index, stage] of ['speech', 'pictures', 'movie'].entries()) {
    const state = await untilStage(run, stage);
    expect(state).toMatchObject({ status: 'running', exportId: null, downloadUrl: null, error: null });
    seen.push(state.progressPercentage);
    releases[index]?.();
  }
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  expect(new Set(seen).size).toBe(3);
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end).toMatchObject({ status: 'succeeded', progressPercentage: 100 });
  const { headers } = await caller.get(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(headers.get('x-run-stage')).toBeNull();
});

test('§3.3 with autoExport a run succeeds only after the movie is ready', async () => {
  const release = service.engine.hold('renderMovie');
  const run = await startRun({ autoExport: true });
  await untilStage(run, 'movie');
  const { body: exports } = await caller.get(`/v1/projects/${run.projectId}/exports`);
  expect(exports.exports).toEqual([]);
  release();
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end.exportId).not.toBeNull();
  const { body: after } = await caller.get(`/v1/projects/${run.projectId}/exports`);
  expect(after.exports).toMatchObject([{ exportId: end.exportId, status: 'succeeded' }]);
});

test('a project whose run was cancelled says so to what needs its content', async () => {
  service.engine.hold('speakScene');
  const run = await startRun();
  const path = `/v1/projects/${run.projectId}`;
  const refusalOf = async (operation: string, body: object) => {
    const answer = await caller.post(`${path}/${operation}`, body);
    expectError(answer, 409, 'conflict');
    return answer.body.message;
  };
  const remix = { remixActions: [{ type: 'ADD_ZOOM' }] };
  expect(await refusalOf('remix', remix)).toContain('not been generated yet');
  await caller.post(`/v1/workflows/runs/${run.workflowRunId}/cancel`);
  expect(await refusalOf('remix', remix)).toContain('its run was cancelled');
  expect(await refusalOf('export', {})).toContain('its run was cancelled');
  expect(await refusalOf('timeline-interchange', {})).toContain('its run was cancelled');
});

test('§3.2 a waiting run is cancelled before it began', async () => {
  service.engine.hold('speakScene');
  await startRun();
  await startRun();
  const run = await startRun();
  expect((await readRun(run)).status).toBe('pending');
  await caller.post(`/v1/workflows/runs/${run.workflowRunId}/cancel`);
  expect((await readRun(run)).status).toBe('cancelled');
});

test('§3 a failed run says why, and its project stays un-generated', async () => {
  service.engine.failNext('drawPicture', ...Array.from({ length: 9 }, () => new Error('secret detail')));
  const run = await startRun();
  for (const seconds of [1, 4]) {
    await vi.waitFor(() => expect(service.clock.waitingCount).toBe(1), { timeout: 10_000, interval: 10 });
    service.clock.advanceSeconds(seconds);
  }
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end).toMatchObject({ status: 'failed', attemptIndex: 2, error: { code: 'internal_error' } });
  expect(end.error.internalErrorCode).toMatch(/^err_/);
  expect(JSON.stringify(end)).not.toContain('secret detail');
  expect(service.log.some((entry) => entry.internalErrorCode === end.error.internalErrorCode)).toBe(true);
  expect((await caller.get(`/v1/projects/${run.projectId}`)).body.status).toBe('generating');
});

test('§3 a failure that passes raises the attempt and the run succeeds', async () => {
  service.engine.failNext('speakScene', new Error('once'));
  const run = await startRun();
  await vi.waitFor(() => expect(service.clock.waitingCount).toBe(1), { timeout: 10_000, interval: 10 });
  expect(await readRun(run)).toMatchObject({ status: 'running', attemptIndex: 1 });
  service.clock.advanceSeconds(1);
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end).toMatchObject({ status: 'succeeded', attemptIndex: 1, progressPercentage: 100, error: null });
});

test('§3 a full disk fails the run with a clear message and the service lives', async () => {
  const full = () => Object.assign(new Error('write'), { code: 'ENOSPC' });
  service.engine.failNext('drawPicture', full(), full());
  const run = await startRun();
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end).toMatchObject({ status: 'failed', error: { code: 'disk_full' } });
  expect(end.error.message).toContain('full');
  await expect(caller.makeProject()).resolves.toMatchObject({ status: 'succeeded' });
});

test('a run goes on after a restart with the stages it had completed', async () => {
  service.engine.hold('drawPicture');
  const run = await startRun();
  await untilStage(run, 'pictures');
  service = await service.restart();
  ({ caller } = service);
  const end = await caller.untilTerminal(`/v1/workflows/runs/${run.workflowRunId}`);
  expect(end).toMatchObject({ status: 'succeeded', attemptIndex: 1 });
  const names = service.engine.calls.map((call) => call.name);
  expect(names.filter((name) => name !== 'makeThumbnail')).toEqual(['drawPicture', 'drawPicture']);
});
