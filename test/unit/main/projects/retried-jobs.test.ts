import { describe, expect, test } from 'vitest';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import { type JobsOptions, startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { addressOf } from '../../../fakes/main-fixture.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };
const zoom = { type: 'ADD_ZOOM' } as const;

async function create(options: JobsOptions = {}) {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  const parts = await startJobs(service.url, options);
  return { ...parts, service, projectJobs: new ProjectJobs({ ...parts, generations: parts.ledger }) };
}

describe('a remix or an export', () => {
  test('that failed is tried again once, also after a restart', async () => {
    const parts = await create();
    const { service, projectJobs, jobs } = parts;
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized' } };
    const failed = [projectJobs.startRemix(project, [zoom], false), projectJobs.startExport(project, {})];
    for (const { jobId } of failed) await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    service.fate = 'answered';
    service.firstStatus = 'succeeded';
    const again = await Promise.all(failed.map(({ jobId }) => jobs.retry(jobId)));
    const refuse = async (some: typeof jobs): Promise<void> => {
      for (const { jobId } of failed)
        await expect(some.retry(jobId)).rejects.toMatchObject({ code: 'conflict' });
    };
    await refuse(jobs);
    for (const { jobId } of again) await jobs.reading(jobId, { signal: forever });
    await refuse(jobs);
    expect(service.starts).toHaveLength(4);
    expect((await projectJobs.listRemixes(projectId)).jobs.at(-1)?.retriedAs).toBe(again[0]?.jobId);
    const { exports } = await projectJobs.listExports(projectId);
    expect(exports.find(({ jobId }) => jobId === failed[1]?.jobId)?.retriedAs).toBe(again[1]?.jobId);
    await parts.dispose();
    await refuse((await startJobs(service.url, { state: parts.state })).jobs);
  });

  test('whose project was removed is not tried again, and the refusal says why', async () => {
    const { service, projectJobs, jobs } = await create();
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized' } };
    const failed = [projectJobs.startRemix(project, [zoom], false), projectJobs.startExport(project, {})];
    for (const { jobId } of failed) await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    service.projects.length = 0;
    service.fate = { status: 404, body: { message: 'No such project.', code: 'not_found' } };
    for (const { jobId } of [...failed, ...failed])
      await expect(jobs.retry(jobId)).rejects.toMatchObject({
        code: 'not_found',
        details: { reason: 'project' },
      });
    expect(jobs.list(10)).toHaveLength(2);
    expect(service.starts).toHaveLength(2);
  });

  test('that is tried again twice at a time is started once', async () => {
    const { service, projectJobs, jobs } = await create();
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized' } };
    const { jobId } = projectJobs.startRemix(project, [zoom], false);
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    service.fate = 'answered';
    const tries = await Promise.allSettled([jobs.retry(jobId), jobs.retry(jobId)]);
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(jobs.list(10)).toHaveLength(2);
  });

  test('that is tried again while the app quits is not started', async () => {
    const { service, projectJobs, jobs, jobLedger, dispose } = await create();
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized' } };
    const { jobId } = projectJobs.startExport(project, {});
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    const asked = Promise.withResolvers<undefined>();
    service.server.answerWith(() => {
      asked.resolve(undefined);
    });
    const retried = jobs.retry(jobId);
    const refused = expect(retried).rejects.toMatchObject({ code: 'cancelled' });
    await asked.promise;
    await dispose();
    service.server.closeConnections();
    await refused;
    expect(jobLedger.list(10).map((each) => each.jobId)).toEqual([jobId]);
  });

  test('is tried again at once while the service cannot be reached, and waits', async () => {
    let url = await unusedAddress();
    const address = { ...addressOf(url), current: () => addressOf(url).current(forever) };
    const { service, projectJobs, jobs, availability } = await create({ address });
    const { jobId } = projectJobs.startExport(project, {});
    await until(() => availability.state === 'offline');
    await jobs.cancel(jobId);
    const again = await jobs.retry(jobId);
    expect(again).toMatchObject({ state: 'queued', title: 'Harbour lights' });
    ({ url } = service);
    await until(() => jobs.get(again.jobId).state === 'running');
  });
});
