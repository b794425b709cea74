import { describe, expect, test } from 'vitest';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import type { ExportOptions } from '../../../../src-shared/contract/export-options.ts';
import { type JobsOptions, startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { addressOf } from '../../../fakes/main-fixture.ts';
import { aGeneration, aScriptRequest } from '../../../fakes/main-records.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };
const zoom = { type: 'ADD_ZOOM' } as const;
const music = { type: 'GENERATE_MUSIC', prompt: 'Slow waves' } as const;
const captions = { type: 'ENABLE_CAPTIONS' } as const;

async function create(options: JobsOptions = {}) {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  const parts = await startJobs(service.url, options);
  const projectJobs = new ProjectJobs({ ...parts, generations: parts.ledger });
  return { ...parts, service, projectJobs, bodies: () => bodiesOf(service) };
}

/** Returns the bodies of the starts that arrived. */
function bodiesOf({ server }: JobStandIn, names = /(remix|export)$/): unknown[] {
  return server.seen
    .filter(({ method, url }) => method === 'POST' && names.test(url))
    .map(({ body }) => JSON.parse(body.toString()) as unknown);
}

const statesOf = (steps: readonly { state: string }[]) => steps.map(({ state }) => state);

describe('a remix', () => {
  test('sends its actions in order and nothing that is a default, and tells how each stands', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const { jobId, steps } = projectJobs.startRemix(project, [zoom, music], false);
    expect(statesOf(steps)).toEqual(['pending', 'pending']);
    await until(() => jobs.list(1)[0]?.steps[0]?.state === 'running');
    expect(bodies()).toEqual([{ remixActions: [zoom, music] }]);
    const [first] = service.jobs;
    if (first) first.status = 'succeeded';
    await until(() => jobs.list(1)[0]?.steps[0]?.state === 'succeeded');
    expect(jobs.list(1)[0]).toMatchObject({ state: 'running', copyProjectId: null });
    service.endAll();
    await jobs.reading(jobId, { signal: forever });
    const listed = await projectJobs.listRemixes(projectId);
    expect(statesOf(listed.jobs[0]?.steps ?? [])).toEqual(['succeeded', 'succeeded']);
    expect(listed.elsewhere).toEqual([]);
  });

  test('of which one action failed tells which and why, and only the rest is tried again, on the copy', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const { jobId } = projectJobs.startRemix(project, [zoom, music, captions], true);
    await until(() => service.jobs.length === 3);
    const [made, broken, never] = service.jobs;
    if (made && broken && never) {
      [made.status, broken.status, never.status] = ['succeeded', 'failed', 'cancelled'];
    }
    await jobs.reading(jobId, { signal: forever });
    const failed = (await projectJobs.listRemixes(projectId)).jobs[0];
    expect(failed).toMatchObject({ state: 'failed', error: { details: { reason: 'It broke.' } } });
    expect(statesOf(failed?.steps ?? [])).toEqual(['succeeded', 'failed', 'cancelled']);
    expect(failed?.steps[1]?.error?.details).toMatchObject({ reason: 'It broke.', serviceCode: 'broken' });
    const copyProjectId = service.projects.at(-1)?.projectId;
    expect(failed?.copyProjectId).toBe(copyProjectId);
    const again = await jobs.retry(jobId);
    expect(again).toMatchObject({ projectId: copyProjectId, title: 'Harbour lights (copy)' });
    await until(() => bodies().length === 2);
    expect(bodies()).toEqual([
      { remixActions: [zoom, music, captions], saveAsNewProject: true },
      { remixActions: [music, captions] },
    ]);
    expect(service.starts.at(-1)).toBe(`/v1/projects/${String(copyProjectId)}/remix`);
  });

  test('whose answer is lost is found with all its steps, and nothing is sent again', async () => {
    const { service, projectJobs, jobs } = await create();
    service.firstStatus = 'succeeded';
    service.fate = 'answer lost';
    const { jobId } = projectJobs.startRemix(project, [zoom, music], false);
    await jobs.reading(jobId, { signal: forever });
    expect(service.starts).toHaveLength(1);
    expect(statesOf((await projectJobs.listRemixes(projectId)).jobs[0]?.steps ?? [])).toEqual([
      'succeeded',
      'succeeded',
    ]);
  });

  test('that a plan does not allow keeps what it needs, and all of it is tried again', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    const requirement = { type: 'upgrade_plan' };
    service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized', requirement } };
    const { jobId } = projectJobs.startRemix(project, [zoom, music], true);
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    expect(jobs.get(jobId)).toMatchObject({
      state: 'failed',
      error: { code: 'forbidden', details: { requirement: 'upgrade_plan', reason: 'Paid only.' } },
    });
    service.fate = 'answered';
    await jobs.retry(jobId);
    await until(() => service.jobs.length === 2);
    expect(bodies().at(-1)).toEqual(bodies()[0]);
  });

  test('that was started elsewhere is listed beside those from here', async () => {
    const { service, projectJobs } = await create();
    service.add('rmix', projectId, { type: 'SHUFFLE_STOCK_VISUALS', projectId, projectUrl: '' }, 'failed');
    expect(await projectJobs.listRemixes(projectId)).toMatchObject({
      jobs: [],
      elsewhere: [
        { type: 'SHUFFLE_STOCK_VISUALS', state: 'failed', error: { details: { reason: 'It broke.' } } },
      ],
      generated: [],
    });
  });

  test('of the generation that made the project is listed as that of the generation', async () => {
    const { service, projectJobs, ledger } = await create();
    const request = aScriptRequest({ remixActions: [zoom, music] });
    ledger.put(aGeneration({ projectId, state: 'succeeded', request }));
    const add = (type: string) =>
      service.add('rmix', projectId, { type, projectId, projectUrl: '' }, 'succeeded');
    for (const type of ['ADD_ZOOM', 'GENERATE_MUSIC', 'ENABLE_CAPTIONS']) add(type);
    const typesOf = (steps: readonly { type: string }[] | null) => steps?.map(({ type }) => type);
    const { elsewhere, generated } = await projectJobs.listRemixes(projectId);
    expect([typesOf(elsewhere), typesOf(generated)]).toEqual([
      ['ENABLE_CAPTIONS'],
      ['ADD_ZOOM', 'GENERATE_MUSIC'],
    ]);
  });
});

