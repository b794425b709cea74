import { describe, expect, onTestFinished, test } from 'vitest';
import { appIsClosing, cancelledByUser } from '../../../../../src-main/foundation/wait.ts';
import type { Wait } from '../../../../../src-main/transfers/queue/blockers.ts';
import type { TransferOrder } from '../../../../../src-main/transfers/queue/transfer-order.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const forever = new AbortController().signal;

async function create() {
  const clock = new TurnedClock();
  const state = await openStore(clock);
  const parts = await createQueue(state, clock);
  const { queue } = parts;
  const hands = new Map<string, Hand>();
  const start = (name: string, change: Partial<TransferOrder> = {}, signal: AbortSignal = forever) => {
    const hand = new Hand();
    hands.set(name, hand);
    const ended = queue.run(orderOf(name, hand, change), signal).then(
      (outcome) => outcome,
      (error: unknown) => error,
    );
    return { hand, ended, id: () => queue.find(`test:${name}`)?.transferId ?? '' };
  };
  const running = (): string[] => [...hands].filter(([, { count }]) => count > 0).map(([name]) => name);
  const stateOf = (name: string) => {
    const record = queue.find(`test:${name}`);
    return record && queue.shown(record).state;
  };
  return { ...parts, clock, state, start, running, stateOf };
}

describe('turns', () => {
  test('are taken by so many at once, older ones first, larger priorities before', async () => {
    const { queue, start, running, clock } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const first = start('first');
    await clock.advance(5);
    start('second');
    await clock.advance(5);
    const urgent = start('urgent', { priority: 1 });
    await settle();
    expect(running()).toEqual(['first']);
    first.hand.done();
    await settle();
    expect(running()).toEqual(['first', 'urgent']);
    urgent.hand.done();
    await settle();
    expect(running()).toEqual(['first', 'second', 'urgent']);
  });

  test('are more as soon as the limit rises, and nobody loses one when it falls', async () => {
    const { queue, start, running } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const a = start('a');
    const b = start('b');
    start('c');
    await settle();
    queue.setLimits({ parallelTransfers: 2, bandwidthLimitBytesPerSecond: null });
    await settle();
    expect(running()).toEqual(['a', 'b']);
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    a?.hand.done();
    await settle();
    expect(running()).toEqual(['a', 'b']);
    b?.hand.done();
    await settle();
    expect(running()).toEqual(['a', 'b', 'c']);
  });

  test('follow the order the user gives them', async () => {
    const { queue, start, running } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const names = ['a', 'b', 'c', 'd'];
    const all = names.map((name) => start(name));
    await settle();
    const id = (name: string): string => all[names.indexOf(name)]?.id() ?? '';
    queue.move(id('d'), id('b'));
    queue.move(id('b'), null);
    for (const name of ['a', 'd', 'c', 'b']) {
      await settle();
      expect(running()).toContain(name);
      all[names.indexOf(name)]?.hand.done();
    }
    expect(() => queue.move(id('a'), id('b'))).toThrow(/ended/);
  });

  test('are not lost however often two are moved before one another', async () => {
    const { queue, start } = await create();
    const all = ['a', 'b', 'c'].map((name) => start(name));
    await settle();
    const [a = '', b = '', c = ''] = all.map(({ id }) => id());
    for (let round = 0; round < 120; round += 1) {
      const [first, second] = round % 2 === 0 ? [b, a] : [a, b];
      queue.move(c, first);
      queue.move(second, c);
    }
    const places = [b, c, a].map((id) => queue.get(id).place);
    expect(new Set(places).size).toBe(3);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
  });

  test('are given back while the service prepares, and taken again before more bytes move', async () => {
    const { queue, start, running } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const a = start('a');
    const b = start('b');
    await settle();
    a.hand.context.checkpoint({ state: 'processing' });
    await settle();
    expect(running()).toEqual(['a', 'b']);
    let isAllowed = false;
    void a.hand.context.allowance(1).then(() => (isAllowed = true));
    await settle();
    expect(isAllowed).toBe(false);
    b.hand.done();
    await settle();
    expect(isAllowed).toBe(true);
  });
});

