import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../../src-main/app/compose.ts';
import { backUpState } from '../../../../src-main/state/state-backups.ts';
import { StateStore } from '../../../../src-main/state/state-store.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { type SeenRequest, sendJson } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** Damages the state and its copies. */
function loseState(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name.includes('.backup-')) rmSync(join(folder, name));
    else if (name === 'state.sqlite') writeFileSync(join(folder, name), 'not a database at all');
  }
}

/** Starts a run that goes on for long, and ends the app during it. */
async function endAppDuringRun() {
  const service = await ServiceStandIn.start();
  service.readsPerRun = 1_000_000;
  const { app, platform } = await startApp(service);
  const { generations } = app.services.active();
  const { generationId } = generations.startGeneration(aGeneration().request);
  await until(() => generations.get(generationId).state === 'running');
  await app.dispose();
  return { service, platform };
}

test('after the state was lost the app opens, tells it, and finds its jobs at the service again', async () => {
  const { service, platform } = await endAppDuringRun();
  const folder = platform.paths.userData;
  loseState(folder);

  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  const client = createClient<AppContract>({
    invoke: again.router,
    subscribe: (hear) => again.subscribe(hear),
  });
  await again.start();
  const { notices } = await client.call('app.notices', {});
  expect(notices).toMatchObject([{ code: 'state_unreadable', details: { reason: 'emptied' } }]);
  expect(readdirSync(folder).some((name) => name.includes('.corrupt-'))).toBe(true);
  const rebuilt = again.services.active().generations;
  await until(() => rebuilt.list(10).length === 1);
  const [found] = rebuilt.list(10);
  expect(found).toMatchObject({ state: 'running', title: 'Harbour lights' });
  service.readsPerRun = 1;
  await until(() => rebuilt.list(10)[0]?.state === 'succeeded');
  expect(service.starts).toHaveLength(1);
});

test('the jobs of a lost state are asked for also where the app ended before its start was through', async () => {
  const { service, platform } = await endAppDuringRun();
  loseState(platform.paths.userData);
  const { clock, log, paths } = platform;
  const state = new StateStore({ clock, log, userData: paths.userData, onRecovered: () => undefined });
  await state.start();
  await state.dispose();

  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  await again.start();
  const rebuilt = again.services.active().generations;
  await until(() => rebuilt.list(10).length === 1);
  const { state: replaced, lostLedgers } = again.services;
  await until(() => !lostLedgers.has(again.services.active().connectionId));
  const follow = vi.fn();
  replaced.afterReplacement(follow);
  expect(follow).not.toHaveBeenCalled();
});

test('a request that waited when the last backup of the state was made is not sent a second time', async () => {
  const service = await ServiceStandIn.start();
  service.readsPerRun = 1;
  const { app, platform } = await startApp(service);
  const { apiKey } = service;
  // Drafts wait because the connection is signed out.
  service.apiKey = 'none';
  const { generations, jobs } = app.services.active();
  const { generationId } = generations.startGeneration(aGeneration().request);
  const about = { title: 'Harbour lights', projectId: 'proj_1' };
  const path = { projectId: 'proj_1' };
  const jobId = jobs.begin({ operation: 'exportProject', path, body: {}, ...about });
  await until(() => generations.get(generationId).state === 'queued');
  const { database, path: statePath } = app.services.state;
  await backUpState(database, statePath, platform.clock.now());
  service.apiKey = apiKey;
  await app.services.connections.retry();
  await until(() => generations.get(generationId).state === 'succeeded');
  await app.dispose();
  writeFileSync(statePath, 'not a database at all');

  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  await again.start();
  const { generations: restored, jobs: restoredJobs } = again.services.active();
  const error = { code: 'start_unconfirmed' };
  expect(restored.get(generationId)).toMatchObject({ state: 'failed', error });
  expect(restoredJobs.get(jobId)).toMatchObject({ state: 'unknown', error });
  // The app finds the sent draft at the service.
  await until(() => restored.list(10).some(({ state }) => state === 'succeeded'));
  expect(service.starts).toHaveLength(1);
});

const job = (status: string) => ({ status, progressPercentage: 40, attemptIndex: 0, error: null });
const running = job('running');

function run(number: number) {
  const workflowRunId = `work_${String(number)}`;
  const ids = { workflowRunId, projectId: 'proj_1', projectUrl: '', workflowType: 'SCRIPT_TO_VIDEO' };
  const nothing = { exportId: null, exportFileId: null, downloadUrl: null, downloadUrlExpiresAt: null };
  return { ...ids, ...nothing, ...job('succeeded'), thumbnailUrl: null, thumbnailUrlExpiresAt: null };
}

function tool(toolExecutionId: string, status: string) {
  return { toolExecutionId, toolType: 'GENERATE_IMAGE', ...job(status), results: [] };
}

