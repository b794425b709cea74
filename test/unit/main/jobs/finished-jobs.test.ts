import { expect, test } from 'vitest';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

test('an export that nobody waits for shows in its project when it is done', async () => {
  const service = await ServiceStandIn.start();
  const projectId = service.addProject();
  service.movie = null;
  const { app } = await startApp(service);
  const changed: string[] = [];
  const client = createClient<AppContract>({ invoke: app.router, subscribe: (hear) => app.subscribe(hear) });
  client.on('project.changed', (project) => changed.push(project.projectId));
  const { jobs, movies } = app.services.active();
  const { signal } = new AbortController();
  expect(await movies.latest(projectId, signal)).toBeNull();
  const about = { title: 'Harbour lights', projectId };
  const jobId = jobs.begin({ operation: 'exportProject', path: { projectId }, body: {}, ...about });
  await until(() => jobs.get(jobId).state === 'succeeded' && changed.includes(projectId));
  expect(await movies.latest(projectId, signal)).toMatchObject({ projectId, status: 'succeeded' });
});
