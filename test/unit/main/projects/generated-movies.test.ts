import { expect, test } from 'vitest';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

async function create() {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  return { service, app };
}

test('the movie of a project that is still being generated is left to its generation, and then to the user', async () => {
  const { service, app } = await create();
  service.movie = null;
  service.readsPerRun = Infinity;
  service.changeAnswer = (key, answer) =>
    answer && /^GET \/v1\/projects\/\w+$/.test(key) ? { ...answer, status: 'ready' } : answer;
  const { generations, projects, outlines } = app.services.active();
  const { generationId } = generations.startGeneration(aScriptRequest({ autoExport: false }));
  await until(() => generations.get(generationId).projectId !== null);
  const projectId = generations.get(generationId).projectId ?? '';
  expect((await projects.get(projectId)).movie.state).toBe('none');
  await until(() => outlines.known(projectId) !== null);
  service.projectUpdatedAt += 60;
  service.readsPerRun = 0;
  await until(() => generations.get(generationId).state === 'succeeded');
  await until(() => outlines.known(projectId)?.updatedAt === service.projectUpdatedAt);
  expect(service.countOf('POST', /\/export$/)).toBe(0);
  expect((await projects.get(projectId)).movie.state).toBe('rendering');
});

test('the movie of an outline, whose generation renders none, is rendered when that has ended', async () => {
  const { service, app } = await create();
  service.movie = null;
  const { generations } = app.services.active();
  generations.startGeneration({ workflow: 'outline', outlineMarkdown: '# The harbour wakes' });
  await until(() => service.countOf('POST', /\/export$/) === 1);
});
