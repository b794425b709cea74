import { expect, test } from 'vitest';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import { startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { openMovies } from '../../../fakes/features/movies-fixture.ts';
import { addressOf } from '../../../fakes/main-fixture.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };
const refusal = { status: 402, body: { message: 'No credits.', code: 'insufficient_credits' } };

async function create(options?: Parameters<typeof startJobs>[1]) {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  const parts = await startJobs(service.url, options);
  const { movies, changed } = openMovies(parts);
  const projectJobs = new ProjectJobs({ ...parts, generations: parts.ledger });
  const movie = async () => (await movies.state(projectId, forever)).movie;
  return { ...parts, service, movies, changed, projectJobs, movie };
}

const linked = (name: string) => ({ projectId, downloadUrl: `https://example.com/${name}` });

test.each([null, 'succeeded', 'cancelled', 'failed'])(
  'A project whose only export has %s without a link has no movie, and none is ordered',
  async (status) => {
    const { service, movie, changed } = await create();
    if (status !== null) service.add('expo', projectId, { projectId, downloadUrl: null }, status);
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await movie()).state).toBe(status === 'failed' ? 'failed' : 'none');
    }
    expect([service.starts, changed]).toEqual([[], []]);
  },
);

test('An export is followed from its order to its movie, without another reason to read the project', async () => {
  const { service, projectJobs, movie, changed } = await create();
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  service.beforeStart = () => held;
  projectJobs.startExport(project);
  expect(await movie()).toMatchObject({ state: 'rendering', progress: 0 });
  release(undefined);
  await until(async () => (await movie()).progress === 0.4);
  const before = changed.length;
  Object.assign(service.jobs[0]?.fields ?? {}, linked('first'));
  service.endAll();
  await until(() => changed.length > before);
  expect((await movie()).state).toBe('ready');
  expect(service.starts).toHaveLength(1);
});

test('An export that waits for the service is shown as being rendered', async () => {
  const address = addressOf(await unusedAddress());
  const { projectJobs, movies, availability } = await create({ address });
  projectJobs.startExport(project);
  await until(() => availability.state === 'offline');
  await expect(movies.state(projectId, forever)).rejects.toMatchObject({ code: 'service_unreachable' });
});

test('A first export that is refused says why', async () => {
  const { service, projectJobs, jobs, movie } = await create();
  service.fate = refusal;
  projectJobs.startExport(project);
  await until(() => jobs.list(1)[0]?.state === 'failed');
  expect(await movie()).toMatchObject({ state: 'failed', error: { code: 'insufficient_credits' } });
});

test('An export whose start was not confirmed says so, until the user orders another', async () => {
  const { service, projectJobs, jobs, movie } = await create();
  service.fate = 'lost';
  const { jobId } = projectJobs.startExport(project);
  await jobs.settled(jobId);
  service.fate = 'answered';
  expect(await movie()).toMatchObject({ state: 'failed', error: { code: 'start_unconfirmed' } });
  projectJobs.startExport(project);
  expect((await movie()).state).toBe('rendering');
});

test('An export that somebody else started is followed and shown', async () => {
  const { service, movies, movie, jobs, changed } = await create();
  const exportId = service.add('expo', projectId, { projectId });
  expect(await movie()).toMatchObject({ state: 'rendering', progress: 0.4 });
  Object.assign(service.jobs[0]?.fields ?? {}, linked('movie'));
  service.endAll();
  await until(() => changed.length > 1);
  expect(await movies.latest(projectId, forever)).toMatchObject({ exportId });
  expect([jobs.list(10), service.starts]).toEqual([[], []]);
});

test('A movie whose list shows no link any more is read by its id', async () => {
  const { service, movies, movie } = await create();
  const exportId = service.add('expo', projectId, { projectId, downloadUrl: null }, 'succeeded');
  service.linksOfSingleReads.set(exportId, 'https://example.com/movie');
  expect((await movie()).state).toBe('ready');
  expect(await movies.latest(projectId, forever)).toMatchObject({ exportId });
});

test('A remixed project keeps its movie, which is outdated and not that of its present cut until it is rendered', async () => {
  const clock = new SkippingClock();
  const { service, projectJobs, jobs, movies, movie } = await create({ clock });
  const before = service.add('expo', projectId, linked('before'), 'succeeded');
  expect(await movie()).toMatchObject({ state: 'ready', isOutdated: false });
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId: before });
  const { jobId } = projectJobs.startRemix(project, [{ type: 'ADD_ZOOM' }], false);
  await until(() => jobs.get(jobId).state === 'running');
  service.endAll();
  await until(() => jobs.get(jobId).state === 'succeeded');
  expect(await movie()).toMatchObject({
    state: 'ready',
    isOutdated: true,
    newerProgress: null,
    mediaPath: expect.stringContaining(before) as unknown,
  });
  expect(await movies.ofPresentCut(projectId, forever)).toBeNull();
  expect(service.starts).toEqual(['/v1/projects/proj_1/remix']);

  clock.skip(60_000);
  projectJobs.startExport(project);
  expect((await movie()).newerProgress).toBe(0);
  await until(async () => (await movie()).newerProgress === 0.4);
  const after = service.jobs.at(-1);
  Object.assign(after?.fields ?? {}, linked('after'));
  service.endAll();
  await until(async () => (await movie()).newerProgress === null);
  expect(await movie()).toMatchObject({
    isOutdated: false,
    mediaPath: expect.stringContaining(after?.id ?? '') as unknown,
  });
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId: after?.id });
  expect((await movies.byId(projectId, before, forever)).downloadUrl).toBe('https://example.com/before');
});

test('A movie is that of the present cut while another export of the unchanged project runs', async () => {
  const { service, movies, movie } = await create();
  const exportId = service.add('expo', projectId, linked('first'), 'succeeded');
  service.add('expo', projectId, { projectId });
  expect(await movie()).toMatchObject({ newerProgress: 0.4, isOutdated: false });
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId });
});
