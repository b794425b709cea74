import { expect, test } from 'vitest';
import { findInstallation } from '../../../../../src-main/hosts/electron/find-installation.ts';
import { ElectronStandIn } from '../../../../fakes/electron-stand-in.ts';

const electron = new ElectronStandIn();
const found = {
  app: { ...electron.modules.app, isPackaged: true },
  ...({ platform: 'linux', arch: 'x64', appImage: undefined } as const),
  ...{ programPath: '/usr/lib/dailies/dailies', resourcesPath: '/usr/lib/dailies/resources' },
};
const having =
  (...paths: readonly string[]) =>
  (path: string): boolean =>
    paths.includes(path);

test.each([
  ['deb', { isThere: having('/var/lib/dpkg/info/dailies.list') }],
  ['deb', { isThere: having('/var/lib/dpkg/info/dailies-slim.list') }],
  ['rpm', { isThere: having('/usr/lib/sysimage/rpm') }],
  ['AppImage', { appImage: '/home/ada/Dailies.AppImage' }],
  ['tar.zst', { programPath: '/home/ada/dailies/versions/1.0.0/dailies', isThere: having() }],
  ['dmg', { platform: 'darwin', programPath: '/Applications/Dailies.app/Contents/MacOS/Dailies' }],
  ['exe', { platform: 'win32', programPath: String.raw`C:\Users\ada\Dailies.exe` }],
] as const)('a package is known by where it lies: %s', (kind, change) => {
  expect(findInstallation({ ...found, ...change })?.kind).toBe(kind);
});

test('a checkout and a copy among the system’s programs are not replaced; a package without the local service stays one', () => {
  expect(findInstallation({ ...found, app: { ...found.app, isPackaged: false } })).toBeNull();
  expect(findInstallation({ ...found, isThere: having() })).toBeNull();
  const rpm = '/var/lib/rpm';
  expect(findInstallation({ ...found, isThere: having(rpm) })?.isSlim).toBe(true);
  const service = having(rpm, '/usr/lib/dailies/resources/service');
  expect(findInstallation({ ...found, isThere: service })?.isSlim).toBe(false);
  findInstallation({ ...found, isThere: service })?.startAfterwards('/home/ada/dailies/dailies');
  expect(electron.calls).toEqual(['relaunch /home/ada/dailies/dailies']);
});
