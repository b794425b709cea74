import { expect, test } from 'vitest';
import { aRequest } from '../fakes/features/generations-fixture.ts';
import { startJobs } from '../fakes/features/jobs-fixture.ts';
import { type AnyOrder, beginAny, orders, unlistedOrders } from '../fakes/services/job-orders.ts';
import { JobStandIn } from '../fakes/services/job-stand-in.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { PickyWire, type RequestFault } from './support/picky-wire.ts';

const part = 'B6 wire, starts';
const { signal } = new AbortController();
/** Error of a start that the service certainly does not have. */
const unconfirmed = { code: 'start_unconfirmed', details: { outcome: 'not_started' } };

/** Faults before the service can have the complete request. */
const before: readonly RequestFault[] = [0, 0.5, 0.99].map((at) => ({ kind: 'cut request', at }));
/** Faults after the service has the request, from the first byte of the answer to its last. */
const after: readonly RequestFault[] = [0, 0.2, 0.5, 0.9, 1].map((at) => ({ kind: 'cut answer', at }));

/** Breaks the first POST that starts something; all other requests pass. */
function breakFirstStart(wire: PickyWire, fault: RequestFault): void {
  wire.faultOf = ({ method }) => (method === 'POST' && wire.injected === 0 ? fault : null);
}

async function createJobs(fault: RequestFault | null) {
  const service = await JobStandIn.start();
  // A retry reads its project first.
  service.projects.push({ projectId: 'proj_2', assistantId: null, createdAt: 1_700_000_000 });
  const wire = await PickyWire.start(service.url);
  if (fault) breakFirstStart(wire, fault);
  const { jobs, availability } = await startJobs(wire.url);
  const begin = (order: AnyOrder): string => beginAny(jobs, order);
  return { service, wire, jobs, begin, availability };
}

test.each(orders)('%s reaches the service once, wherever its answer is cut', async (name, order) => {
  recordFault({ part, fault: `answer to the start of ${name} cut`, injected: after.length });
  for (const fault of after) {
    const { service, jobs, begin, wire } = await createJobs(fault);
    const jobId = begin(order);
    expect((await jobs.reading(jobId, { signal })).status).toBe('succeeded');
    const { state, error, remoteId, remoteIds } = jobs.get(jobId);
    expect([state, error, remoteIds.at(-1) ?? remoteId]).toEqual([
      'succeeded',
      null,
      service.jobs.at(-1)?.id,
    ]);
    expect(service.starts).toHaveLength(1);
    expect(wire.injected).toBe(1);
  }
});

test.each(orders)('%s cut on its way is not sent again without being asked for', async (name, order) => {
  recordFault({ part, fault: `start of ${name} cut on its way`, injected: before.length });
  for (const fault of before) {
    const { service, jobs, begin, wire } = await createJobs(fault);
    const jobId = begin(order);
    await expect(jobs.reading(jobId, { signal })).rejects.toMatchObject(unconfirmed);
    expect(jobs.get(jobId).state).toBe('failed');
    expect([service.starts.length, wire.injected]).toEqual([0, 1]);
    const again = await jobs.retry(jobId);
    expect((await jobs.reading(again.jobId, { signal })).status).toBe('succeeded');
    expect(service.starts).toHaveLength(1);
  }
});

test.each(unlistedOrders)(
  '%s, which no list of the service shows, is left to the user',
  async (name, order) => {
    const faults = [...before, ...after];
    recordFault({ part, fault: `start of ${name} cut`, injected: faults.length });
    for (const fault of faults) {
      const { service, jobs, begin, wire } = await createJobs(fault);
      const jobId = begin(order);
      const details = { outcome: 'not_listed' };
      await expect(jobs.reading(jobId, { signal })).rejects.toMatchObject({
        code: 'start_unconfirmed',
        details,
      });
      expect([service.starts.length, wire.injected]).toEqual([fault.kind === 'cut answer' ? 1 : 0, 1]);
      const again = await jobs.retry(jobId);
      expect((await jobs.reading(again.jobId, { signal })).status).toBe('succeeded');
    }
  },
);

async function createGenerations(fault: RequestFault | null) {
  const service = await ServiceStandIn.start();
  const wire = await PickyWire.start(service.url);
  if (fault) breakFirstStart(wire, fault);
  return { service, wire, ...(await startJobs(wire.url)) };
}

test('a generation reaches the service once, wherever its answer is cut', async () => {
  recordFault({ part, fault: 'answer to the start of a generation cut', injected: after.length });
  for (const fault of after) {
    const { service, wire, generations } = await createGenerations(fault);
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({ state: 'succeeded', error: null });
    expect([service.starts.length, wire.injected]).toEqual([1, 1]);
  }
});

test('a generation cut on its way is not sent again without being asked for', async () => {
  recordFault({ part, fault: 'start of a generation cut on its way', injected: before.length });
  for (const fault of before) {
    const { service, wire, generations } = await createGenerations(fault);
    const { generationId } = generations.startGeneration(aRequest());
    await generations.settled(generationId);
    expect(generations.get(generationId)).toMatchObject({ state: 'failed', error: unconfirmed });
    expect([service.starts.length, wire.injected]).toEqual([0, 1]);
    await generations.settled(generations.retry(generationId).generationId);
    expect(service.starts).toHaveLength(1);
  }
});

test('starts wait while connections are refused, and go out once each when they are not', async () => {
  const { service, wire, jobs, begin, availability } = await createJobs(null);
  await wire.unplug();
  const ids = orders.map(([, order]) => begin(order));
  recordFault({ part, fault: 'starts while connections are refused', injected: ids.length });
  await until(() => availability.state === 'offline');
  expect(ids.map((jobId) => jobs.get(jobId))).toEqual(
    ids.map(() => expect.objectContaining({ state: 'queued', error: null, submittedAtMs: null }) as unknown),
  );
  await wire.plugIn();
  const readings = await Promise.all(ids.map((jobId) => jobs.reading(jobId, { signal })));
  expect(readings.map(({ status }) => status)).toEqual(ids.map(() => 'succeeded'));
  expect(service.starts).toHaveLength(ids.length);
});

test('a generation waits while connections are refused, and goes out once when they are not', async () => {
  recordFault({ part, fault: 'generation while connections are refused' });
  const { service, wire, generations, availability } = await createGenerations(null);
  await wire.unplug();
  const { generationId } = generations.startGeneration(aRequest());
  await until(() => availability.state === 'offline');
  expect(generations.get(generationId)).toMatchObject({ state: 'queued', error: null, submittedAtMs: null });
  await wire.plugIn();
  await generations.settled(generationId);
  expect(generations.get(generationId).state).toBe('succeeded');
  expect(service.starts).toHaveLength(1);
});
