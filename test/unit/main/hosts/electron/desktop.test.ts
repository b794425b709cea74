import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { appId, toastActivatorId } from '../../../../../src-main/hosts/electron/app-id.ts';
import { hasTray } from '../../../../../src-main/hosts/electron/desktop/has-tray.ts';
import { setLoginItem } from '../../../../../src-main/hosts/electron/desktop/login-item.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('on Linux a tray is where a program of the desktop shows one, elsewhere always', async () => {
  const answer = (text: string | null) => (): Promise<string | null> => Promise.resolve(text);
  expect(await hasTray({ platform: 'linux', run: answer('   boolean true\n') })).toBe(true);
  expect(await hasTray({ platform: 'linux', run: answer('   boolean false\n') })).toBe(false);
  expect(await hasTray({ platform: 'linux', run: answer(null) })).toBe(false);
  expect(await hasTray({ platform: 'win32', run: answer(null) })).toBe(true);
});

test('starting at sign-in is an entry of the desktop on Linux, and the system’s own setting elsewhere', async () => {
  const configFolder = await makeFolder('config');
  const electron = new ElectronStandIn();
  const { app } = electron.modules;
  const command: [string, string] = ['/opt/My "films"/dailies', '100%'];
  const deps = { app, configFolder, command };
  await setLoginItem({ ...deps, platform: 'linux' }, true);
  const path = join(configFolder, 'autostart', 'dailies.desktop');
  expect(await readFile(path, 'utf8')).toContain(
    'Exec="/opt/My \\\\"films\\\\"/dailies" "100%%" "--hidden"\nTryExec=/opt/My "films"/dailies\n',
  );
  await setLoginItem({ ...deps, platform: 'linux' }, false);
  await expect(readFile(path)).rejects.toMatchObject({ code: 'ENOENT' });
  await setLoginItem({ ...deps, platform: 'darwin' }, true);
  const item = { openAtLogin: true, path: command[0], args: ['100%', '--hidden'], name: appId };
  expect(electron.calls).toEqual([`login ${JSON.stringify(item)}`]);
  const blocked = setLoginItem({ ...deps, configFolder: '/dev/null', platform: 'linux' }, true);
  await expect(blocked).rejects.toMatchObject({ details: { reason: 'login_item' } });
});

test('on Windows the app and the clicks on its notifications are known by the names its installer has for them', async () => {
  const calls = async (platform: NodeJS.Platform): Promise<string[]> => {
    const electron = new ElectronStandIn();
    await startStandInHost({ electron, plain: new PlainApp(), folder: await makeFolder('known'), platform });
    return electron.calls.filter((call) => /^(?:known as|clicks come to)/.test(call));
  };
  expect([await calls('win32'), await calls('linux')]).toEqual([
    [`clicks come to ${toastActivatorId}`, `known as ${appId}`],
    [],
  ]);
});

test.each([
  ['macOS, by what the system says once the app is ready', 'darwin', true, false],
  ['Windows, by a word of the command line', 'win32', false, true],
] as const)(
  'started at sign-in the app opens no window on %s',
  async (_name, platform, isOpenedAtLogin, startsHidden) => {
    const folder = await makeFolder('sign-in');
    const start = async (isAtLogin: boolean): Promise<number> => {
      const electron = new ElectronStandIn();
      electron.isOpenedAtLogin = isAtLogin && isOpenedAtLogin;
      const plain = new PlainApp();
      await startStandInHost({
        electron,
        plain,
        folder,
        platform,
        hasTray: true,
        startsHidden: isAtLogin && startsHidden,
      });
      return electron.windows.length;
    };
    expect([await start(true), await start(false)]).toEqual([0, 1]);
  },
);
