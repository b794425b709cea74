// @vitest-environment runes
import { expect, test } from 'vitest';
import { Deliveries } from '../../../../src-renderer/state/deliveries.svelte.ts';
import { Generations } from '../../../../src-renderer/state/generations.svelte.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { FakeMain } from '../../../fakes/fake-main.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { clientOf } from './fake-client.ts';

const request = { ...aGeneration().request, script: 'Swifts. They sleep in the air.' };

test('a started generation is there at once and moves with main', async () => {
  const main = new FakeMain();
  const changes: string[] = [];
  const generations = new Generations({
    client: clientOf(main),
    onChange: (now, before) => changes.push(`${before?.state ?? 'none'} to ${now.state}`),
  });
  const stop = generations.start();
  await generations.begin({ ...request, materialIds: [] });
  expect(generations.running.map((each) => each.title)).toEqual(['Swifts']);
  main.step();
  main.generations.stepSize = 1;
  main.step();
  expect(generations.running).toEqual([]);
  expect(changes).toEqual(['queued to starting', 'starting to succeeded']);
  stop();
  main.generations.add({ title: 'later' });
  main.step();
  expect(generations.records).toHaveLength(1);
});

test('the newest generation stands first, whatever order they arrive in', async () => {
  const main = new FakeMain();
  main.generations.add({ title: 'old', createdAt: 10 });
  main.generations.add({ title: 'new', createdAt: 30 });
  main.generations.add({ title: 'between', createdAt: 20 });
  const generations = new Generations({ client: clientOf(main), onChange: () => undefined });
  await generations.refresh();
  expect(generations.records.map((each) => each.title)).toEqual(['new', 'between', 'old']);
});

test('a refused start is thrown as main made it and leaves nothing behind', async () => {
  const main = new FakeMain();
  main.failNext('generation.start', new AppError('insufficient_credits', 'x'));
  const generations = new Generations({ client: clientOf(main), onChange: () => undefined });
  await expect(generations.begin({ ...request, materialIds: [] })).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  expect(generations.records).toEqual([]);
});

test('the bytes of all running downloads are summed, and an unknown total stays unknown', async () => {
  const main = new FakeMain();
  const deliveries = new Deliveries({ client: clientOf(main), onChange: () => undefined });
  await deliveries.refresh();
  expect(deliveries.transfer).toBeNull();
  const download = {
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'downloading',
    bytesPerSecond: 5,
  } as const;
  main.deliveries.add({ ...download, projectId: 'prj_0000', receivedBytes: 10, totalBytes: 100 });
  main.deliveries.add({ ...download, projectId: 'prj_0001', receivedBytes: 1, totalBytes: 50 });
  main.deliveries.add({ ...download, projectId: 'prj_0001', state: 'done', receivedBytes: 1_000 });
  await deliveries.refresh();
  expect(deliveries.transfer).toEqual({ receivedBytes: 11, totalBytes: 150, bytesPerSecond: 10 });
  main.deliveries.add({ ...download, projectId: 'prj_0002' });
  await deliveries.refresh();
  expect(deliveries.transfer?.totalBytes).toBeNull();
  expect(deliveries.ofProject('prj_0001')).toHaveLength(2);
});
