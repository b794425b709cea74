import { expect, test } from 'vitest';
import type { ExportQuality } from '../../../../src-shared/api/projects.ts';
import { startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { openMovies } from '../../../fakes/features/movies-fixture.ts';
import { addressOf, makeFolder } from '../../../fakes/main-fixture.ts';
import { EveryKindService } from '../../../fakes/services/every-kind-service.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { unusedAddress } from '../../../fakes/test-server.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };

async function create() {
  const service = await JobStandIn.start();
  service.firstStatus = 'running';
  return { service, ...(await open(service)) };
}

async function open(service: JobStandIn, state?: Parameters<typeof startJobs>[1]) {
  const parts = await startJobs(service.url, state);
  return { ...parts, ...openMovies(parts) };
}

async function openApp({ service }: EveryKindService, change: Parameters<typeof startApp>[1]) {
  const { app } = await startApp(service, change);
  return { app, ...app.services.active() };
}

/** Changes the project at the service. */
function change({ projects, server }: JobStandIn): void {
  for (const each of projects) each.updatedAt = Math.floor(server.nowMs() / 1000) + 1;
}

test('a project without an export gets one, once, that is journalled with its title', async () => {
  const { service, movies, jobs, changed } = await create();
  expect((await movies.state(projectId, false, forever)).movie.state).toBe('none');
  expect((await movies.state(projectId, true, forever)).movie.state).toBe('rendering');
  await movies.state(projectId, true, forever);
  await until(() => changed.length > 0);
  expect(jobs.list(10)).toMatchObject([{ kind: 'export', title: 'Harbour lights', projectId }]);
  service.endAll('failed');
  await until(() => jobs.list(1)[0]?.state === 'failed');
  await until(async () => (await movies.state(projectId, true, forever)).movie.state === 'failed');
  expect(service.starts).toHaveLength(1);
});

test('a failed movie is rendered again each time the user asks, and never otherwise', async () => {
  const { service, movies, changed } = await create();
  const look = async (isRetry = false) => (await movies.state(projectId, true, forever, isRetry)).movie.state;
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  service.beforeStart = () => held;
  service.add('expo', projectId, { projectId }, 'failed');
  expect([await look(), await look()]).toEqual(['failed', 'failed']);
  expect((await movies.state(projectId, false, forever, true)).movie.state).toBe('failed');
  expect(service.starts).toEqual([]);
  expect(await Promise.all([look(true), look(true)])).toEqual(['rendering', 'rendering']);
  await until(() => service.starts.length > 0);
  expect(await look()).toBe('rendering');
  release(undefined);
  await until(() => service.jobs.length === 2);
  expect(await look(true)).toBe('rendering');
  service.endAll('failed');
  await until(async () => (await look()) === 'failed');
  expect(service.starts).toHaveLength(1);
  const before = changed.length;
  service.fate = { status: 402, body: { message: 'No credits.', code: 'insufficient_credits' } };
  expect(await look(true)).toBe('rendering');
  await until(() => changed.length > before);
  expect(await look()).toBe('failed');
  expect(service.starts).toHaveLength(2);
});

test.each([
  {
    name: 'the service refuses to start it',
    refuse: (service: JobStandIn) => {
      service.fate = { status: 402, body: { message: 'No credits.', code: 'insufficient_credits' } };
    },
    code: 'insufficient_credits',
  },
  {
    name: 'its project is gone',
    refuse: (service: JobStandIn) => void service.projects.splice(0),
    code: 'not_found',
  },
])('a failed movie that cannot be rendered again says that $name', async ({ refuse, code }) => {
  const { service, movies, changed } = await create();
  const look = async (isRetry = false) => (await movies.state(projectId, true, forever, isRetry)).movie;
  service.add('expo', projectId, { projectId }, 'failed');
  expect(await look()).toMatchObject({ state: 'failed', error: { code: 'generation_failed' } });
  refuse(service);
  expect(await look(true)).toMatchObject({ state: 'rendering' });
  await until(() => changed.length > 0);
  expect(await look()).toMatchObject({ state: 'failed', error: { code } });
});

test('a failed movie whose next start was never confirmed is not asked for again, and says why', async () => {
  const { service, movies, changed } = await create();
  const look = async (isRetry: boolean) => (await movies.state(projectId, true, forever, isRetry)).movie;
  service.add('expo', projectId, { projectId }, 'failed');
  service.fate = 'lost';
  expect(await look(true)).toMatchObject({ state: 'rendering' });
  await until(() => changed.length > 0);
  service.fate = 'answered';
  for (const isRetry of [false, true, false])
    expect(await look(isRetry)).toMatchObject({ state: 'failed', error: { code: 'start_unconfirmed' } });
  expect(service.starts).toHaveLength(1);
});

