import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src-main/app/compose.ts';
import { Random } from '../../src-media/pictures/random.ts';
import { aRequest } from '../fakes/features/generations-fixture.ts';
import { sendJson } from '../fakes/test-server.ts';
import { until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import type { RequestFault } from './support/picky-wire.ts';
import { seed } from './support/seed.ts';
import { clip, makeClip, startWiredApp } from './support/wired-app.ts';

const part = 'B7 wire, whole app';

/**
 * Returns all files below a folder with their checksums, without those specific to one delivery. Documents omit their
 * own location.
 */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(({ name }) => name !== '.dailies-folder' && name !== 'manifest.json');
  const reported: Record<string, string> = {};
  for (const { parentPath, name } of files.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(parentPath, name));
    const said = name.endsWith('.otio') ? bytes.toString().replaceAll(folder, '') : bytes;
    reported[join(parentPath, name).slice(folder.length)] = createHash('sha256').update(said).digest('hex');
  }
  return reported;
}

/** Returns the result of a delivery over a faultless connection. */
async function goodDelivery(): Promise<Record<string, string>> {
  const { service, deliveries, deliveryFolder } = await startWiredApp();
  const { deliveryId } = await deliveries.startDelivery(service.addProject(), 'OTIO', 'BUNDLE');
  await deliveries.settled(deliveryId);
  return filesIn(deliveryFolder);
}

/** Returns the states and errors of everything visible to the user. */
function shownOf({ services }: App): { state: string; error: unknown; what: string }[] {
  const filter = { what: 'all', status: null, connectionId: null, search: '' } as const;
  return services.activity.list(filter, 0, 50).items.map(({ kind, record }) => ({
    what: kind,
    state: record.state,
    error: record.error,
  }));
}

/** Has another aspect ratio than the existing projects, so that their runs do not match it. */
const request = aRequest({ aspectRatio: '9:16' });

const isStorage = (path: string): boolean => path.startsWith('/storage/');

test('a service that goes away in the middle of everything fails nothing; all goes on when it is back', async () => {
  recordFault({ part, fault: 'service gone for a while' });
  const good = await goodDelivery();
  const { app, wire, service, deliveries, generations, uploads, deliveryFolder, availability, transfers } =
    await startWiredApp();
  const projectId = service.addProject();
  let isGone = false;
  wire.faultOf = ({ method, path }) => {
    if (method !== 'GET' || !isStorage(path)) return null;
    isGone = true;
    return { kind: 'cut answer', at: 0.5 };
  };
  const { deliveryId } = await deliveries.startDelivery(projectId, 'OTIO', 'BUNDLE');
  await until(() => isGone);
  await wire.unplug();
  wire.faultOf = () => null;
  const { generationId } = generations.startGeneration(request);
  const { transferId } = await uploads.add(await app.fileGrants.grantPath(await makeClip()));
  await until(() => availability.state === 'offline');
  await until(() => transfers.get(transferId).waitingFor === 'network');
  expect(
    shownOf(app)
      .map(({ error }) => error)
      .filter((error) => error === null).length,
  ).toBeGreaterThan(1);
  expect(shownOf(app).map(({ state }) => state)).not.toContain('failed');
  expect(generations.get(generationId)).toMatchObject({ state: 'queued', error: null });
  expect(await filesIn(deliveryFolder).then(Object.keys)).not.toContain(Object.keys(good)[0]);
  await wire.plugIn();
  await Promise.all([
    deliveries.settled(deliveryId),
    generations.settled(generationId),
    uploads.settled(transferId),
  ]);
  expect(await filesIn(deliveryFolder)).toEqual(good);
  expect(generations.get(generationId)).toMatchObject({ state: 'succeeded', error: null });
  expect(service.starts).toHaveLength(1);
  expect([...service.uploads.values()].map((bytes) => bytes.equals(clip))).toEqual([true]);
});

test('a network that answers with pages of its own is waited for', async () => {
  const good = await goodDelivery();
  const { app, http, wire, service, deliveries, generations, deliveryFolder, availability } =
    await startWiredApp();
  let isCut = false;
  wire.faultOf = ({ path }) => {
    if (!isStorage(path)) return isCut ? { kind: 'page' } : null;
    // The storage uses TLS, where such a network cannot answer.
    const fault = isCut
      ? ({ kind: 'cut request', at: 0 } as const)
      : ({ kind: 'cut answer', at: 0.5 } as const);
    isCut = true;
    return fault;
  };
  const { deliveryId } = await deliveries.startDelivery(service.addProject(), 'OTIO', 'BUNDLE');
  await until(() => isCut);
  // The app has to notice the network first, because a start sent before may have been carried out and would need the
  // user.
  const noticed = http.probe(AbortSignal.timeout(30_000));
  await expect(noticed).rejects.toMatchObject({ code: 'network_sign_in' });
  expect(availability.state).toBe('offline');
  const { generationId } = generations.startGeneration(request);
  const { injected } = wire;
  await until(() => wire.injected > injected + 8);
  expect(shownOf(app).map(({ state }) => state)).not.toContain('failed');
  wire.faultOf = () => null;
  recordFault({ part, fault: 'captive portal', injected: wire.injected });
  await Promise.all([deliveries.settled(deliveryId), generations.settled(generationId)]);
  expect(shownOf(app).map(({ state }) => state)).not.toContain('failed');
  expect(await filesIn(deliveryFolder)).toEqual(good);
  expect(service.starts).toHaveLength(1);
});

