import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  hasKeyring,
  KeyringHome,
  type KeyringState,
  CommandProgram,
} from '../fakes/sign-in/keyring-session.ts';
import { recordFault } from './support/fault-table.ts';

const part = 'B7 machine: keychain';
const program = new URL('../fakes/programs/keychain-child.ts', import.meta.url);
const reason = hasKeyring ? '' : ' (SKIPPED: there is no gnome-keyring here)';

async function startWith(state: KeyringState, home?: KeyringHome) {
  const itsHome = home ?? (await KeyringHome.make());
  const { environment, stop } = await itsHome.start(state);
  const app = new CommandProgram(program, [], environment);
  return { home: itsHome, app, stop };
}

/** Prepares a home whose keyring holds a secret and is locked. */
async function homeWithSecret(): Promise<KeyringHome> {
  const { home, app, stop } = await startWith('open');
  expect(await app.tell({ do: 'set', secret: 'canary-of-the-keychain' })).toMatchObject({ state: 'ok' });
  await app.kill();
  await stop();
  return home;
}

test.skipIf(!hasKeyring)(
  `an open keychain keeps, gives and deletes secrets, also long ones and of a later process${reason}`,
  async () => {
    const home = await homeWithSecret();
    const { app } = await startWith('open', home);
    expect(await app.tell({ do: 'get' })).toMatchObject({ value: 'canary-of-the-keychain', state: 'ok' });
    expect(await app.tell({ do: 'get', account: 'key:2' })).toMatchObject({ value: null });
    const long = 'é'.repeat(500) + 'x'.repeat(1_000);
    await app.tell({ do: 'set', account: 'key:2', secret: long });
    expect(await app.tell({ do: 'get', account: 'key:2' })).toMatchObject({ value: long });
    await app.tell({ do: 'delete' });
    expect(await app.tell({ do: 'get' })).toMatchObject({ value: null, state: 'ok' });
    const keyrings = join(home.folder, 'data', 'keyrings');
    for (const name of await readdir(keyrings)) {
      expect(await readFile(join(keyrings, name), 'latin1')).not.toContain('canary');
    }
  },
);

test.skipIf(!hasKeyring)(
  `A locked keychain is not taken for an empty one, and secrets are in memory meanwhile${reason}`,
  async () => {
    recordFault({ part, fault: 'locked' });
    const { app, home, stop } = await startWith('locked', await homeWithSecret());
    expect(await app.tell({ do: 'get' })).toMatchObject({ code: 'keychain_locked', state: 'unavailable' });
    for (const command of ['set', 'delete']) {
      expect(await app.tell({ do: 'retry' })).toMatchObject({ state: 'unavailable' });
      expect(await app.tell({ do: command, account: 'key:2', secret: 'new' })).toMatchObject({
        state: 'unavailable',
      });
    }
    await app.tell({ do: 'set', account: 'key:9', secret: 'of the session' });
    expect(await app.tell({ do: 'get', account: 'key:9' })).toMatchObject({ value: 'of the session' });
    await app.kill();
    await stop();
    const later = await startWith('open', home);
    expect(await later.app.tell({ do: 'get' })).toMatchObject({ value: 'canary-of-the-keychain' });
    expect(await later.app.tell({ do: 'get', account: 'key:9' })).toMatchObject({ value: null });
  },
);

test.skipIf(!hasKeyring)(
  `without a bus, and with one without a keychain, it is reported at once${reason}`,
  async () => {
    recordFault({ part, fault: 'no bus, and no keychain on it', injected: 2 });
    const home = await KeyringHome.make();
    const withoutBus = new CommandProgram(program, [], home.environment);
    const { app } = await startWith('absent', home);
    for (const each of [withoutBus, app]) {
      const answer = await each.tell({ do: 'get' });
      expect(answer).toMatchObject({ code: 'keychain_unavailable', state: 'unavailable' });
      expect(answer['tookMs']).toBeLessThan(10_000);
    }
  },
);

test.skipIf(!hasKeyring)(
  `while a prompt is never answered files are read as ever, and callers are let go after 20 seconds${reason}`,
  async () => {
    recordFault({ part, fault: 'prompt never answered, eight calls' });
    const { app } = await startWith('prompting', await homeWithSecret());
    const startedMs = Date.now();
    const calls = app.tell({ do: 'get', times: 8 });
    const reads = app.tell({ do: 'readFilesWhileWaiting' });
    expect(await calls).toMatchObject({ code: 'keychain_locked', state: 'unavailable' });
    expect(Date.now() - startedMs).toBeGreaterThan(19_000);
    expect(Date.now() - startedMs).toBeLessThan(60_000);
    expect(Number((await reads)['value'])).toBeLessThan(10_000);
    expect(await app.tell({ do: 'states' })).toMatchObject({ value: ['waiting', 'unavailable'] });
    expect((await app.tell({ do: 'get' }))['tookMs']).toBeLessThan(10_000);
  },
);
