import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { stateVersion, versionOf } from '../../../src-main/state/migrations.ts';
import { StateStore } from '../../../src-main/state/state-store.ts';

/* Opens and migrates the state in a folder (argument 1), and prints its number of generations. */

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const notices: string[] = [];
const state = new StateStore({
  userData: process.argv[2] ?? '',
  clock: createSystemClock(),
  log: silent,
  onRecovered: ({ code }) => notices.push(code),
});
await state.start();
const count = (table: string): number =>
  Number(state.database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
const isUpToDate = versionOf(state.database) === stateVersion;
process.stdout.write(
  `${JSON.stringify({ isUpToDate, generations: count('generations'), activity: count('activity'), notices })}\n`,
);
await state.dispose();
