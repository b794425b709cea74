import { describe, expect, test } from 'vitest';
import { startJobs } from '../../../../../fakes/features/jobs-fixture.ts';
import { beginAny, document, picture, rendering } from '../../../../../fakes/services/job-orders.ts';
import { JobStandIn } from '../../../../../fakes/services/job-stand-in.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
async function create() {
  const service = await JobStandIn.start();
  return { service, ...(await startJobs(service.url)) };
}
describe('cancelling', () => {
  test('a running tool is confirmed by the service', async () => {
    const { service, jobs } = await create();
    service.firstStatus = 'running';
    const jobId = jobs.begin(picture);
    await until(() => jobs.get(jobId).state === 'running');
    await jobs.cancel(jobId);
    expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'cancelled' });
    expect(jobs.get(jobId)).toMatchObject({ state: 'cancelled', isCancelling: false });
    expect(service.cancelled).toEqual([jobs.get(jobId).remoteId]);
    await expect(jobs.cancel(jobId)).rejects.toMatchObject({ code: 'conflict' });
  });

  test('a tool that is just starting is cancelled as soon as it has an id', async () => {
    const { service, jobs } = await create();
    service.firstStatus = 'running';
    const gate = Promise.withResolvers<null>();
    service.beforeStart = () => gate.promise.then(() => undefined);
    const jobId = jobs.begin(picture);
    await until(() => service.starts.length === 1);
    expect(await jobs.cancel(jobId)).toMatchObject({ state: 'starting', isCancelling: true });
    gate.resolve(null);
    await until(() => jobs.get(jobId).state === 'cancelled');
    expect(service.cancelled).toHaveLength(1);
  });

  test.each([
    ['an export', rendering],
    ['a document', document],
  ])('%s ends at a service that can stop it', async (_name, order) => {
    const { service, jobs } = await create();
    service.endsAllJobs = true;
    service.firstStatus = 'running';
    const jobId = beginAny(jobs, order);
    await until(() => jobs.get(jobId).state === 'running');
    expect(await jobs.cancel(jobId)).toMatchObject({ state: 'cancelled' });
    expect(service.cancelled).toEqual([jobs.get(jobId).remoteId]);
    expect(service.jobs.map(({ status }) => status)).toEqual(['cancelled']);
  });

  test('an export that is just starting ends at the service as soon as it has an id', async () => {
    const { service, jobs } = await create();
    service.endsAllJobs = true;
    service.firstStatus = 'running';
    const gate = Promise.withResolvers<null>();
    service.beforeStart = () => gate.promise.then(() => undefined);
    const jobId = beginAny(jobs, rendering);
    await until(() => service.starts.length === 1);
    await jobs.cancel(jobId);
    gate.resolve(null);
    await until(() => jobs.get(jobId).state === 'cancelled');
    expect(service.cancelled).toHaveLength(1);
  });

  test('an export is forgotten here where the service has no way to stop it', async () => {
    const { service, jobs } = await create();
    service.firstStatus = 'running';
    const jobId = beginAny(jobs, rendering);
    await until(() => jobs.get(jobId).state === 'running');
    expect(await jobs.cancel(jobId)).toMatchObject({ state: 'cancelled' });
    expect(service.cancelled).toEqual([]);
  });

  test('a tool that waits behind another one of its kind ends at once', async () => {
    const { service, jobs } = await create();
    const gate = Promise.withResolvers<null>();
    service.beforeStart = () => gate.promise.then(() => undefined);
    const first = jobs.begin(picture);
    const second = jobs.begin(picture);
    await until(() => service.starts.length === 1);
    expect(await jobs.cancel(second)).toMatchObject({ state: 'cancelled' });
    gate.resolve(null);
    await jobs.reading(first, { signal: forever });
    expect(service.starts).toHaveLength(1);
  });
});
