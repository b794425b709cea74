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

test('A generation without a movie leaves it to the user, and its scenes are read again at its end', async () => {
  const { service, app } = await create();
  service.movie = null;
  service.readsPerRun = Infinity;
  service.changeAnswer = (key, answer) =>
    answer && /^GET \/v1\/projects\/\w+$/.test(key) ? { ...answer, status: 'ready' } : answer;
  const { generations, projects, cuts } = app.services.active();
  const { generationId } = generations.startGeneration(aScriptRequest({ autoExport: false }));
  await until(() => generations.get(generationId).projectId !== null);
  const projectId = generations.get(generationId).projectId ?? '';
  expect((await projects.get(projectId)).movie.state).toBe('none');
  await until(() => cuts.known(projectId) !== null);
  service.projectUpdatedAt += 60;
  service.readsPerRun = 0;
  await until(() => generations.get(generationId).state === 'succeeded');
  await until(() => cuts.known(projectId)?.updatedAt === service.projectUpdatedAt);
  expect((await projects.get(projectId)).movie.state).toBe('none');
  expect(service.countOf('POST', /\/export$/)).toBe(0);
});
