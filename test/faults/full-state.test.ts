import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { canMount } from '../fakes/memory-volume.ts';
import { until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';
import { startOnFullState } from './support/full-state.ts';

const reason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';

/** Error of a cancellation that lasts only while the app runs. */
const notSaved = { code: 'disk_full', details: { reason: 'end_not_saved' } };

test.skipIf(!canMount)(
  `a delivery cancelled while the state has no room is over at once, and stays so over a restart${reason}`,
  async () => {
    recordFault({ part: 'B7 machine: volumes', fault: 'a delivery cancelled while the state has no room' });
    const { deliveries, dispose, again, id, stored, freeRoom, folder, log } = await startOnFullState();
    await expect(deliveries.cancel(id)).rejects.toMatchObject(notSaved);
    expect(deliveries.list(1)).toMatchObject([{ deliveryId: id, state: 'cancelled', waitingFor: null }]);
    await expect(deliveries.cancel(id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await readdir(folder)).filter((name) => name.startsWith('.dailies-tmp-'))).toEqual([]);
    await until(() => log.lines.some(({ level }) => level === 'error'));
    expect(stored()).toBe('preparing');
    await freeRoom();
    await deliveries.settled(id);
    expect(stored()).toBe('cancelled');
    await dispose();
    const next = await again();
    next.deliveries.start();
    await next.deliveries.settled(id);
    expect(next.deliveries.get(id).state).toBe('cancelled');
  },
);

test.skipIf(!canMount)(
  `the app closes although an end could not be stored, and takes the delivery up again${reason}`,
  async () => {
    recordFault({ part: 'B7 machine: volumes', fault: 'the app closed while the state has no room' });
    const { deliveries, dispose, again, id, stored, freeRoom } = await startOnFullState();
    await expect(deliveries.cancel(id)).rejects.toMatchObject(notSaved);
    await dispose();
    expect(stored()).toBe('preparing');
    await freeRoom();
    const next = await again();
    next.deliveries.start();
    await next.deliveries.settled(id);
    expect(next.deliveries.get(id)).toMatchObject({ state: 'done', error: null });
  },
);
