import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';

/* Opens and closes the state in a folder (argument 1). */

const state = new StateStore({
  userData: process.argv[2] ?? '',
  clock: createSystemClock(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  onRecovered: () => undefined,
});
await state.start();
await state.dispose();
