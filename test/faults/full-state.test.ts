import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DeliveryRepository } from '../../src-main/state/delivery-repository.ts';
import { StateStore } from '../../src-main/state/state-store.ts';
import { startDeliveries } from '../fakes/delivery-fixture.ts';
import { KeptLog, makeFolder } from '../fakes/main-fixture.ts';
import { canMount, fillVolume, mountMemoryVolume } from '../fakes/memory-volume.ts';
import { createHastyClock, until } from '../fakes/turned-clock.ts';
import { recordFault } from './support/fault-table.ts';

const reason = canMount ? '' : ' (SKIPPED: this process may not mount a volume)';

/** Error of a cancellation that lasts only while the app runs. */
const notSaved = { code: 'disk_full', details: { reason: 'end_not_saved' } };

/** Starts a delivery, and fills the drive with its state before the delivery begins. */
async function startOnFullState() {
  const userData = join(await makeFolder('state'), 'disk');
  onTestFinished(mountMemoryVolume(userData, 'size=64m'));
  const log = new KeptLog();
  const state = new StateStore({ userData, clock: createHastyClock(), log, onRecovered: () => undefined });
  await state.start();
  onTestFinished(() => state.dispose());
  let tries = 0;
  const parts: Awaited<ReturnType<typeof startDeliveries>> = await startDeliveries({
    state,
    interchange: {
      run: async () => {
        tries += 1;
        if (tries === 1) await fillVolume(userData);
        return parts.result;
      },
    },
  });
  const id = await parts.start();
  await until(() => parts.deliveries.list(1)[0]?.waitingFor === 'space');
  /** Returns the state stored on the disk. */
  const stored = () => new DeliveryRepository({ state, log }).get(id)?.state;
  return { ...parts, id, stored, freeRoom: () => rm(join(userData, 'ballast')) };
}

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