describe('the user', () => {
  test('pauses one, which gives its turn to the next and goes on from its checkpoint', async () => {
    const { queue, start, stateOf, running, awake } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const a = start('a');
    start('b');
    await settle();
    expect(awake.count).toBe(1);
    const checkpoint = { receivedBytes: 40, validator: '"1"', totalBytes: 100 };
    a.hand.context.progress(40, 100);
    a.hand.context.checkpoint({ checkpoint });
    expect(queue.pause(a.id())).toMatchObject({ state: 'paused', doneBytes: 40 });
    await settle();
    expect(running()).toEqual(['a', 'b']);
    expect(stateOf('a')).toBe('paused');
    queue.setLimits({ parallelTransfers: 2, bandwidthLimitBytesPerSecond: null });
    queue.resume(a.id());
    await settle();
    expect(a.hand.count).toBe(2);
    expect(a.hand.context.record).toMatchObject({ checkpoint, state: 'running' });
    a.hand.done();
    expect(await a.ended).toMatchObject({ sizeBytes: 100 });
    expect(queue.get(a.id())).toMatchObject({ state: 'done', doneBytes: 100, sha256: 'ab'.repeat(32) });
  });

  test('pauses all, new ones too, and what was paused stays so over a restart', async () => {
    const { queue, start, stateOf, state, clock } = await create();
    const a = start('a');
    await settle();
    expect(queue.pauseAll()).toMatchObject({ isPaused: true, openCount: 1 });
    start('b');
    await settle();
    expect([stateOf('a'), stateOf('b')]).toEqual(['paused', 'paused']);
    expect(queue.totals().runningCount).toBe(0);
    await queue.dispose();
    expect(await a.ended).toBe(appIsClosing);
    const { queue: again } = await createQueue(state, clock);
    const hand = new Hand();
    const ended = again.run(orderOf('a', hand), forever);
    await settle();
    expect(hand.count).toBe(0);
    expect(again.totals()).toMatchObject({ isPaused: true, openCount: 2 });
    again.resumeAll();
    await settle();
    expect(hand.count).toBe(1);
    hand.done();
    await ended;
    expect(again.totals()).toMatchObject({ isPaused: false, openCount: 1 });
  });

  test('calls one off, running, waiting or not taken up yet', async () => {
    const { queue, start, state, clock } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const a = start('a');
    const b = start('b');
    const c = start('c');
    await settle();
    expect(await queue.cancel(b?.id() ?? '')).toMatchObject({ state: 'cancelled' });
    expect(await queue.cancel(a?.id() ?? '')).toMatchObject({ state: 'cancelled', error: null });
    expect(await Promise.all([a?.ended, b?.ended])).toEqual([cancelledByUser, cancelledByUser]);
    await expect(queue.cancel(a?.id() ?? '')).rejects.toMatchObject({ code: 'conflict' });
    const id = c?.id() ?? '';
    await queue.dispose();
    const { queue: again } = await createQueue(state, clock);
    await again.cancel(id);
    await expect(again.run(orderOf('c', new Hand()), forever)).rejects.toBe(cancelledByUser);
    again.retry(id);
    const hand = new Hand();
    void again.run(orderOf('c', hand), forever).catch(() => undefined);
    await settle();
    expect(hand.count).toBe(1);
  });

  test('receives that all is paused while nothing is open', async () => {
    const { queue, clock } = await create();
    const reported: boolean[] = [];
    onTestFinished(queue.onTotals(({ isPaused }) => reported.push(isPaused)));
    queue.pauseAll();
    await clock.advance(1_000);
    queue.resumeAll();
    await clock.advance(1_000);
    expect(reported).toEqual([true, false]);
  });

  test('receives what changed, and the totals now and then', async () => {
    const { queue, start, clock } = await create();
    const changed: string[] = [];
    const reported: unknown[] = [];
    onTestFinished(queue.onChange((id) => changed.push(id)));
    onTestFinished(queue.onTotals((totals) => reported.push(totals)));
    const a = start('a');
    await settle();
    changed.length = 0;
    for (let bytes = 0; bytes <= 50; bytes += 1) {
      a.hand.context.progress(bytes, 100);
      await clock.advance(20);
    }
    expect(changed.length).toBeGreaterThan(5);
    expect(changed.length).toBeLessThan(15);
    expect(reported.length).toBeLessThan(6);
    expect(queue.shown(queue.get(a.id()))).toMatchObject({
      doneBytes: 50,
      bytesPerSecond: 50,
      secondsLeft: 1,
    });
    expect(queue.totals()).toMatchObject({ doneBytes: 50, totalBytes: 100, downBytesPerSecond: 50 });
  });
});

