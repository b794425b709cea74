import { mkdir, realpath, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findInstallation } from '../../../../../src-main/hosts/electron/find-installation.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

const electron = new ElectronStandIn();
const found = {
  app: { ...electron.modules.app, isPackaged: true },
  ...({ platform: 'linux', arch: 'x64', variables: {} } as const),
  programPath: '/usr/lib/dailies/dailies',
  resourcesPath: '/usr/lib/dailies/resources',
};
const having =
  (...paths: readonly string[]) =>
  (path: string): boolean =>
    paths.includes(path);

const image = '/home/ada/Dailies.AppImage';
const mounted = {
  programPath: '/tmp/.mount_Dailie1/usr/lib/dailies/dailies',
  variables: { APPIMAGE: image, APPDIR: '/tmp/.mount_Dailie1' },
};

test.each([
  ['deb', { isThere: having('/var/lib/dpkg/info/dailies.list') }],
  ['deb', { isThere: having('/var/lib/dpkg/info/dailies-slim.list') }],
  ['rpm', { isThere: having('/usr/lib/sysimage/rpm') }],
  ['AppImage', mounted],
  ['tar.zst', { programPath: '/home/ada/dailies/versions/1.0.0/dailies', isThere: having() }],
  ['dmg', { platform: 'darwin', programPath: '/Applications/Dailies.app/Contents/MacOS/Dailies' }],
  ['exe', { platform: 'win32', programPath: String.raw`C:\Users\ada\Dailies.exe` }],
] as const)('a package is known by where it lies: %s', (kind, change) => {
  expect(findInstallation({ ...found, ...change })?.kind).toBe(kind);
});

test('an AppImage is replaced as a whole, and never the one another program was started from', () => {
  expect(findInstallation({ ...found, ...mounted })?.programPath).toBe(image);
  const isThere = having('/var/lib/dpkg/info/dailies.list');
  const inherited = { APPIMAGE: '/home/ada/Files.AppImage', APPDIR: '/tmp/.mount_Files1' };
  const started = findInstallation({ ...found, isThere, variables: inherited });
  expect(started).toMatchObject({ kind: 'deb', programPath: found.programPath });
  const cut = { APPIMAGE: '/home/ada/Files.AppImage' };
  expect(findInstallation({ ...found, isThere, variables: cut })?.kind).toBe('deb');
});

test('an AppImage mounted in a folder behind a link is known', async () => {
  const folder = await makeFolder();
  await mkdir(join(folder, 'mounts'));
  await symlink(join(folder, 'mounts'), join(folder, 'tmp'));
  const variables = { APPIMAGE: image, APPDIR: join(folder, 'tmp') };
  const programPath = join(await realpath(folder), 'mounts', 'dailies');
  expect(findInstallation({ ...found, programPath, variables })?.kind).toBe('AppImage');
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