function project(projectId: string, updatedAt: number) {
  const facts = {
    aspectRatio: { width: 16, height: 9 },
    status: 'ready',
    createdAt: 1_700_000_000,
    projectUrl: '',
  };
  return { projectId, assistantId: `chat_of_${projectId}`, title: `Film ${projectId}`, updatedAt, ...facts };
}

function exportOf(projectId: string, exportId: string, status: string) {
  const links = {
    downloadUrl: null,
    downloadUrlExpiresAt: null,
    thumbnailUrl: null,
    thumbnailUrlExpiresAt: null,
  };
  return { exportId, projectId, ...job(status), ...links, exportFileId: null, file: null };
}

const remix = { remixActionId: 'remi_1', type: 'ADD_ZOOM', projectId: 'proj_1', projectUrl: '', ...running };
const said = {
  messageId: 'mess_1',
  role: 'user',
  ...job('succeeded'),
  createdAt: 1,
  attachments: [],
  content: 'Hi',
};
const reply = {
  ...said,
  ...running,
  messageId: 'mess_2',
  role: 'assistant',
  content: null,
  workflowSuggestions: [],
  actions: [],
  generation: null,
};

function changedNow(projectId: string) {
  return project(projectId, Math.floor(Date.now() / 1000));
}

/** The list of projects omits it by default. */
const madeOnTheWeb = changedNow('proj_3');

/** The service's data of one user, in pages. */
const known: Record<string, { name: string; pages: readonly (readonly object[])[] }> = {
  '/v1/workflows/runs': {
    name: 'workflowRuns',
    pages: [0, 1].map((page) => Array.from({ length: 200 }, (_, index) => run(page * 200 + index))),
  },
  '/v1/tools/executions': {
    name: 'toolExecutions',
    pages: [[tool('tool_1', 'succeeded')], [tool('tool_2', 'running')]],
  },
  '/v1/projects': {
    name: 'projects',
    pages: [[changedNow('proj_1'), project('proj_2', 1_700_000_000), madeOnTheWeb]],
  },
  '/v1/projects/proj_1/exports': {
    name: 'exports',
    pages: [[exportOf('proj_1', 'expo_1', 'failed'), exportOf('proj_1', 'expo_2', 'queued')]],
  },
  '/v1/projects/proj_2/exports': { name: 'exports', pages: [[exportOf('proj_2', 'expo_3', 'queued')]] },
  '/v1/projects/proj_3/exports': { name: 'exports', pages: [[exportOf('proj_3', 'expo_4', 'running')]] },
  '/v1/projects/proj_1/remix-actions': { name: 'remixActions', pages: [[remix]] },
};

function answerKnown({ method, url }: SeenRequest, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  if (method === 'GET' && pathname === '/v1/assistants/chat_of_proj_1') {
    const ids = { assistantId: 'chat_of_proj_1', projectId: 'proj_1', projectUrl: '' };
    sendJson(response, 200, { ...ids, messages: [said, reply] });
    return true;
  }
  const list = known[pathname];
  if (method !== 'GET' || !list) return false;
  const page = Number(searchParams.get('cursor') ?? 0);
  const nextCursor = page + 1 < list.pages.length ? String(page + 1) : null;
  const hasAll = searchParams.get('includeUiProjects') === 'true';
  const items = list.pages[page]?.filter((item) => hasAll || item !== madeOnTheWeb);
  sendJson(response, 200, { [list.name]: items, hasMore: nextCursor !== null, nextCursor });
  return true;
}

test('after the state was lost whatever is under way is found, on later pages too, and the user is notified', async () => {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  await app.dispose();
  loseState(platform.paths.userData);
  service.intercept = answerKnown;
  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  await again.start();
  await until(() => platform.notices.some((notice) => notice.includes('Recovered from the service')));
  expect(platform.notices.at(-1)).toContain('generations 400, other running jobs 5');
  const { generations, jobs } = again.services.active();
  expect(generations.list(1_000)).toHaveLength(400);
  expect(generations.get('work_399')).toMatchObject({ state: 'succeeded', title: 'Film proj_1' });
  const found = jobs.list(10).map(({ jobId, kind, title, projectId }) => [kind, jobId, title, projectId]);
  expect(found.sort()).toEqual([
    ['export', 'expo_2', 'Film proj_1', 'proj_1'],
    ['export', 'expo_4', 'Film proj_3', 'proj_3'],
    ['message', 'mess_2', 'Film proj_1', 'proj_1'],
    ['remix', 'remi_1', 'Film proj_1', 'proj_1'],
    ['tool', 'tool_2', 'Generate image', null],
  ]);
  expect(service.countOf('POST', /./)).toBe(0);
});

test('a service without some of the lists still gives the others after the state was lost', async () => {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  await app.dispose();
  loseState(platform.paths.userData);
  service.intercept = (request, response) =>
    request.url.startsWith('/v1/workflows/runs') && answerKnown(request, response);
  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  await again.start();
  await until(() => platform.notices.some((notice) => notice.includes('generations 400')));
});
