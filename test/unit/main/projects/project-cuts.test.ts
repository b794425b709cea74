import { expect, test } from 'vitest';
import type { ProjectDetail } from '../../../../src-shared/contract/project.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { TurnedClock, until } from '../../../fakes/turned-clock.ts';

/** Opens a project that changes each time its scenes are read. A page reads it again at each event. */
async function openChangingProject(canRead = true) {
  const service = await ServiceStandIn.start();
  const clock = new TurnedClock();
  const { app } = await startApp(service, { clock });
  const projectId = service.addProject();
  const { projects } = app.services.active();
  service.intercept = ({ method, url }, response) => {
    if (method === 'POST' && url.includes('timeline-interchange')) service.projectUpdatedAt += 60;
    if (canRead || !url.startsWith('/storage/')) return false;
    response.writeHead(404).end('gone');
    return true;
  };
  const shown: ProjectDetail[] = [];
  const show = async () => shown.push(await projects.get(projectId));
  app.subscribe(({ name }) => {
    // The test may end the app while it answers.
    if (name === 'project.changed') show().catch(() => undefined);
  });
  await show();
  const showing = (count: number) =>
    until(async () => {
      await clock.advance(100);
      return shown.length >= count;
    });
  const readings = () => service.countOf('POST', /timeline-interchange/);
  return { app, clock, projects, projectId, shown, showing, readings };
}

test('scenes of a project that changes while they are read are shown, and read again after a pause', async () => {
  const { clock, shown, showing, readings } = await openChangingProject();
  await showing(3);
  expect(shown.map(({ scenes }) => scenes?.length)).toEqual([undefined, undefined, 3]);
  await clock.advance(50_000);
  expect([shown.length, readings()]).toEqual([3, 2]);
  await clock.advance(10_000);
  await showing(5);
  expect(shown.slice(3).map(({ scenes }) => scenes?.length)).toEqual([3, 3]);
  await clock.advance(110_000);
  expect([shown.length, readings()]).toEqual([5, 3]);
});

test('a project that changes while its scenes cannot be read shows why until they are read again', async () => {
  const { clock, shown, showing, readings } = await openChangingProject(false);
  await showing(3);
  await clock.advance(50_000);
  expect([shown.length, readings()]).toEqual([3, 2]);
  const failure = { code: 'download_failed' };
  expect(shown.map(({ scenesError }) => scenesError)).toMatchObject([null, null, failure]);
  await clock.advance(10_000);
  await showing(4);
  expect(shown[3]).toMatchObject({ scenes: null, scenesError: null });
});

test('scenes are read without a pause when the user asks, and after a job changed the project', async () => {
  const { projects, projectId, showing, readings } = await openChangingProject();
  await showing(3);
  await projects.get(projectId, true);
  await until(() => readings() === 3);
  await showing(4);
  projects.refresh(projectId);
  await until(() => readings() === 4);
});

test('closing the app ends the pause', async () => {
  const { app, clock, showing } = await openChangingProject();
  await showing(3);
  await app.dispose();
  expect(clock.waiting).toBe(0);
});
