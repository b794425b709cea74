import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createDeliveringApp } from '../../../fakes/features/delivering-app.ts';
import { startDeliveries, startWithInterchange } from '../../../fakes/features/delivery-fixture.ts';
import { sendJson } from '../../../fakes/test-server.ts';
import { until } from '../../../fakes/turned-clock.ts';

/** The test uses real threads and files on a possibly busy computer. */
vi.setConfig({ testTimeout: 30_000 });

const visible = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== '.dailies-folder');

describe('a delivery that failed on the way', () => {
  const fail = async (options: { isAttended?: boolean } = {}) => {
    const parts = await startDeliveries(options);
    const { storage, start, deliveries } = parts;
    storage.holdsAt = 100_000;
    const id = await start();
    await until(() => parts.arrivedOf(id) === 100_000);
    storage.holdsAt = null;
    storage.intercept = (_request, response) => {
      response.writeHead(503).end();
      return true;
    };
    storage.server.closeConnections();
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'failed', error: { code: 'download_failed' } });
    storage.intercept = () => false;
    return { ...parts, id };
  };

  test('goes on from what it received when it is tried again, also after a restart', async () => {
    const { id, storage, folder, dispose, again } = await fail();
    await dispose();
    const { cleanup, deliveries } = await again();
    await cleanup.start();
    deliveries.start();
    expect(await deliveries.retry(id)).toMatchObject({ deliveryId: id, state: 'queued', error: null });
    await deliveries.settled(id);
    expect(deliveries.get(id)).toMatchObject({ state: 'done', folderName: 'Harbour_v001' });
    expect(storage.startsAskedFor.at(-1)).toBe(100_000);
    expect(await visible(folder)).toEqual(['Harbour']);
  });

  test('leaves nothing a week later, also in a folder that is not the delivery folder any more', async () => {
    const { id, folder, settings, dispose, again } = await fail();
    await settings.setDeliveryFolder(`${folder}.other`);
    await dispose();
    const workspace = join(folder, `.dailies-tmp-${id}`);
    const old = new Date(Date.now() - 8 * 24 * 3_600_000);
    const inside = await readdir(workspace, { recursive: true });
    for (const name of [...inside, '']) await utimes(join(workspace, name), old, old);
    const { cleanup } = await again();
    await cleanup.start();
    expect(await visible(folder)).toEqual([]);
  });

  test('begins anew in another delivery folder, and leaves nothing in its own', async () => {
    const { id, folder, settings, deliveries } = await fail();
    await settings.setDeliveryFolder(`${folder}.other`);
    const { deliveryId } = await deliveries.retry(id);
    expect(deliveryId).not.toBe(id);
    await deliveries.settled(deliveryId);
    await expect.poll(() => visible(folder)).toEqual([]);
    expect(await visible(`${folder}.other`)).toEqual(['Harbour']);
  });

  test('waits as everything else does where all is paused', async () => {
    const { id, queue, deliveries, transferOf } = await fail();
    queue.pauseAll();
    await deliveries.retry(id);
    await until(() => transferOf(id)?.state === 'paused');
    expect(deliveries.get(id).state).toBe('downloading');
    queue.resumeAll();
    await deliveries.settled(id);
    expect(deliveries.get(id).state).toBe('done');
  });

  test('leaves nothing where nobody is there to try it again', async () => {
    const { folder } = await fail({ isAttended: false });
    expect(await visible(folder)).toEqual([]);
  });
});

test('a bundle of which nothing can be had is asked for anew when it is tried again', async () => {
  let asked = 0;
  const parts = await startWithInterchange(() => (asked += 1));
  const { storage, start, deliveries } = parts;
  storage.intercept = (_request, response) => {
    if (asked > 1) return false;
    response.writeHead(500).end();
    return true;
  };
  const id = await start();
  await deliveries.settled(id);
  expect(deliveries.get(id)).toMatchObject({ state: 'failed', interchangeJobId: null });
  await deliveries.retry(id);
  await deliveries.settled(id);
  expect(deliveries.get(id).state).toBe('done');
  expect(asked).toBe(2);
});