test.each([
  { name: 'an export', isRetry: false },
  { name: 'an export after a failed one', isRetry: true },
])('$name that waits over a restart is joined, not asked for twice', async ({ isRetry }) => {
  const { service, movies, jobs, state, dispose } = await create();
  if (isRetry) service.add('expo', projectId, { projectId }, 'failed');
  service.fate = {
    status: 429,
    body: { message: 'Slowly.', code: 'rate_limited' },
    headers: { 'retry-after': '3600' },
  };
  await movies.state(projectId, true, forever, isRetry);
  await until(() => service.starts.length > 0 && jobs.list(1)[0]?.state === 'queued');
  await movies.dispose();
  await dispose();
  service.fate = 'answered';
  const before = service.starts.length;
  const again = await open(service, { state });
  await again.movies.state(projectId, true, forever, isRetry);
  await until(() => again.jobs.list(1)[0]?.state === 'running');
  expect(service.starts).toHaveLength(before + 1);
  expect(jobs.list(10)).toHaveLength(1);
});

test('an export that somebody else started is followed and shown', async () => {
  const { service, movies, jobs, changed } = await create();
  const exportId = service.add('expo', projectId, { projectId });
  expect((await movies.state(projectId, true, forever)).movie).toMatchObject({
    state: 'rendering',
    progress: 0.4,
  });
  const movie = service.jobs.find(({ id }) => id === exportId);
  if (movie) Object.assign(movie.fields, { downloadUrl: 'https://example.com/movie' });
  service.endAll();
  await until(() => changed.length > 1);
  expect(await movies.latest(projectId, forever)).toMatchObject({ exportId });
  expect(jobs.list(10)).toEqual([]);
  expect(service.starts).toEqual([]);
});

test.each(['succeeded', 'cancelled'])(
  'a project whose only export has %s without a link gets no other by itself',
  async (status) => {
    const { service, movies, changed } = await create();
    service.add('expo', projectId, { projectId, downloadUrl: null }, status);
    for (let looks = 0; looks < 3; looks += 1) {
      expect((await movies.state(projectId, true, forever)).movie.state).toBe('none');
    }
    expect([service.starts, changed]).toEqual([[], []]);
  },
);

test('the movie of an export whose list shows no link any more is asked for by its id', async () => {
  const { service, movies } = await create();
  const exportId = service.add('expo', projectId, { projectId, downloadUrl: null }, 'succeeded');
  service.linksOfSingleReads.set(exportId, 'https://example.com/movie');
  expect((await movies.state(projectId, true, forever)).movie.state).toBe('ready');
  expect(await movies.latest(projectId, forever)).toMatchObject({ exportId });
  expect(service.starts).toEqual([]);
});

test('while a project is rendered again, here or elsewhere, its movie is shown but is not that of its present cut', async () => {
  const { service, movies } = await create();
  const linked = (name: string) => ({ projectId, downloadUrl: `https://example.com/${name}` });
  const before = service.add('expo', projectId, linked('before'), 'succeeded');
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId: before });
  movies.renderAgain(project);
  movies.forget(projectId);
  expect(await movies.ofPresentCut(projectId, forever)).toBeNull();
  await until(() => service.jobs.length === 2);
  Object.assign(service.jobs[1]?.fields ?? {}, linked('after'));
  service.endAll();
  const after = service.jobs[1]?.id;
  await until(async () => (await movies.ofPresentCut(projectId, forever))?.exportId === after);
  change(service);
  service.add('expo', projectId, { projectId });
  expect(await movies.ofPresentCut(projectId, forever)).toBeNull();
  expect(await movies.latest(projectId, forever)).toMatchObject({ exportId: after });
  service.endAll('failed');
  Object.assign(service.jobs[1] ?? {}, { status: 'succeeded' });
  await until(async () => (await movies.ofPresentCut(projectId, forever))?.exportId === after);
});

test('a movie is that of the present cut while another export of the unchanged project runs', async () => {
  const { service, movies, jobs } = await create();
  const render = (quality: ExportQuality) =>
    jobs.begin({
      ...{ operation: 'exportProject', path: { projectId }, body: { quality } },
      ...project,
    });
  const first = render('HIGH');
  await until(() => jobs.get(first).state === 'running');
  Object.assign(service.jobs[0]?.fields ?? {}, { downloadUrl: 'https://example.com/first' });
  service.endAll();
  await until(() => jobs.get(first).state === 'succeeded');
  const second = render('STANDARD');
  await until(() => jobs.get(second).state === 'running');
  expect((await movies.state(projectId, true, forever)).movie.newerProgress).toBe(0.4);
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId: service.jobs[0]?.id });
  change(service);
  expect(await movies.ofPresentCut(projectId, forever)).toBeNull();
});

