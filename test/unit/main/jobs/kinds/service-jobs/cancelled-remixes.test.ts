import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../../../src-shared/app-error.ts';
import { startJobs } from '../../../../../fakes/features/jobs-fixture.ts';
import { beginAny, message, remix } from '../../../../../fakes/services/job-orders.ts';
import { JobStandIn } from '../../../../../fakes/services/job-stand-in.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
async function create() {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  return { service, ...(await startJobs(service.url)) };
}

describe.each([
  ['a remix', remix],
  ['a message', message],
])('%s', (_name, order) => {
  test('that runs is not cancelled, for the service finishes it, and is followed to its end', async () => {
    const { service, jobs } = await create();
    const jobId = beginAny(jobs, order);
    await until(() => jobs.get(jobId).state === 'running');
    await expect(jobs.cancel(jobId)).rejects.toMatchObject({ code: 'conflict' });
    expect(jobs.get(jobId)).toMatchObject({ state: 'running', isCancelling: false });
    service.endAll();
    expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'succeeded' });
    expect(jobs.get(jobId).state).toBe('succeeded');
  });

  test('that runs at a service out of reach is cancelled, for nothing else would end it', async () => {
    const { jobs, availability } = await create();
    const jobId = beginAny(jobs, order);
    await until(() => jobs.get(jobId).state === 'running');
    availability.noteOutcome(new AppError('service_unreachable', 'It does not answer.'));
    expect(await jobs.cancel(jobId)).toMatchObject({ state: 'cancelled' });
  });

  test('that is cancelled while the service takes it runs on', async () => {
    const { service, jobs } = await create();
    const gate = Promise.withResolvers<null>();
    service.beforeStart = () => gate.promise.then(() => undefined);
    const jobId = beginAny(jobs, order);
    await until(() => service.starts.length === 1);
    expect(await jobs.cancel(jobId)).toMatchObject({ state: 'starting', isCancelling: true });
    gate.resolve(null);
    await until(() => !jobs.get(jobId).isCancelling);
    expect(jobs.get(jobId).state).toBe('running');
    service.endAll();
    expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'succeeded' });
    expect(service.cancelled).toEqual([]);
  });

  test('that is cancelled while the service refuses it ends as cancelled', async () => {
    const { service, jobs } = await create();
    const gate = Promise.withResolvers<null>();
    service.beforeStart = () => gate.promise.then(() => undefined);
    service.fate = { status: 400, body: { message: 'No.', code: 'invalid_parameters' } };
    const jobId = beginAny(jobs, order);
    await until(() => service.starts.length === 1);
    await jobs.cancel(jobId);
    gate.resolve(null);
    await jobs.settled(jobId);
    expect(jobs.get(jobId)).toMatchObject({ state: 'cancelled', isCancelling: false });
  });
});
