import { expect, test } from 'vitest';
import { ProjectJobs } from '../../../../src-main/projects/project-jobs.ts';
import type { ExportOptions } from '../../../../src-shared/contract/export-options.ts';
import { startJobs } from '../../../fakes/features/jobs-fixture.ts';
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
  const projectJobs = new ProjectJobs({ ...parts, generations: parts.ledger });
  const render = async (wanted: ExportOptions, end = 'succeeded') => {
    clock.skip(60_000);
    service.firstStatus = end;
    const { jobId } = projectJobs.startExport(project, wanted);
    await parts.jobs.reading(jobId, { signal: forever }).catch(() => undefined);
    service.firstStatus = 'running';
  };
  /** Renders a project without options and returns those with which it is rendered. */
  const optionsOfNext = (of = projectId) => {
    clock.skip(60_000);
    return parts.jobs.get(projectJobs.startExport({ ...project, projectId: of }).jobId).body;
  };
  return { ...parts, service, clock, projectJobs, render, optionsOfNext };
}

test('A project is rendered with the options of its movie, which is delivered nowhere again', async () => {
  const { render, optionsOfNext } = await create();
  await render({ ...chosen, deliveryDestinations: [slack] });
  expect(optionsOfNext()).toEqual(chosen);
});

test('The newest movie counts, whatever failed or was cancelled since', async () => {
  const { render, optionsOfNext } = await create();
  await render({ quality: 'ULTRA_HIGH' });
  await render(chosen);
  await render({ quality: 'HIGH' }, 'failed');
  await render({}, 'cancelled');
  expect(optionsOfNext()).toEqual(chosen);
});

test('A movie that is still being rendered counts', async () => {
  const { render, projectJobs, jobs, clock, optionsOfNext } = await create();
  await render({});
  clock.skip(60_000);
  const { jobId } = projectJobs.startExport(project, chosen);
  await until(() => jobs.get(jobId).state === 'running');
  expect(optionsOfNext()).toEqual(chosen);
});

test('The movie of the generation counts until there is another', async () => {
  const { ledger, render, optionsOfNext } = await create();
  const exportOptions = { ...chosen, deliveryDestinations: [slack] };
  ledger.put(aGeneration({ projectId, request: aScriptRequest({ exportOptions }) }));
  await render({ quality: 'HIGH' }, 'failed');
  expect(optionsOfNext()).toEqual(chosen);
});

test('A project without a movie is rendered with the options of its failed export', async () => {
  const { render, optionsOfNext } = await create();
  await render(chosen, 'failed');
  expect(optionsOfNext()).toEqual(chosen);
});

test('A project without any export is rendered with the defaults of the service', async () => {
  const { optionsOfNext } = await create();
  expect(optionsOfNext()).toEqual({});
});

test('A copy is rendered with the options of the movie of its original', async () => {
  const { service, projectJobs, jobs, render, optionsOfNext } = await create();
  await render(chosen);
  service.firstStatus = 'succeeded';
  const { jobId } = projectJobs.startRemix(project, [{ type: 'ADD_ZOOM' }], true);
  await jobs.reading(jobId, { signal: forever });
  expect(optionsOfNext(service.projects.at(-1)?.projectId)).toEqual(chosen);
});

test('A mark that the service refused to omit is kept from then on', async () => {
  const { service, render, optionsOfNext } = await create();
  await render(chosen);
  const requirement = { type: 'upgrade_plan' };
  service.fate = { status: 403, body: { message: 'Paid only.', code: 'not_authorized', requirement } };
  await render(chosen);
  expect(optionsOfNext()).toEqual({ quality: 'STANDARD', watermarkMode: 'VIDEO_GEN' });
});