test('a remix and an export are journalled at once and listed while nobody answers, and sent once when somebody does', async () => {
  let url = await unusedAddress();
  const current = () => addressOf(url).current(forever);
  const parts = await create({ address: { ...addressOf(url), current } });
  const { service, projectJobs, jobs, availability } = parts;
  const remix = projectJobs.startRemix(project, [zoom], true);
  const movie = projectJobs.startExport(project, { quality: 'HIGH' });
  expect([remix, movie]).toMatchObject([
    { kind: 'remix', state: 'queued', ...project },
    { kind: 'export', state: 'queued', ...project },
  ]);
  await until(() => availability.state === 'offline');
  expect(await projectJobs.listExports(projectId)).toMatchObject({
    exports: [{ jobId: movie.jobId, state: 'queued', options: { quality: 'HIGH' } }],
    error: { code: 'service_unreachable' },
  });
  service.firstStatus = 'succeeded';
  ({ url } = service);
  for (const { jobId } of [remix, movie]) await jobs.reading(jobId, { signal: forever });
  expect(service.starts.toSorted()).toEqual(['/v1/projects/proj_1/export', '/v1/projects/proj_1/remix']);
});

describe('an export', () => {
  test('is asked for with what was chosen alone, and listed with how it stands', async () => {
    const { service, projectJobs, bodies, jobs } = await create();
    projectJobs.startExport(project, {});
    const { jobId } = projectJobs.startExport(project, { quality: 'HIGH', endScreenMode: 'NONE' });
    await until(() => service.jobs.length === 2);
    expect(bodies()).toEqual([{}, { quality: 'HIGH', endScreenMode: 'NONE' }]);
    const elsewhere = service.add('expo', projectId, { projectId }, 'failed');
    const [, second] = service.jobs;
    if (second) second.status = 'succeeded';
    await jobs.reading(jobId, { signal: forever });
    expect((await projectJobs.listExports(projectId)).exports).toMatchObject([
      {
        exportId: elsewhere,
        jobId: null,
        state: 'failed',
        options: null,
        error: { details: { reason: 'It broke.' } },
      },
      { jobId, state: 'succeeded', progress: 1, options: { quality: 'HIGH', endScreenMode: 'NONE' } },
      { state: 'running', progress: 0.4, options: {} },
    ]);
  });

  test('stands by its age, also where the service never had it or lists it no more; only what waits is on top', async () => {
    const clock = new SkippingClock();
    const { service, projectJobs, jobs } = await create({ clock });
    service.firstStatus = 'succeeded';
    const startOne = async (options: ExportOptions) => {
      clock.skip(60_000);
      const { jobId } = projectJobs.startExport(project, options);
      await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
      return jobId;
    };
    const oldest = await startOne({ quality: 'ULTRA_HIGH' });
    service.fate = { status: 403, body: { message: 'No.', code: 'not_authorized' } };
    const refused = await startOne({ watermarkMode: 'NONE' });
    service.fate = 'answered';
    const newest = await startOne({ quality: 'HIGH' });
    const arrived = Promise.withResolvers<null>();
    const held = Promise.withResolvers<undefined>();
    service.beforeStart = () => {
      arrived.resolve(null);
      return held.promise;
    };
    const { jobId: waiting } = projectJobs.startExport(project, {});
    await arrived.promise;
    const ids = async () => (await projectJobs.listExports(projectId)).exports.map(({ jobId }) => jobId);
    expect(await ids()).toEqual([waiting, newest, refused, oldest]);
    for (let count = 0; count < 99; count += 1) service.add('expo', projectId, { projectId });
    service.jobs.shift();
    const elsewhere = Array.from({ length: 99 }, () => null);
    expect(await ids()).toEqual([waiting, ...elsewhere, newest, refused, oldest]);
    held.resolve(undefined);
  });

  test('of the generation that made the project has its time and options', async () => {
    const { service, projectJobs, ledger } = await create();
    const exportOptions = { quality: 'STANDARD' } as const;
    const request = aScriptRequest({ exportOptions });
    ledger.put(aGeneration({ projectId, state: 'succeeded', finishedAt: 1_700_000_060, request }));
    service.add('expo', projectId, { projectId }, 'succeeded');
    service.add('expo', projectId, { projectId }, 'succeeded');
    expect((await projectJobs.listExports(projectId)).exports).toMatchObject([
      { createdAt: null, options: null },
      { createdAt: 1_700_000_060, finishedAt: null, options: exportOptions },
    ]);
  });

  test('that the service refuses is listed with the reason', async () => {
    const { service, projectJobs, jobs } = await create();
    const requirement = { type: 'purchase_add_on' };
    service.fate = { status: 403, body: { message: 'No.', code: 'not_authorized', requirement } };
    const { jobId } = projectJobs.startExport(project, { watermarkMode: 'NONE' });
    await jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    expect((await projectJobs.listExports(projectId)).exports).toMatchObject([
      { exportId: null, jobId, state: 'failed', error: { details: { requirement: 'purchase_add_on' } } },
    ]);
  });
});