test('a bundle that the service removed while its download was paused is asked for anew', async () => {
  const { service, app, projectId } = await createDeliveringApp();
  const { deliveries } = app.services.active();
  const { transfers } = app.services;
  transfers.setLimits({ parallelTransfers: 2, bandwidthLimitBytesPerSecond: null });
  transfers.pauseAll();
  const { deliveryId } = await deliveries.startDelivery(projectId, 'FCPXML', 'BUNDLE');
  const stateOf = (part: string) => transfers.find(`delivery:${deliveryId}:${part}`)?.state;
  await until(() => stateOf('bundle') === 'paused' && stateOf('movie') === 'paused');
  const removed = deliveries.get(deliveryId).interchangeJobId;
  service.revokeLinks();
  const isAnew = () => service.countOf('POST', /timeline-interchange/) > 1;
  service.intercept = ({ url }, response) => {
    // The movie is still under way when the bundle fails.
    if (/exports\/\w+$/.test(url)) return !isAnew();
    if (!url.endsWith(String(removed))) return false;
    sendJson(response, 404, { message: 'There is no such thing.', code: 'not_found' });
    return true;
  };
  transfers.resumeAll();
  await deliveries.settled(deliveryId);
  const record = deliveries.get(deliveryId);
  expect(record).toMatchObject({ state: 'done', error: null });
  expect(record.interchangeJobId).not.toBe(removed);
  expect([stateOf('bundle'), stateOf('movie'), isAnew()]).toEqual(['done', 'done', true]);
});

test('a cancelled delivery is tried again at once although its old drive does not answer', async () => {
  const hung = Promise.withResolvers<never>();
  let asked = 0;
  const parts = await startWithInterchange(() => {
    asked += 1;
    return asked === 1 ? hung.promise : null;
  });
  const { start, deliveries, settings, folder } = parts;
  const id = await start();
  await until(() => deliveries.get(id).state === 'preparing');
  await deliveries.cancel(id);
  await settings.setDeliveryFolder(`${folder}.other`);
  const { deliveryId } = await deliveries.retry(id);
  await deliveries.settled(deliveryId);
  expect(deliveries.get(deliveryId).state).toBe('done');
  expect(deliveries.list(10)).toHaveLength(2);
  hung.reject(new Error('The drive is gone.'));
});

/** A delivery of a bundle and a movie: the download of one failed, and the other was cancelled. */
async function failBothDownloads() {
  const { service, app, projectId } = await createDeliveringApp('out', { host: 'browser' });
  const { deliveries } = app.services.active();
  const { transfers } = app.services;
  transfers.setLimits({ parallelTransfers: 2, bandwidthLimitBytesPerSecond: null });
  const asked: string[] = [];
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    const [path = ''] = url.split('?');
    asked.push(path);
    // The other request is never answered, so it is still open when the first download fails.
    if (path === asked[0]) response.writeHead(503).end();
    return true;
  };
  const { deliveryId } = await deliveries.startDelivery(projectId, 'FCPXML', 'BUNDLE');
  await deliveries.settled(deliveryId);
  const states = (): unknown[] =>
    ['bundle', 'movie'].map((part) => transfers.find(`delivery:${deliveryId}:${part}`)?.state);
  expect(states()).toContain('cancelled');
  service.intercept = () => false;
  return { service, app, deliveries, transfers, deliveryId, states };
}

test('a delivery that cannot be tried again for want of room leaves no download waiting', async () => {
  const { app, deliveries, transfers, deliveryId, states } = await failBothDownloads();
  const { database } = app.services.state;
  database.exec(
    "CREATE TEMP TRIGGER full BEFORE UPDATE ON deliveries BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  await expect(deliveries.retry(deliveryId)).rejects.toThrow('no room');
  expect(deliveries.get(deliveryId).state).toBe('failed');
  expect(states()).not.toContain('queued');
  expect(transfers.totals()).toMatchObject({ openCount: 0 });
  database.exec('DROP TRIGGER full');
  await deliveries.retry(deliveryId);
  await deliveries.settled(deliveryId);
  expect(deliveries.get(deliveryId)).toMatchObject({ deliveryId, state: 'done' });
});

test('downloads that were to go on end with a delivery that is cancelled before', async () => {
  const { service, deliveries, transfers, deliveryId, states } = await failBothDownloads();
  // The service never answers.
  service.intercept = ({ url }) => url.includes('timeline-interchange');
  await deliveries.retry(deliveryId);
  await until(() => deliveries.get(deliveryId).state === 'preparing');
  expect(states()).toContain('queued');
  await deliveries.cancel(deliveryId);
  await deliveries.settled(deliveryId);
  expect(states()).not.toContain('queued');
  expect(transfers.totals()).toMatchObject({ openCount: 0 });
});
