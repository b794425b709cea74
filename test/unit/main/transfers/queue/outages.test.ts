import { expect, test } from 'vitest';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

const unreachable = new AppError('service_unreachable', 'The storage does not answer.');
const failed = new AppError('service_failed', 'The storage failed.');

async function startTransfer() {
  const clock = new TurnedClock();
  const parts = await createQueue(await openStore(clock), clock);
  const hand = new Hand();
  const ended = parts.queue
    .run(orderOf('a', hand), new AbortController().signal)
    .catch((error: unknown) => error);
  await settle();
  /** Closes the connection as the transfer fails, and opens it after a minute. */
  const lose = async (gate: typeof parts.network, error: AppError): Promise<void> => {
    gate.close('local');
    hand.fail(error);
    await clock.advance(60_000);
    gate.open('local');
    await settle();
  };
  return { ...parts, clock, hand, ended, lose };
}

test.each(['network', 'signIn'] as const)(
  'a failure after four waits for the connection is tried again: %s',
  async (gate) => {
    const { clock, hand, ended, lose, ...parts } = await startTransfer();
    const error = gate === 'network' ? unreachable : new AppError('unauthorized', 'Refused.');
    for (let outage = 0; outage < 4; outage += 1) {
      await lose(parts[gate], error);
    }
    expect(hand.count).toBe(5);
    hand.fail(failed);
    await clock.advance(60_000);
    expect(hand.count).toBe(6);
    hand.done();
    expect(await ended).toMatchObject({ sizeBytes: 100 });
  },
);

test('a folder that is back after four outages is used again', async () => {
  const { clock, hand, network, lose } = await startTransfer();
  for (let outage = 0; outage < 4; outage += 1) {
    await lose(network, unreachable);
  }
  hand.fail(new AppError('delivery_folder_missing', 'The drive was away.'));
  await clock.advance(60_000);
  expect(hand.count).toBe(6);
});

test('failures with an outage after each never use up the tries', async () => {
  const { clock, hand, network, ended, lose } = await startTransfer();
  for (let outage = 0; outage < 8; outage += 1) {
    hand.fail(failed);
    await clock.advance(60_000);
    await lose(network, unreachable);
  }
  expect(hand.count).toBe(17);
  hand.done();
  expect(await ended).toMatchObject({ sizeBytes: 100 });
});

test('a storage that cannot be reached while the service answers still uses up the tries', async () => {
  const { clock, hand, ended } = await startTransfer();
  for (let round = 0; round < 4; round += 1) {
    hand.fail(unreachable);
    await clock.advance(60_000);
  }
  hand.fail(failed);
  expect(await ended).toBe(failed);
  expect(hand.count).toBe(5);
});
