import { describe, expect, test } from 'vitest';
import {
  queuedServiceJob,
  type ServiceJobRecord,
} from '../../../../../../src-main/state/service-job-repository.ts';
import { AppError } from '../../../../../../src-shared/app-error.ts';
import { type JobsOptions, startJobs } from '../../../../../fakes/features/jobs-fixture.ts';
import {
  type AnyOrder,
  beginAny,
  orders,
  picture,
  unlistedOrders,
} from '../../../../../fakes/services/job-orders.ts';
import { JobStandIn } from '../../../../../fakes/services/job-stand-in.ts';
import { until } from '../../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
async function create(options: JobsOptions = {}) {
  const service = await JobStandIn.start();
  return { service, ...(await startJobs(service.url, options)) };
}
type Created = Awaited<ReturnType<typeof create>>;

async function reopen({ dispose, service, state }: Created) {
  await dispose();
  const again = await startJobs(service.url, { state });
  again.jobs.start();
  return again;
}

/** Returns a record as a crash leaves it. */
function left(order: AnyOrder, change: Partial<ServiceJobRecord>): ServiceJobRecord {
  return {
    ...queuedServiceJob,
    jobId: 'left',
    connectionId: 'local',
    kind: 'tool',
    state: 'starting',
    createdAt: 1,
    submittedAtMs: Date.now(),
    steps: [],
    ...order,
    ...change,
  };
}

describe.each([...orders, ...unlistedOrders])('%s', (_name, order) => {
  test('is journalled before its request leaves, sent once and followed to its end', async () => {
    const { service, jobs, finished } = await create();
    let stateOnArrival = '';
    service.beforeStart = () => {
      stateOnArrival = jobs.get(jobId).state;
    };
    const jobId = beginAny(jobs, order);
    expect(jobs.get(jobId).state).toBe('queued');
    const reading = await jobs.reading(jobId, { signal: forever });
    expect(reading.status).toBe('succeeded');
    expect(stateOnArrival).toBe('starting');
    expect(service.starts).toHaveLength(1);
    expect(jobs.get(jobId)).toMatchObject({ state: 'succeeded', progress: 1, error: null });
    expect(service.jobs.map(({ id }) => id)).toContain(jobs.get(jobId).remoteId);
    expect(finished).toEqual([jobId]);
  });
});

describe.each(orders)('the lost answer to %s', (_name, order) => {
  test('of an app that stopped before the request left is not sent by itself', async () => {
    const created = await create();
    const { jobs: fresh, jobRepository } = created;
    const jobId = beginAny(fresh, order);
    const { kind } = fresh.get(jobId);
    await fresh.reading(jobId, { signal: forever });
    const { newestBefore } = fresh.get(jobId);
    const before = created.service.starts.length;
    created.service.jobs.length = 0;
    created.service.projects.length = 1;
    jobRepository.put(left(order, { kind, newestBefore }));
    const { jobs } = await reopen(created);
    await expect(jobs.reading('left', { signal: forever })).rejects.toMatchObject({
      code: 'start_unconfirmed',
    });
    expect(created.service.starts).toHaveLength(before);
  });
});

describe('several lost starts', () => {
  test('each take a job of their own', async () => {
    const { service, jobs } = await create();
    service.fate = 'answer lost';
    const ids = [1, 2, 3].map(() => jobs.begin(picture));
    await Promise.all(ids.map((jobId) => jobs.reading(jobId, { signal: forever })));
    expect(new Set(ids.map((jobId) => jobs.get(jobId).remoteId)).size).toBe(3);
    expect(service.starts).toHaveLength(3);
  });

  test('are not taken for jobs that were there before or are of another tool', async () => {
    const { service, jobs } = await create();
    service.add('tool', 'tools', { toolType: 'GENERATE_IMAGE', results: [] });
    service.beforeStart = () => {
      service.add('tool', 'tools', { toolType: 'GENERATE_MUSIC', results: [] });
    };
    service.fate = 'answer lost';
    const jobId = jobs.begin(picture);
    await jobs.reading(jobId, { signal: forever });
    expect(jobs.get(jobId).remoteId).toBe(service.jobs.at(-1)?.id);
  });

  test('are left to the user when two jobs could be it', async () => {
    const { service, jobs } = await create();
    service.beforeStart = () => {
      service.add('tool', 'tools', { toolType: 'GENERATE_IMAGE', results: [] });
    };
    service.fate = 'answer lost';
    const jobId = jobs.begin(picture);
    await expect(jobs.reading(jobId, { signal: forever })).rejects.toMatchObject({
      code: 'start_unconfirmed',
      details: { outcome: 'unclear' },
    });
    expect(jobs.get(jobId).state).toBe('unknown');
    expect(service.starts).toHaveLength(1);
  });
});

