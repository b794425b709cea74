import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { createTestPlatform, startApp } from '../fakes/test-platform.ts';
import { settle, until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { PickyWire } from './support/picky-wire.ts';

const part = 'B6 wire, lost answers';

/** Prepares a project without a movie, and a service whose answers to all POSTs are replaced by foreign pages. */
async function prepare() {
  const service = await ServiceStandIn.start();
  const wire = await PickyWire.start(service.url);
  service.publicUrl = wire.url;
  service.movie = null;
  wire.faultOf = ({ method }) => (method === 'POST' ? { kind: 'page' } : null);
  const { paths } = await createTestPlatform();
  const open = async () => (await startApp(service, { paths })).app;
  const posts = (end: string) =>
    wire.seen.filter((line) => line.startsWith('POST ') && line.endsWith(end)).length;
  return { wire, open, posts, projectId: service.addProject() };
}

test('a delivery whose document was asked for before a restart asks the user, and again only on request', async () => {
  recordFault({ part, fault: 'document of a delivery, over a restart' });
  const { wire, open, posts, projectId } = await prepare();
  wire.faultOf = ({ method }) =>
    method === 'POST' ? { kind: 'answered between', isPassedOn: true, answer: () => undefined } : null;
  const first = await open();
  await first.services.settings.setDeliveryFolder(join(await makeFolder('delivery'), 'out'));
  const { deliveryId } = await first.services.active().deliveries.startDelivery(projectId, 'OTIO', 'BUNDLE');
  await until(() => posts('/timeline-interchange') === 1);
  await first.dispose();
  const { deliveries } = (await open()).services.active();
  await deliveries.settled(deliveryId);
  expect(deliveries.get(deliveryId)).toMatchObject({
    state: 'failed',
    error: { code: 'start_unconfirmed', details: { what: 'interchange' } },
  });
  expect(posts('/timeline-interchange')).toBe(1);
  wire.faultOf = () => null;
  const again = await deliveries.retry(deliveryId);
  await deliveries.settled(again.deliveryId);
  expect(deliveries.get(again.deliveryId)).toMatchObject({ state: 'done', error: null });
  expect(posts('/timeline-interchange')).toBe(2);
});

test('a project that is opened again and again orders no other movie, and its scenes once', async () => {
  recordFault({ part, fault: 'movie and scenes of a project, over a restart', injected: 2 });
  const { open, posts, projectId } = await prepare();
  const first = await open();
  const openProject = async (app: typeof first): Promise<string> =>
    (await app.services.active().projects.get(projectId)).movie.state;
  first.services.active().projectJobs.startExport({ projectId, title: 'Harbour lights' });
  await openProject(first);
  await until(async () => (await openProject(first)) === 'failed');
  await first.dispose();
  const second = await open();
  for (let times = 0; times < 5; times += 1) {
    const { movie } = await second.services.active().projects.get(projectId);
    expect(movie).toMatchObject({ state: 'failed', error: { code: 'start_unconfirmed' } });
    await settle();
  }
  expect([posts('/export'), posts('/timeline-interchange')]).toEqual([1, 1]);
});
