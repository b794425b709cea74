import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compose } from '../../../../src-main/app/compose.ts';
import type { Platform } from '../../../../src-main/platform.ts';
import { backUpState, hasBackup } from '../../../../src-main/state/state-backups.ts';
import { StateStore } from '../../../../src-main/state/state-store.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** Replaces the state as a start that ends before the app has followed the replacement. */
async function openAndClose({ clock, log, paths }: Platform): Promise<void> {
  const state = new StateStore({ clock, log, userData: paths.userData, onRecovered: () => undefined });
  await state.start();
  await state.dispose();
}

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
  // The backup of the start may still be going on.
  await until(() => hasBackup(statePath));
  await backUpState(database, statePath, platform.clock.now());
  service.apiKey = apiKey;
  await app.services.connections.retry();
  await until(() => generations.get(generationId).state === 'succeeded');
  await app.dispose();
  writeFileSync(statePath, 'not a database at all');
  await openAndClose(platform);

  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  await again.start();
  const { generations: restored, jobs: restoredJobs } = again.services.active();
  const error = { code: 'start_unconfirmed' };
  expect(restored.get(generationId)).toMatchObject({ state: 'failed', error });
  expect(restoredJobs.get(jobId)).toMatchObject({ state: 'unknown', error });
  expect(service.starts).toHaveLength(1);
  const follow = vi.fn();
  again.services.state.afterReplacement(follow);
  expect(follow).not.toHaveBeenCalled();
});
