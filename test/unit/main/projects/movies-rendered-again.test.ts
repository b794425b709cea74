import { expect, test } from 'vitest';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import type { ExportOptions } from '../../../../src-shared/contract/export-options.ts';
import { startJobs } from '../../../fakes/features/jobs-fixture.ts';
import { openMovies } from '../../../fakes/features/movies-fixture.ts';
import { aGeneration, aScriptRequest } from '../../../fakes/main-records.ts';
import { JobStandIn } from '../../../fakes/services/job-stand-in.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;
const projectId = 'proj_1';
const project = { projectId, title: 'Harbour lights' };
const chosen = { quality: 'STANDARD', watermarkMode: 'VIDEO_GEN', endScreenMode: 'NONE' } as const;
const slack = { type: 'SLACK_CHANNEL', integrationConnectionId: 'int_1', slackChannelId: 'c' } as const;

async function create() {
  const clock = new SkippingClock();
  const service = await JobStandIn.start();
  const parts = await startJobs(service.url, { clock });
  return {
    ...parts,
    service,
    clock,
    ...openMovies(parts),
    projectJobs: new ProjectJobs({ ...parts, generations: parts.ledger }),
  };
}

async function createWithMovie(options: ExportOptions, status = 'succeeded') {
  const parts = await create();
  const { service, clock, jobs, projectJobs } = parts;
  const render = async (wanted: ExportOptions, end = 'succeeded') => {
    clock.skip(60_000);
    service.firstStatus = end;
    const { jobId } = projectJobs.startExport(project, wanted);
    await jobs.reading(jobId, { signal: forever });
    service.firstStatus = 'running';
  };
  await render(options, status);
  return { ...parts, render };
}

const optionsOfNewest = async (service: JobStandIn, count: number, of = projectId) => {
  await until(() => service.jobs.length === count && service.jobs.at(-1)?.place === of);
  return { ...service.jobs.at(-1)?.fields, projectId: undefined };
};

test('a changed project is rendered again with the options of its movie, and the movie is delivered nowhere again', async () => {
  const { service, movies } = await createWithMovie({ ...chosen, deliveryDestinations: [slack] });
  movies.renderAgain(project);
  expect(await optionsOfNewest(service, 2)).toEqual(chosen);
});

test('a changed project is rendered again with the options of the newest movie, whatever failed or was cancelled since', async () => {
  const { service, movies, render } = await createWithMovie({ quality: 'ULTRA_HIGH' });
  await render(chosen);
  await render({ quality: 'HIGH' }, 'failed');
  await render({}, 'cancelled');
  movies.renderAgain(project);
  expect(await optionsOfNewest(service, 5)).toEqual(chosen);
});

test('a changed project is rendered again with the options of a movie that is still being rendered', async () => {
  const { service, movies, projectJobs, jobs, clock } = await createWithMovie({});
  clock.skip(60_000);
  const { jobId } = projectJobs.startExport(project, chosen);
  await until(() => jobs.get(jobId).state === 'running');
  movies.renderAgain(project);
  expect(await optionsOfNewest(service, 3)).toEqual(chosen);
});

test('a changed project is rendered again with the options of its newest export here, whichever movie was shown last', async () => {
  const { service, movies, render } = await createWithMovie({});
  service.add('expo', projectId, { projectId, downloadUrl: 'https://example.com/elsewhere' }, 'succeeded');
  await movies.state(projectId, true, forever);
  await render(chosen);
  movies.renderAgain(project);
  expect(await optionsOfNewest(service, 4)).toEqual(chosen);
});

test('a changed project is rendered again with the options of the generation that made its movie', async () => {
  const { service, movies, ledger } = await create();
  const exportOptions = { ...chosen, deliveryDestinations: [slack] };
  ledger.put(aGeneration({ projectId, request: aScriptRequest({ exportOptions }) }));
  service.add('expo', projectId, { projectId, downloadUrl: 'https://example.com/run' }, 'succeeded');
  await movies.state(projectId, true, forever);
  movies.renderAgain(project);
  expect(await optionsOfNewest(service, 2)).toEqual(chosen);
});

test('a copy is rendered with the options of the movie of its original', async () => {
  const { service, movies } = await createWithMovie(chosen);
  service.projects.push({ projectId: 'copy', assistantId: null, createdAt: 1 });
  movies.renderAgain({ ...project, projectId: 'copy', copyOf: projectId });
  expect(await optionsOfNewest(service, 2, 'copy')).toEqual(chosen);
});

test('a failed movie is rendered again with its options, and is delivered nowhere again', async () => {
  const options = { ...chosen, deliveryDestinations: [slack] };
  const { service, movies } = await createWithMovie(options, 'failed');
  expect((await movies.state(projectId, true, forever, true)).movie.state).toBe('rendering');
  expect(await optionsOfNewest(service, 2)).toEqual(chosen);
});

test('a copy whose first movie is refused is not read again, which would order the movie again', async () => {
  const { service, movies, jobs, changed } = await createWithMovie({});
  service.projects.push({ projectId: 'copy', assistantId: null, createdAt: 1 });
  service.fate = { status: 402, body: { message: 'No credits.', code: 'insufficient_credits' } };
  movies.renderAgain({ ...project, projectId: 'copy', copyOf: projectId });
  await until(() => jobs.listOf('copy', 'export')[0]?.state === 'failed');
  await until(async () => (await movies.state('copy', false, forever)).movie.state === 'none');
  expect(changed).not.toContain('copy');
});

test('a project that changes further before its turn comes is rendered once', async () => {
  const { service, movies, jobs } = await createWithMovie({});
  const ids = Array.from({ length: 10 }, (_, index) => `other_${String(index)}`);
  for (const id of ids) movies.renderAgain({ projectId: id, title: '' });
  movies.renderAgain(project);
  movies.renderAgain(project);
  await until(() => service.jobs.length === 11);
  service.endAll();
  await until(() => jobs.listOf(projectId, 'export').length === 2);
  await until(() => service.jobs.length === 12);
  service.endAll();
  await until(async () => (await movies.state(projectId, true, forever)).movie.newerProgress === null);
  expect(jobs.listOf(projectId, 'export')).toHaveLength(2);
});

test('a changed project whose movie is refused is shown as it was', async () => {
  const { service, movies, changed } = await create();
  service.add('expo', projectId, { projectId, downloadUrl: 'https://example.com/movie' }, 'succeeded');
  await movies.state(projectId, true, forever);
  service.fate = { status: 402, body: { message: 'No credits.', code: 'insufficient_credits' } };
  movies.renderAgain(project);
  await until(() => changed.length > 0);
  expect((await movies.state(projectId, true, forever)).movie).toMatchObject({
    state: 'ready',
    newerProgress: null,
  });
});
