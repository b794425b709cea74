import { randomUUID } from 'node:crypto';
import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { SettingsRepository } from '../../../src-main/state/settings-repository.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';
import { toErrorBody } from '../../../src-shared/app-error.ts';

/* Opens the state in a folder (argument 1), writes into it, and prints the error, or null. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const state = new StateStore({
  userData: process.argv[2] ?? '',
  clock: createSystemClock(),
  log: silent,
  onRecovered: () => undefined,
});

async function tryToWrite(): Promise<unknown> {
  try {
    await state.start();
    new SettingsRepository({ state }).write('word', randomUUID());
    return null;
  } catch (error) {
    return toErrorBody(error);
  }
}

process.stdout.write(`${JSON.stringify(await tryToWrite())}\n`);
await state.dispose();