describe('a transfer waits for obstacles to go, without taking a turn', () => {
  test.each([
    ['service_unreachable', 'network'],
    ['network_sign_in', 'network'],
    ['signed_out', 'sign_in'],
    ['unauthorized', 'sign_in'],
  ] as const)('%s: for the %s', async (code, waitingFor) => {
    const { queue, start, clock, network, signIn } = await create();
    queue.setLimits({ parallelTransfers: 1, bandwidthLimitBytesPerSecond: null });
    const gate = waitingFor === 'network' ? network : signIn;
    gate.close('local');
    const a = start('a');
    const b = start('b');
    await settle();
    a.hand.fail(new AppError(code, 'Not now.'));
    await clock.advance(3_600_000);
    expect(queue.shown(queue.get(a.id()))).toMatchObject({ state: 'waiting', waitingFor, error: { code } });
    expect(b.hand.count).toBe(1);
    b.hand.done();
    gate.open('local');
    await settle();
    expect(a.hand.count).toBe(2);
    expect(queue.get(a.id())).toMatchObject({ state: 'running', waitingFor: null, error: null });
    a.hand.done();
    await a.ended;
  });

  test('a full drive: how much room is missing, and where, stands in the journal and is reported to the owner', async () => {
    const { queue, repository, clock, start } = await create();
    const folder = await makeFolder('full');
    const waits: Wait[] = [];
    const a = start('a', { onWait: (wait) => waits.push(wait) });
    await settle();
    const details = { path: folder, neededBytes: 2 ** 50 };
    a.hand.fail(new AppError('disk_full', 'No room.', { details }));
    await until(() => waits.length === 2);
    const missingRoom = { folder, neededBytes: 2 ** 50, freeBytes: expect.any(Number) as number };
    expect(waits).toEqual([
      { waitingFor: 'space', missingRoom: null },
      { waitingFor: 'space', missingRoom },
    ]);
    expect(repository.get(a.id())).toMatchObject({ state: 'waiting', waitingFor: 'space', missingRoom });
    expect(queue.shown(queue.get(a.id()))).toMatchObject({ waitingFor: 'space', missingRoom });
    queue.pause(a.id());
    expect(queue.shown(queue.get(a.id()))).toMatchObject({
      state: 'paused',
      waitingFor: null,
      missingRoom: null,
    });
    expect(waits.at(-1)).toEqual({ waitingFor: null, missingRoom: null });
    await clock.advance(60_000);
    expect(waits).toHaveLength(3);
  });

  test('an error that comes again at once is not asked for without a pause', async () => {
    const { start, clock } = await create();
    const a = start('a');
    await settle();
    for (let round = 0; round < 1_000; round += 1) {
      a.hand.fail(new AppError('service_unreachable', 'Not now.'));
      await settle();
      if (a.hand.count > 1) break;
    }
    expect(a.hand.count).toBe(1);
    for (let minute = 0; minute < 60; minute += 1) {
      a.hand.fail(new AppError('service_unreachable', 'Not now.'));
      await clock.advance(60_000);
    }
    expect(a.hand.count).toBeGreaterThan(50);
    expect(a.hand.count).toBeLessThan(130);
  }, 30_000);

  test('a paused one does not go on when the network comes back', async () => {
    const { queue, start, clock, network, stateOf } = await create();
    network.close('local');
    const a = start('a');
    await settle();
    a.hand.fail(new AppError('service_unreachable', 'Not now.'));
    await clock.advance(60_000);
    queue.pause(a.id());
    network.open('local');
    await clock.advance(60_000);
    expect([stateOf('a'), a.hand.count]).toEqual(['paused', 1]);
    queue.resume(a.id());
    await settle();
    expect(a.hand.count).toBe(2);
  });
});

