import { expect, test } from 'vitest';
import { Attention } from '../../../../../src-renderer/state/window/attention.ts';
import { FakeMain } from '../../../../fakes/page/fake-main.ts';
import { TurnedClock } from '../../../../fakes/turned-clock.ts';
import { clientOf } from '../fake-client.ts';

const minuteMs = 60_000;

function setUp() {
  const main = new FakeMain();
  const clock = new TurnedClock();
  const client = clientOf(main);
  const reported: string[] = [];
  const listeners = { return: new Set<() => void>(), network: new Set<() => void>() };
  const listen = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name].add(listener);
    return () => void listeners[name].delete(listener);
  };
  let isInFront = true;
  const attention = new Attention({
    client: {
      ...client,
      call: (name, input) => {
        reported.push(`${name} ${JSON.stringify(input)}`);
        return client.call(name, input);
      },
    },
    schedule: (run, delayMs) => clock.schedule(delayMs, run),
    isInFront: () => isInFront,
    onReturn: listen('return'),
    onNetwork: listen('network'),
  });
  const happen = (name: keyof typeof listeners) => listeners[name].forEach((listener) => listener());
  return {
    attention,
    clock,
    reported,
    happen,
    listeners,
    show: (next: boolean) => {
      isInFront = next;
    },
  };
}

const line = (attention: string) => `connection.attend {"attention":"${attention}"}`;

test('main is informed once a minute that somebody looks, and nothing while nobody does', async () => {
  const { attention, clock, reported, show } = setUp();
  attention.start();
  await clock.advance(2 * minuteMs);
  expect(reported).toEqual([line('looking'), line('looking')]);
  show(false);
  await clock.advance(60 * minuteMs);
  expect(reported).toHaveLength(2);
  show(true);
  await clock.advance(minuteMs);
  expect(reported).toHaveLength(3);
});

test('coming back and a network that is there again are reported at once, until it ends', async () => {
  const { attention, clock, reported, happen, listeners } = setUp();
  const stop = attention.start();
  happen('return');
  happen('network');
  expect(reported).toEqual([line('returned'), line('network_changed')]);
  stop();
  expect([listeners.return.size, listeners.network.size, clock.waiting]).toEqual([0, 0, 0]);
});