describe('a job that has to wait does not fail', () => {
  test('without a credential, also over a restart, and is cancelled at once', async () => {
    const signedOut = () => Promise.reject(new AppError('signed_out', 'nobody'));
    const address = { current: signedOut, renew: () => Promise.resolve(false) };
    const created = await create({ address });
    const ids = [created.jobs.begin(picture), created.jobs.begin(picture)];
    await until(() => created.availability.state === 'signed_out');
    const again = await reopen(created);
    await again.jobs.reading(ids[0] ?? '', { signal: forever });
    expect(created.service.starts.length).toBeGreaterThan(0);
    const third = await create({ address });
    const waiting = third.jobs.begin(picture);
    await until(() => third.availability.state === 'signed_out');
    expect(await third.jobs.cancel(waiting)).toMatchObject({ state: 'cancelled', error: null });
  });

  test('behind a used-up rate window', async () => {
    const { service, jobs } = await create();
    const requirement = { type: 'upgrade_plan' };
    service.fate = { status: 429, body: { message: 'Slowly.', code: 'rate_limited', requirement } };
    const jobId = jobs.begin(picture);
    await until(() => service.starts.length > 0);
    expect(jobs.get(jobId).state).not.toBe('failed');
    service.fate = 'answered';
    expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'succeeded' });
  });
});

test.each([
  [429, 'insufficient_credits', 'insufficient_credits', null],
  [429, 'quota_reached', 'insufficient_credits', { type: 'upgrade_plan' }],
  [400, 'invalid_parameters', 'service_refused', null],
  [403, 'not_authorized', 'forbidden', null],
])('a start that is answered %i %s fails with the reason', async (status, serviceCode, code, requirement) => {
  const { service, jobs } = await create();
  service.fate = { status, body: { message: 'No.', code: serviceCode, requirement } };
  const jobId = jobs.begin(picture);
  await expect(jobs.reading(jobId, { signal: forever })).rejects.toMatchObject({ code });
  const details = { reason: 'No.', ...(requirement && { requirement: requirement.type }) };
  expect(jobs.get(jobId)).toMatchObject({ state: 'failed', error: { code, details } });
  expect(service.starts).toHaveLength(1);
});

test.each([
  ['as the service said', 500, 0],
  ['not, when it was carried out all the same', 500, 1],
])('a start that is answered 500 fails %s', async (_name, status, made) => {
  const { service, jobs } = await create();
  service.fate = { status, body: { message: 'Out of order.', code: 'internal_error' } };
  service.beforeStart = () => {
    if (made > 0) service.add('tool', 'tools', { toolType: 'GENERATE_IMAGE', results: [] });
  };
  const jobId = jobs.begin(picture);
  await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
  expect(jobs.get(jobId)).toMatchObject(
    made > 0 ? { state: 'succeeded' } : { state: 'failed', error: { code: 'service_failed' } },
  );
  expect(service.starts).toHaveLength(1);
});

test('a job that fails at the service keeps its words', async () => {
  const { service, jobs } = await create();
  service.firstStatus = 'failed';
  const jobId = jobs.begin(picture);
  expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'failed' });
  expect(jobs.get(jobId)).toMatchObject({
    state: 'failed',
    error: { code: 'generation_failed', details: { reason: 'It broke.' } },
  });
});

test('a job that runs is followed again after a restart, by its own connection only', async () => {
  const created = await create();
  created.service.firstStatus = 'running';
  const jobId = created.jobs.begin(picture);
  await until(() => created.jobs.get(jobId).state === 'running');
  created.jobRepository.put(left(picture, { jobId: 'other', connectionId: 'elsewhere', state: 'queued' }));
  created.service.endAll();
  const { jobs } = await reopen(created);
  expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'succeeded' });
  expect(jobs.get('other').state).toBe('queued');
  expect(jobs.list(10).map((job) => job.jobId)).toEqual([jobId]);
  expect(created.service.starts).toHaveLength(1);
});

test('whoever waits with a listener that throws learns of it, and harms neither the job nor the others', async () => {
  const { jobs } = await create();
  const jobId = jobs.begin(picture);
  const onStarted = () => {
    throw new AppError('disk_full', 'no room');
  };
  const [bad, good] = await Promise.allSettled([
    jobs.reading(jobId, { signal: forever, onStarted }),
    jobs.reading(jobId, { signal: forever }),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'disk_full' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: { status: 'succeeded' } });
});

test('an id that cannot be noted on a full disk is noted as soon as there is room', async () => {
  const { service, jobs, state, log } = await create();
  const { database } = state;
  service.beforeStart = () => {
    database.exec(
      "CREATE TEMP TRIGGER no_room BEFORE UPDATE ON service_jobs BEGIN SELECT RAISE(ABORT, 'no room'); END",
    );
  };
  const jobId = jobs.begin(picture);
  await until(() => log.lines.some(({ level }) => level === 'error'));
  expect(jobs.get(jobId)).toMatchObject({ state: 'starting', remoteId: null });
  database.exec('DROP TRIGGER no_room');
  expect(await jobs.reading(jobId, { signal: forever })).toMatchObject({ status: 'succeeded' });
  expect(service.starts).toHaveLength(1);
});