test('a movie that was requested elsewhere may be out of date while another export runs', async () => {
  const { service, movies } = await create();
  const fields = { projectId, downloadUrl: 'https://example.com/first' };
  const exportId = service.add('expo', projectId, fields, 'succeeded');
  expect(await movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId });
  service.add('expo', projectId, { projectId }, 'running');
  expect(await movies.ofPresentCut(projectId, forever)).toBeNull();
});

test('a remix that ended while the movie was rendered has it rendered again after a restart, once', async () => {
  const every = await EveryKindService.start();
  const { jobs: service } = every;
  const paths = { userData: await makeFolder(), movies: null };
  const clock = new SkippingClock();
  const open = () => openApp(every, { paths, clock });
  const remix = async ({ projectJobs, jobs }: Awaited<ReturnType<typeof open>>) => {
    const { jobId } = projectJobs.startRemix(project, [{ type: 'ADD_ZOOM' }], false);
    await until(() => jobs.get(jobId).state === 'running');
    endAll('rmix');
    await until(() => jobs.get(jobId).state === 'succeeded');
    await jobs.settled(jobId);
  };
  const endAll = (kind: string): void => {
    for (const job of service.jobs) if (job.kind === kind) job.status = 'succeeded';
  };
  const exports = () => every.starts.filter((path) => path.endsWith('/export'));
  const before = await open();
  await remix(before);
  await until(() => before.jobs.listOpen(projectId, 'export')[0]?.state === 'running');
  clock.skip(60_000);
  await remix(before);
  await before.app.dispose();
  expect(exports()).toHaveLength(1);
  const again = await open();
  expect(await again.movies.ofPresentCut(projectId, forever)).toBeNull();
  expect(exports()).toHaveLength(1);
  clock.skip(60_000);
  endAll('expo');
  await until(() => exports().length === 2);
  expect(again.jobs.listOf(projectId, 'export')[0]).toMatchObject(project);
  await until(() => again.jobs.listOpen(projectId, 'export')[0]?.state === 'running');
  const newest = service.jobs.findLast(({ kind }) => kind === 'expo');
  Object.assign(newest?.fields ?? {}, { downloadUrl: 'https://example.com/after' });
  endAll('expo');
  await until(() => again.jobs.listOpen(projectId, 'export').length === 0);
  await again.app.dispose();
  const last = await open();
  expect(await last.movies.ofPresentCut(projectId, forever)).toMatchObject({ exportId: newest?.id });
  expect(last.jobs.listOf(projectId, 'export')).toHaveLength(2);
});

test('a copy is rendered under its own title, which only the service knows', async () => {
  const every = await EveryKindService.start();
  const paths = { userData: await makeFolder(), movies: null };
  const { projectJobs, jobs } = await openApp(every, { paths, clock: new SkippingClock() });
  const { jobId } = projectJobs.startRemix(project, [{ type: 'ADD_ZOOM' }], true);
  await until(() => jobs.get(jobId).state === 'running');
  every.jobs.endAll();
  await until(() => jobs.list(1)[0]?.kind === 'export');
  const copyId = every.jobs.projects.at(-1)?.projectId;
  expect(jobs.list(1)[0]).toMatchObject({ projectId: copyId, title: 'Harbour lights (copy)' });
});

test('a copy whose title cannot be read is rendered under that of its original, and a removed one is not', async () => {
  const service = await JobStandIn.start();
  let url = await unusedAddress();
  const address = { ...addressOf(url), current: () => addressOf(url).current(forever) };
  const { movies, jobs, availability } = await open(service, { address });
  movies.renderAgain({ ...project, copyOf: 'proj_0' });
  await until(() => jobs.list(1)[0]?.state === 'queued' && availability.state === 'offline');
  expect(jobs.list(10)).toMatchObject([{ kind: 'export', ...project }]);
  ({ url } = service);
  await until(() => jobs.list(1)[0]?.state === 'succeeded');
  const removed = { projectId: 'removed', title: 'Harbour lights', copyOf: projectId };
  movies.renderAgain(removed);
  await until(async () => (await movies.state('removed', false, forever)).movie.state === 'none');
  expect(jobs.list(10)).toHaveLength(1);
});

test('a changed project is journalled to be rendered while nobody answers, and rendered when somebody does', async () => {
  const service = await JobStandIn.start();
  let url = await unusedAddress();
  const address = { ...addressOf(url), current: () => addressOf(url).current(forever) };
  const { movies, jobs, availability } = await open(service, { address });
  movies.renderAgain(project);
  await until(() => jobs.list(1)[0]?.state === 'queued' && availability.state === 'offline');
  // The export will show this change too.
  movies.renderAgain(project);
  expect(jobs.list(10)).toMatchObject([{ kind: 'export', ...project }]);
  ({ url } = service);
  await until(() => jobs.list(1)[0]?.state === 'succeeded');
  await until(async () => (await movies.state(projectId, false, forever)).movie.state !== 'rendering');
  expect(service.starts).toEqual(['/v1/projects/proj_1/export']);
});
