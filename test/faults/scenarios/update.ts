import { createSystemClock } from '../../../src-main/hosts/node/system-clock.ts';
import { openUpdates, type UpdatingApp } from '../../fakes/features/updating-app.ts';

/* Runs a version of the app (argument 1) that starts, opens its window, installs the offered update and quits. */

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const app = JSON.parse(process.argv[2] ?? '') as Omit<UpdatingApp, 'clock' | 'log'>;
const { updates, quit } = await openUpdates({ ...app, clock: createSystemClock(), log });
await updates.start();
await updates.confirm();
const { stage, error } = await updates.check();
await quit();
process.stdout.write(JSON.stringify({ stage, error }));
