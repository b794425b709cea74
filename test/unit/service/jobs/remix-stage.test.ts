import { expect, test } from 'vitest';
import { remixStage } from '../../../../src-service/jobs/remix/remix-stage.ts';
import type { LogEntry } from '../../../../src-service/service-log.ts';
import { FakeMediaEngine } from '../../../fakes/media-engine/fake-media-engine.ts';
import { openTestStore, twoScenes } from '../../../fakes/services/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

test('a run goes on to no movie when its action had failed before the service stopped', async () => {
  const workFolder = await makeTemporaryFolder();
  const { store, clock } = await openTestStore(workFolder);
  const parentJobId = 'vg_work_run';
  store.jobs.insert({ jobId: parentJobId, kind: 'run', state: {} });
  store.projects.insert({
    projectId: 'vg_proj_1',
    teamId: 'team',
    userId: 'user',
    origin: 'api',
    isHidden: false,
    title: 'Harbour lights',
    aspectRatio: { width: 16, height: 9 },
    createdAt: 1,
  });
  for (const remixActionId of ['vg_rmix_done', 'vg_rmix_failed']) {
    const action = { type: 'SHUFFLE_STOCK_VISUALS' };
    const of = { projectId: 'vg_proj_1', voiceKey: null, frame: null, isTemporary: false };
    store.jobs.insert({
      jobId: remixActionId,
      kind: 'action',
      state: { remixActionId, action, ...of },
      parentJobId,
    });
    store.remixActions.insert({
      remixActionId,
      requestId: 'vg_rreq_1',
      projectId: of.projectId,
      teamId: 'team',
      userId: 'user',
      type: action.type,
    });
  }
  store.jobs.markRunning(parentJobId);
  store.jobs.finish('vg_rmix_done', { status: 'succeeded' });
  const error = { message: 'No such language.', code: 'translation_unavailable' };
  store.jobs.finish('vg_rmix_failed', { status: 'failed', error });
  const stage = remixStage({
    ...store,
    clock,
    log: () => undefined,
    engine: new FakeMediaEngine(),
  });
  const signal = new AbortController().signal;
  const onProgress = () => undefined;
  const takeIn = async () => '';
  const run = stage.run({
    jobId: parentJobId,
    state: {},
    workFolder,
    signal,
    isLastAttempt: false,
    onProgress,
    takeIn,
  });
  await expect(run).rejects.toMatchObject({ name: 'ApiError', ...error });
});

test('an action is done although its progress cannot be stored', async () => {
  const workFolder = await makeTemporaryFolder();
  const { store, clock } = await openTestStore(await makeTemporaryFolder());
  const projectId = 'vg_proj_1';
  const parentJobId = 'vg_work_run';
  const remixActionId = 'vg_rmix_action';
  const owner = { projectId, teamId: 'team', userId: 'user' };
  const aspectRatio = { width: 16, height: 9 };
  store.projects.insert({
    ...owner,
    origin: 'api',
    isHidden: false,
    title: 'Harbour lights',
    aspectRatio,
    createdAt: 1,
  });
  const scenes = twoScenes.scenes.map((scene) => ({
    ...scene,
    picture: { ...scene.picture, origin: 'stock' as const },
  }));
  store.projects.complete(projectId, { ...twoScenes, scenes }, 2);
  store.jobs.insert({ jobId: parentJobId, kind: 'run', state: {} });
  const action = { type: 'SHUFFLE_STOCK_VISUALS' };
  const state = { remixActionId, projectId, action, voiceKey: null, frame: null, isTemporary: false };
  store.jobs.insert({ jobId: remixActionId, kind: 'action', state, parentJobId });
  store.jobs.markRunning(parentJobId);
  store.database.run(`CREATE TEMP TRIGGER no_room BEFORE UPDATE OF progress_percentage ON jobs
    WHEN NEW.status = 'running' BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  const logged: LogEntry[] = [];
  const stage = remixStage({
    ...store,
    clock,
    log: (entry: LogEntry) => logged.push(entry),
    engine: new FakeMediaEngine(),
  });
  await stage.run({
    jobId: parentJobId,
    state: {},
    workFolder,
    signal: new AbortController().signal,
    isLastAttempt: false,
    onProgress: () => undefined,
    takeIn: async () => '',
  });
  expect(store.jobs.find(remixActionId)).toMatchObject({ status: 'succeeded', progressPercentage: 100 });
  expect(logged).toMatchObject([{ level: 'warn', remixActionId }]);
});
