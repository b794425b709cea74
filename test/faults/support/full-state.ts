import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DeliveryRepository } from '../../../src-main/state/delivery-repository.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';
import { startDeliveries } from '../../fakes/features/delivery-fixture.ts';
import { KeptLog, makeFolder } from '../../fakes/main-fixture.ts';
import { fillVolume, mountMemoryVolume } from '../../fakes/memory-volume.ts';
import { createHastyClock, until } from '../../fakes/turned-clock.ts';

/** Starts a delivery whose state's drive is full before it begins, so that it waits for space. */
export async function startOnFullState() {
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
