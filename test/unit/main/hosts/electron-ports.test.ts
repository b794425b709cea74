import { expect, test } from 'vitest';
import { createElectronPlatform } from '../../../../src-main/electron/electron-platform.ts';
import { UtilityServiceLauncher } from '../../../../src-main/electron/utility-service-launcher.ts';
import { MemorySecretStore } from '../../../../src-main/node/memory-secret-store.ts';
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
    secrets: new MemorySecretStore(),
    serviceLauncher: launcher,
  });
  return { electron, platform, launcher };
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
  child?.stderr.end();
  child?.emit('exit', 1);
  await expect(launching).rejects.toMatchObject({
    code: 'service_stopped',
    message: expect.stringContaining('data folder is in use') as string,
  });
});

test('the last words of a service are whole though some arrive after its exit', async () => {
  const { electron, launcher } = setUp();
  const launching = launcher.launch({
    dataFolder: '/data',
    preferredPort: 0,
    signal: new AbortController().signal,
  });
  const failure = launching.catch((error: unknown) => String(error));
  const child = electron.services[0]?.child;
  child?.stderr.write('the data folder ');
  child?.emit('exit', 1);
  await new Promise((resolve) => setImmediate(resolve));
  child?.stderr.end('is in use\n');
  expect(await failure).toContain('the data folder is in use');
});
