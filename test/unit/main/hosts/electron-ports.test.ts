import { expect, test } from 'vitest';
import { createElectronPlatform } from '../../../../src-main/electron/electron-platform.ts';
import { type Keychain, KeychainSecretStore } from '../../../../src-main/electron/keychain-secret-store.ts';
import { UtilityServiceLauncher } from '../../../../src-main/electron/utility-service-launcher.ts';
import { createSystemClock } from '../../../../src-main/node/system-clock.ts';
import { ElectronStandIn } from '../../../fakes/electron-stand-in.ts';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

function setUp() {
  const electron = new ElectronStandIn();
  const launcher = new UtilityServiceLauncher({
    utilityProcess: electron.modules.utilityProcess,
    entryPath: '/app/service-entry.js',
  });
  const platform = createElectronPlatform({
    electron: electron.modules,
    clock: createSystemClock(),
    log: silentLog,
    secrets: new KeychainSecretStore({ keychain: keychainOf(new Map()) }),
    serviceLauncher: launcher,
  });
  return { electron, platform, launcher };
}

function keychainOf(items: Map<string, string>): Keychain {
  return {
    getPassword: (_service, account) => Promise.resolve(items.get(account) ?? null),
    setPassword: (_service, account, password) => {
      items.set(account, password);
      return Promise.resolve();
    },
    deletePassword: (_service, account) => Promise.resolve(items.delete(account)),
  };
}

test('the folder chooser gives the folder, or null when the user cancelled', async () => {
  const { electron, platform } = setUp();
  expect(await platform.dialogs?.chooseFolder('Delivery folder', null)).toBeNull();
  electron.folderAnswer = { canceled: false, filePaths: ['/films/out'] };
  expect(await platform.dialogs?.chooseFolder('Delivery folder', '/films')).toBe('/films/out');
});

test('revealing shows the file, and a NUL in the path is refused before the system sees it', async () => {
  const { electron, platform } = setUp();
  await platform.shell.revealFile('/films/a.fcpxml');
  expect(electron.calls).toContain('reveal /films/a.fcpxml');
  expect(() => platform.shell.revealFile('/films/a\0.fcpxml')).toThrow(/NUL/);
});

test('the computer is kept awake only while something holds it', () => {
  const { electron, platform } = setUp();
  const release = platform.power.keepAwake('download');
  expect(electron.calls).toEqual(['awake prevent-app-suspension']);
  release();
  expect(electron.calls.at(-1)).toBe('asleep 7');
});

test('waking up is heard until the listener is taken off', () => {
  const { electron, platform } = setUp();
  let wakeUps = 0;
  const stop = platform.power.onResume(() => (wakeUps += 1));
  electron.powerEvents.emit('resume');
  stop();
  electron.powerEvents.emit('resume');
  expect(wakeUps).toBe(1);
});

test('the local service is forked with its key in the environment, never in the arguments', async () => {
  const { electron, launcher } = setUp();
  const launching = launcher.launch({
    dataFolder: '/data',
    preferredPort: 4_100,
    signal: new AbortController().signal,
  });
  const [service] = electron.services;
  service?.child.emit('message', { hello: 1 });
  service?.child.emit('message', { url: 'http://127.0.0.1:4100', apiKey: 'told by the child' });
  const running = await launching;
  expect(running).toMatchObject({ url: 'http://127.0.0.1:4100', port: 4_100 });
  expect(service?.options.env).toMatchObject({ DAILIES_SERVICE_KEY: running.apiKey });
  expect(service?.args.join(' ')).not.toContain(running.apiKey);
  await running.stop();
  expect(service?.child.received).toEqual([{ stop: true }]);
  expect(service?.child.isKilled).toBe(false);
});

test('a service that ends before it is ready is an error with its last words', async () => {
  const { electron, launcher } = setUp();
  const launching = launcher.launch({
    dataFolder: '/data',
    preferredPort: 0,
    signal: new AbortController().signal,
  });
  const child = electron.services[0]?.child;
  child?.stderr.write('the data folder is in use\n');
  await new Promise((resolve) => setImmediate(resolve));
  child?.emit('exit', 1);
  await expect(launching).rejects.toMatchObject({
    code: 'service_stopped',
    message: /data folder is in use/,
  });
});

test('keychain calls go out one at a time, also when one of them fails', async () => {
  let running = 0;
  let most = 0;
  const keychain: Keychain = {
    ...keychainOf(new Map()),
    getPassword: async (_service, account) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (account === 'b') throw new Error('Cannot create an item in a locked collection');
      return account;
    },
  };
  const store = new KeychainSecretStore({ keychain });
  const answers = await Promise.allSettled(['a', 'b', 'c', 'd'].map((account) => store.get(account)));
  expect(most).toBe(1);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 'keychain_locked' } });
});

test('a keychain that is not there is told apart from a locked one, and an over-long secret is refused', async () => {
  const failing: Keychain = {
    ...keychainOf(new Map()),
    getPassword: () => Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY')),
  };
  await expect(new KeychainSecretStore({ keychain: failing }).get('a')).rejects.toMatchObject({
    code: 'keychain_unavailable',
  });
  const items = new Map<string, string>();
  const store = new KeychainSecretStore({ keychain: keychainOf(items) });
  await expect(store.set('a', 'x'.repeat(2_401))).rejects.toMatchObject({ code: 'invalid_input' });
  await store.set('a', 'short');
  expect(await store.get('a')).toBe('short');
  await store.delete('a');
  expect(items.size).toBe(0);
});
