import { expect, test } from 'vitest';
import { createQueue, Hand, orderOf } from '../../../../fakes/features/queue-fixture.ts';
import { openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

test.each(['waiting', 'processing'] as const)(
  'the computer may sleep while a transfer is %s, and not once bytes move again',
  async (state) => {
    const clock = new TurnedClock();
    const { queue, awake } = await createQueue(await openStore(clock), clock);
    const hand = new Hand();
    const ended = queue.run(orderOf('a', hand), new AbortController().signal);
    await settle();
    expect(awake.count).toBe(1);
    hand.context.checkpoint({ state });
    expect(awake.count).toBe(0);
    await hand.context.allowance(0);
    expect(awake.count).toBe(1);
    hand.done();
    await ended;
    expect(awake.count).toBe(0);
  },
);
