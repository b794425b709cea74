import { expect, test } from 'vitest';
import { remixStage } from '../../../../src-service/jobs/remix/remix-stage.ts';
import { FakeMediaEngine } from '../../../fakes/fake-media-engine.ts';
import { openTestStore } from '../../../fakes/store-fixture.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

test('a run goes on to no movie when its action had failed before the service stopped', async () => {
  const workFolder = await makeTemporaryFolder();
  const { store, clock } = await openTestStore(workFolder);
  const parentJobId = 'vg_work_run';
  store.jobs.insert({ jobId: parentJobId, kind: 'run', state: {} });
  store.jobs.insert({ jobId: 'vg_rmix_done', kind: 'action', state: {}, parentJobId });
  store.jobs.insert({ jobId: 'vg_rmix_failed', kind: 'action', state: {}, parentJobId });
  store.jobs.markRunning(parentJobId);
  store.jobs.finish('vg_rmix_done', { status: 'succeeded' });
  const error = { message: 'No such language.', code: 'translation_unavailable' };
  store.jobs.finish('vg_rmix_failed', { status: 'failed', error });
  const stage = remixStage({
    ...{ ...store, clock, log: () => undefined },
    engine: new FakeMediaEngine(),
  });
  const signal = new AbortController().signal;
  const onProgress = () => undefined;
  const takeIn = async () => '';
  const run = stage.run({
    ...{ jobId: parentJobId, state: {}, workFolder, signal, isLastAttempt: false },
    ...{ onProgress, takeIn },
  });
  await expect(run).rejects.toMatchObject({ name: 'ApiError', ...error });
});
