import { expect, test } from 'vitest';
import { createWithStandIn, aRequest } from '../../../../../fakes/generations-fixture.ts';
import { JobStandIn } from '../../../../../fakes/job-stand-in.ts';
import { startJobs } from '../../../../../fakes/jobs-fixture.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const oddity = { code: 'service_answer_unreadable', details: { reason: 'unknown_status' } };

test('a job of a status that this version does not know runs on, which is reported, and never counts as failed', async () => {
  const service = await JobStandIn.start();
  const { jobs } = await startJobs(service.url);
  service.firstStatus = 'archived';
  const picture = { operation: 'generateImage', path: {}, body: { prompt: 'A harbour.' } } as const;
  const jobId = jobs.begin({ ...picture, title: 'A harbour', projectId: null });
  await until(() => jobs.get(jobId).error !== null);
  expect(jobs.list(1)).toMatchObject([{ state: 'running', error: oddity }]);
  service.endAll();
  const { signal } = new AbortController();
  expect(await jobs.reading(jobId, { signal })).toMatchObject({ status: 'succeeded' });
  expect(jobs.get(jobId)).toMatchObject({ state: 'succeeded', error: null });
});

test('so does a draft, and the notice goes when the status is a known one again', async () => {
  const { service, generations } = await createWithStandIn();
  service.readsPerRun = 1_000_000;
  const { generationId } = generations.startGeneration(aRequest());
  await until(() => service.runs.size === 1);
  const [run] = service.runs.values();
  if (run) run.status = 'archived';
  await until(() => generations.get(generationId).error !== null);
  expect(generations.list(1)).toMatchObject([{ state: 'running', error: oddity }]);
  if (run) run.status = 'running';
  await until(() => generations.get(generationId).error === null);
  expect(generations.get(generationId).state).toBe('running');
});