test('links that expire in the middle of a delivery are asked for again', async () => {
  const good = await goodDelivery();
  const { wire, service, deliveries, deliveryFolder } = await startWiredApp();
  let expiries = 0;
  // Revokes the links after the storage has sent its answer, of which only a part arrives.
  service.intercept = ({ url }, response) => {
    if (isStorage(url) && expiries < 3) response.once('finish', () => service.revokeLinks());
    return false;
  };
  wire.faultOf = ({ path }) => {
    if (!isStorage(path) || expiries === 3) return null;
    expiries += 1;
    recordFault({ part, fault: 'links expired in the middle' });
    return { kind: 'cut answer', at: 0.3 };
  };
  const { deliveryId } = await deliveries.startDelivery(service.addProject(), 'OTIO', 'BUNDLE');
  await deliveries.settled(deliveryId);
  expect(deliveries.get(deliveryId)).toMatchObject({ state: 'done', error: null });
  expect(await filesIn(deliveryFolder)).toEqual(good);
  expect(service.countOf('GET', /^\/v1\/timeline-interchange\//)).toBeGreaterThan(1);
});

test('a service that refuses for too many requests is left alone as long as it says, and loses nothing', async () => {
  const { wire, service, generations } = await startWiredApp();
  service.readsPerRun = 12;
  // 30 s of the app's clock take 1.5 s of the test.
  const refusal = { 'retry-after': '30', 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '0' };
  const refusedMs: number[] = [];
  const early: string[] = [];
  /** Each job may have one request under way when the service sends the refusal. */
  const sinceRefusal = new Set<string>();
  let requests = 0;
  service.intercept = ({ url, method }, response) => {
    if (!url.startsWith('/v1/workflows/') || method !== 'GET') return false;
    const nowMs = performance.now();
    const sinceMs = nowMs - (refusedMs.at(-1) ?? -Infinity);
    if (sinceMs < 1_400 && sinceRefusal.has(url)) early.push(`${url} after ${String(sinceMs)} ms`);
    sinceRefusal.add(url);
    requests += 1;
    if (requests % 4 !== 0 || refusedMs.length === 5) return false;
    refusedMs.push(nowMs);
    sinceRefusal.clear();
    sinceRefusal.add(url);
    recordFault({ part, fault: '429 with a time to wait' });
    sendJson(response, 429, { message: 'Too many.', code: 'rate_limited' }, refusal);
    return true;
  };
  const ids = [1, 2, 3].map(() => generations.startGeneration(request).generationId);
  await Promise.all(ids.map((id) => generations.settled(id)));
  for (const id of ids) expect(generations.get(id)).toMatchObject({ state: 'succeeded', error: null });
  expect(service.starts).toHaveLength(ids.length);
  expect(early).toEqual([]);
  expect(refusedMs).toHaveLength(5);
  expect(wire.seen.length).toBeGreaterThan(20);
});

/** Breaks about every fourth request somewhere, as on a train. */
function badWeather(random: Random): () => RequestFault | null {
  return () => {
    if (random.next() > 0.25) return null;
    return { kind: random.next() < 0.5 ? 'cut request' : 'cut answer', at: random.next() };
  };
}

test(`a wire that breaks every fourth request loses nothing and starts nothing twice (seed ${seed})`, async () => {
  const good = await goodDelivery();
  const rounds = 6;
  for (let round = 0; round < rounds; round += 1) {
    const { app, wire, service, deliveries, generations, uploads, deliveryFolder } = await startWiredApp();
    const projectId = service.addProject();
    let { deliveryId } = await deliveries.startDelivery(projectId, 'OTIO', 'BUNDLE');
    const grant = await app.fileGrants.grantPath(await makeClip());
    wire.faultOf = badWeather(new Random(`${seed}-${String(round)}`));
    const { generationId } = generations.startGeneration(request);
    const { transferId } = await uploads.add(grant);
    await Promise.all([
      deliveries.settled(deliveryId),
      generations.settled(generationId),
      uploads.settled(transferId),
    ]);
    recordFault({ part, fault: 'every fourth request broken', injected: wire.injected });
    const { state, error } = generations.get(generationId);
    if (state === 'failed') expect(error?.code).toBe('start_unconfirmed');
    expect(service.starts).toHaveLength(state === 'failed' ? 0 : 1);
    // The service may have received the request for a document, so the user has to retry it, on a good connection.
    if (deliveries.get(deliveryId).error?.code === 'start_unconfirmed') {
      wire.faultOf = () => null;
      ({ deliveryId } = await deliveries.retry(deliveryId));
      await deliveries.settled(deliveryId);
    }
    expect(deliveries.get(deliveryId)).toMatchObject({ state: 'done', error: null });
    expect(await filesIn(deliveryFolder)).toEqual(good);
    const { fileId, state: sent, error: reason } = app.services.transfers.get(transferId);
    // After five attempts without progress, or a lost answer, the user has to decide.
    if (sent === 'failed') expect(['service_failed', 'start_unconfirmed']).toContain(reason?.code);
    else expect(service.uploads.get(fileId ?? '')?.equals(clip)).toBe(true);
  }
});