describe('failures', () => {
  test('of a passing kind are tried again a few times, and more often after headway', async () => {
    const { start, clock, queue } = await create();
    const a = start('a');
    const stalled = new AppError('download_failed', 'It stalled.', { details: { reason: 'stalled' } });
    await settle();
    for (const bytes of [0, 0, 10, 0, 0, 0, 0]) {
      if (bytes > 0) a.hand.context.progress(bytes, 100);
      a.hand.fail(stalled);
      await clock.advance(60_000);
    }
    expect(a.hand.count).toBe(7);
    expect(await a.ended).toBe(stalled);
    expect(queue.get(a.id())).toMatchObject({ state: 'failed', error: { code: 'download_failed' } });
  });

  test('of another kind are final, and only the user asks for it again', async () => {
    const { start, queue } = await create();
    const a = start('a');
    await settle();
    a.hand.fail(new AppError('download_incomplete', 'Another size.'));
    expect(await a.ended).toMatchObject({ code: 'download_incomplete' });
    expect(queue.retry(a.id())).toMatchObject({ state: 'queued', error: null });
    expect(() => queue.retry(a.id())).toThrow(AppError);
  });
});

test('a row is on the disk before its work begins, and is found again by its key', async () => {
  const { start, repository, queue, clock, state } = await create();
  const a = start('a');
  await settle();
  expect(repository.get(a.id())).toMatchObject({ key: 'test:a', state: 'running', totalBytes: 100 });
  const checkpoint = { receivedBytes: 64, validator: null, totalBytes: 100 };
  a.hand.context.checkpoint({ checkpoint });
  const id = a.id();
  await queue.dispose();
  expect(await a.ended).toBe(appIsClosing);
  const { queue: again } = await createQueue(state, clock);
  expect(again.shown(again.get(id)).state).toBe('queued');
  const hand = new Hand();
  const ended = again.run(orderOf('a', hand), forever);
  await settle();
  expect(hand.context.record).toMatchObject({ transferId: id, checkpoint });
  await expect(again.run(orderOf('a', hand), forever)).rejects.toMatchObject({ code: 'conflict' });
  hand.done();
  await ended;
});

test('the rows of owners that do not come again end as cancelled', async () => {
  const { start, queue, state, clock } = await create();
  start('mine');
  start('gone');
  await settle();
  await queue.dispose();
  const { queue: again } = await createQueue(state, clock);
  again.settleOrphans(({ key }) => key === 'test:gone');
  expect(again.find('test:gone')?.state).toBe('cancelled');
  expect(again.find('test:mine')?.state).toBe('running');
});

test('a thousand transfers are queued, paused, resumed and cancelled in a moment', async () => {
  const { queue, state, clock } = await create();
  const stopper = new AbortController();
  const all = Array.from({ length: 1_000 }, (_, index) =>
    queue.run(orderOf(String(index), new Hand()), stopper.signal).catch(() => null),
  );
  await settle();
  queue.pauseAll();
  queue.resumeAll();
  expect(queue.totals().openCount).toBe(1_000);
  stopper.abort(cancelledByUser);
  await Promise.all(all);
  const { queue: again } = await createQueue(state, clock);
  expect(again.totals().openCount).toBe(0);
}, 20_000);
