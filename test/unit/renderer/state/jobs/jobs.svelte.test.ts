// @vitest-environment runes
import { expect, test } from 'vitest';
import { Deliveries } from '../../../../../src-renderer/state/deliveries/deliveries.svelte.ts';
import { Generations } from '../../../../../src-renderer/state/jobs/generations.svelte.ts';
import { Toasts } from '../../../../../src-renderer/state/window/toasts.svelte.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { englishMessages } from '../../../../fakes/english-words.ts';
import { aScriptRequest } from '../../../../fakes/main-records.ts';
import { itemsOf } from '../../../../fakes/page/fake-activity.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { clientOf } from '../fake-client.ts';

const activeConnectionId = (): string => 'local';
const request = aScriptRequest({ script: 'Swifts. They sleep in the air.' });

test('a started generation is there at once and moves with main', async () => {
  const main = new FakeMain();
  const changes: string[] = [];
  const generations = new Generations({
    client: clientOf(main),
    activeConnectionId,
    onChange: (now, before) => changes.push(`${before?.state ?? 'none'} to ${now.state}`),
  });
  const stop = generations.start();
  await generations.begin(request);
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

test('changes on another connection are heard and not shown', () => {
  const main = new FakeMain();
  const heard: string[] = [];
  const generations = new Generations({
    client: clientOf(main),
    activeConnectionId,
    onChange: ({ connectionId }) => heard.push(connectionId),
  });
  generations.start();
  main.generations.add({ title: 'elsewhere', state: 'running', connectionId: 'con-1' });
  main.step();
  expect([heard, generations.records]).toEqual([['con-1'], []]);
});

test('changes of other kinds tell nothing of generations', () => {
  const main = new FakeMain();
  const heard: string[] = [];
  const generations = new Generations({
    client: clientOf(main),
    activeConnectionId,
    onChange: ({ title }) => heard.push(title),
  });
  generations.start();
  const delivery = main.deliveries.add({ projectId: 'prj_0000', format: 'OTIO', mediaDelivery: 'BUNDLE' });
  main.publish('activity.changed', { items: itemsOf({ deliveries: [delivery] }), isReordered: true });
  expect([heard, generations.records]).toEqual([[], []]);
});

test('the newest generation stands first, whatever order they arrive in', async () => {
  const main = new FakeMain();
  main.generations.add({ title: 'old', createdAt: 10 });
  main.generations.add({ title: 'new', createdAt: 30 });
  main.generations.add({ title: 'between', createdAt: 20 });
  const generations = new Generations({
    client: clientOf(main),
    activeConnectionId,
    onChange: () => undefined,
  });
  await generations.refresh();
  expect(generations.records.map((each) => each.title)).toEqual(['new', 'between', 'old']);
});

test('a refused start is thrown as main made it and leaves nothing behind', async () => {
  const main = new FakeMain();
  main.failNext('generation.start', new AppError('insufficient_credits', 'x'));
  const generations = new Generations({
    client: clientOf(main),
    activeConnectionId,
    onChange: () => undefined,
  });
  await expect(generations.begin(request)).rejects.toMatchObject({
    code: 'insufficient_credits',
  });
  expect(generations.records).toEqual([]);
});

function deliveriesOf(main: FakeMain): Deliveries {
  return new Deliveries({
    client: clientOf(main),
    activeConnectionId,
    onChange: () => undefined,
    toasts: new Toasts({ schedule: () => () => undefined }),
    messages: englishMessages,
    attempt: () => Promise.resolve(),
    showReturns: () => undefined,
  });
}

test('the deliveries of one project are those of that project alone', async () => {
  const main = new FakeMain();
  const deliveries = deliveriesOf(main);
  for (const projectId of ['prj_0000', 'prj_0001', 'prj_0001']) {
    main.deliveries.add({ projectId, format: 'OTIO', mediaDelivery: 'BUNDLE' });
  }
  await deliveries.refresh();
  expect(deliveries.ofProject('prj_0001')).toHaveLength(2);
});

test('the deliveries of the project in sight are read again with the newest of all', async () => {
  const main = new FakeMain();
  const deliveries = deliveriesOf(main);
  const how = { format: 'OTIO', mediaDelivery: 'BUNDLE' } as const;
  const old = main.deliveries.add({ projectId: 'prj_0001', createdAt: 1, state: 'downloading', ...how });
  for (let each = 0; each < 200; each += 1) main.deliveries.add({ projectId: 'prj_0000', ...how });
  await deliveries.refresh();
  expect(deliveries.ofProject('prj_0001')).toEqual([]);
  await deliveries.readOf('prj_0001');
  main.deliveries.cancel(old.deliveryId);
  await deliveries.refresh();
  expect(deliveries.ofProject('prj_0001').map(({ state }) => state)).toEqual(['cancelled']);
  main.failNext('delivery.list', new AppError('internal', 'No.'));
  await deliveries.refresh();
  expect(deliveries.ofProject('prj_0001')).toHaveLength(1);
  deliveries.forget();
  await deliveries.refresh();
  expect(deliveries.ofProject('prj_0001')).toEqual([]);
});
