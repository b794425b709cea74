import { expect, test } from 'vitest';
import { appIsClosing, cancelledByUser } from '../../../../src-main/foundation/wait.ts';
import {
  type InterchangeOrder,
  InterchangeRunner,
} from '../../../../src-main/projects/interchange-runner.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { type JobsOptions, startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { addressOf } from '../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

async function create(options: JobsOptions = {}) {
  const service = await ServiceStandIn.start();
  const parts = await startJobs(service.url, options);
  const projectId = service.addProject();
  const started: string[] = [];
  const progress: number[] = [];
  const order = (change: Partial<InterchangeOrder> = {}): InterchangeOrder => ({
    projectId,
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    jobId: null,
    askedJobId: null,
    isAskedByUser: true,
    onAsked: () => undefined,
    onStarted: (jobId) => started.push(jobId),
    onProgress: (fraction) => progress.push(fraction),
    signal: new AbortController().signal,
    ...change,
  });
  const asked = (): number => service.countOf('POST', /timeline-interchange/);
  return { ...parts, service, order, started, progress, asked, runner: new InterchangeRunner(parts) };
}

test('a document is asked for once, journalled, and its link can be signed again', async () => {
  const { runner, order, started, progress, asked, jobs } = await create();
  const result = await runner.run(order());
  expect(started).toEqual([result.jobId]);
  expect(progress.at(-1)).toBe(1);
  expect(result.sizeBytes).toBeGreaterThan(0);
  expect(await result.renewUrl(new AbortController().signal)).not.toBe(result.url);
  expect(jobs.list(10)).toMatchObject([{ kind: 'interchange', state: 'succeeded' }]);
  expect(asked()).toBe(1);
});

test('one that was asked for earlier is taken up, and asked for again when the service lost it', async () => {
  const { runner, order, started, asked } = await create();
  const { jobId } = await runner.run(order());
  expect((await runner.run(order({ jobId }))).jobId).toBe(jobId);
  expect(asked()).toBe(1);
  const again = await runner.run(order({ jobId: 'vg_inte_gone' }));
  expect(started).toEqual([jobId, again.jobId]);
  expect(asked()).toBe(2);
});

test('one whose request was journalled alone is asked for again when the service lost it since', async () => {
  const { runner, order, asked, service } = await create();
  let askedJobId = '';
  const { jobId } = await runner.run(order({ onAsked: (id) => (askedJobId = id) }));
  expect((await runner.run(order({ askedJobId }))).jobId).toBe(jobId);
  expect(asked()).toBe(1);
  service.intercept = ({ method, url }, response) => {
    if (method !== 'GET' || !url.endsWith(jobId)) return false;
    sendJson(response, 404, { message: 'There is no such thing.', code: 'not_found' });
    return true;
  };
  expect((await runner.run(order({ askedJobId }))).jobId).not.toBe(jobId);
  expect(asked()).toBe(2);
});

test('two who wait for the same document ask once, and one of them may go', async () => {
  let isSignedIn = false;
  const current = (signal: AbortSignal) =>
    isSignedIn
      ? addressOf(service.url).current(signal)
      : Promise.reject(new AppError('signed_out', 'nobody'));
  const { runner, order, asked, availability, service } = await create({
    address: { current, renew: () => Promise.resolve(false) },
  });
  const stopper = new AbortController();
  const leaving = runner.run(order({ signal: stopper.signal }));
  const staying = runner.run(order());
  await until(() => availability.state === 'signed_out');
  stopper.abort(cancelledByUser);
  await expect(leaving).rejects.toBe(cancelledByUser);
  isSignedIn = true;
  availability.lookNow();
  expect((await staying).url).toContain('/storage/');
  expect(asked()).toBe(1);
});

test('one that nobody waits for any more is not asked for', async () => {
  const signedOut = () => Promise.reject(new AppError('signed_out', 'nobody'));
  const { runner, order, jobs, availability } = await create({
    address: { current: signedOut, renew: () => Promise.resolve(false) },
  });
  const stopper = new AbortController();
  const running = runner.run(order({ signal: stopper.signal }));
  await until(() => availability.state === 'signed_out');
  stopper.abort(cancelledByUser);
  await expect(running).rejects.toBe(cancelledByUser);
  expect(jobs.list(10)).toMatchObject([{ state: 'cancelled' }]);
});

test('one that waited when the app closed is joined after a restart, not asked for twice', async () => {
  const signedOut = () => Promise.reject(new AppError('signed_out', 'nobody'));
  const created = await create({ address: { current: signedOut, renew: () => Promise.resolve(false) } });
  const stopper = new AbortController();
  const running = created.runner.run(created.order({ signal: stopper.signal }));
  await until(() => created.availability.state === 'signed_out');
  stopper.abort(appIsClosing);
  await expect(running).rejects.toBe(appIsClosing);
  await created.dispose();
  const again = await startJobs(created.service.url, { state: created.state });
  again.jobs.start();
  const result = await new InterchangeRunner(again).run(created.order());
  expect(result.url).toContain('/storage/');
  expect(created.asked()).toBe(1);
});

test('a document that fails at the service keeps its words', async () => {
  const { runner, order, service } = await create();
  service.intercept = ({ method, url }, response) => {
    if (method !== 'GET' || !url.includes('timeline-interchange')) return false;
    const nothing = { downloadUrl: null, downloadUrlExpiresAt: null, interchangeFileId: null, file: null };
    const job = {
      interchangeJobId: url.split('/').at(-1),
      projectId: 'p',
      format: 'OTIO',
      mediaDelivery: 'BUNDLE',
    };
    const error = { message: 'A clip is missing.', code: 'broken' };
    response.end(
      JSON.stringify({
        ...job,
        ...nothing,
        status: 'failed',
        progressPercentage: 10,
        attemptIndex: 0,
        error,
      }),
    );
    return true;
  };
  await expect(runner.run(order())).rejects.toMatchObject({
    code: 'service_failed',
    details: { reason: 'A clip is missing.' },
  });
});
