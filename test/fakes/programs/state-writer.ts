import { createFileLog } from '../../../src-main/hosts/node/file-log.ts';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';

/** Counts in a state and prints each number once it is stored, until it is killed. */
const [, , userData = '', first = '0'] = process.argv;
const clock = createSystemClock();
const log = createFileLog({ folder: userData, clock });
const state = new StateStore({ userData, clock, log, onRecovered: () => undefined });
await state.start();
const settings = new SettingsRepository({ state });
for (let count = Number(first); ; count += 1) {
  settings.write('count', count);
  process.stdout.write(`${String(count)}\n`);
}
