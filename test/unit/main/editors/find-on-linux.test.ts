import { expect, test } from 'vitest';
import { findOnLinux } from '../../../../src-main/editors/find-on-linux.ts';
import { rootedSystem } from '../../../fakes/rooted-system.ts';

const metadata = (...versions: string[]): string =>
  `<component><id>x</id><releases>${versions.map((version) => `<release type="stable" version="${version}" date="2026-08-20"/>`).join('')}</releases></component>`;

test('programs on PATH are found with the version of the metadata beside them', async () => {
  const system = await rootedSystem({
    environment: { PATH: '/usr/local/bin:relative:/usr/bin' },
    files: {
      '/usr/bin/kdenlive': null,
      '/usr/share/metainfo/org.kde.kdenlive.appdata.xml': metadata('26.08.2', '26.04.10', '26.08.0'),
      '/usr/local/bin/shotcut': null,
      '/usr/bin/shotcut': null,
      '/usr/bin/openshot-qt': 'not a program',
    },
  });
  expect(await findOnLinux(system)).toEqual([
    {
      editor: 'KDENLIVE',
      version: '26.08.2',
      source: 'system',
      program: '/usr/bin/kdenlive',
      programArguments: [],
    },
    {
      editor: 'SHOTCUT',
      version: null,
      source: 'system',
      program: '/usr/local/bin/shotcut',
      programArguments: [],
    },
  ]);
});

test('Resolve is found at its own place, which is not on PATH', async () => {
  const system = await rootedSystem({ files: { '/opt/resolve/bin/resolve': null } });
  expect(await findOnLinux(system)).toMatchObject([
    { editor: 'RESOLVE', version: null, program: '/opt/resolve/bin/resolve' },
  ]);
});

test('a Flatpak is started whole, so that it sees the media beside a document', async () => {
  const app = '/home/ada/.local/share/flatpak';
  const system = await rootedSystem({
    files: {
      [`${app}/exports/share/applications/org.kde.kdenlive.desktop`]:
        '[Desktop Entry]\nExec=/usr/bin/flatpak run --file-forwarding org.kde.kdenlive @@ %F @@\n',
      [`${app}/app/org.kde.kdenlive/current/active/files/share/metainfo/org.kde.kdenlive.metainfo.xml`]:
        metadata('25.12.1'),
      '/var/lib/flatpak/exports/share/applications/org.shotcut.Shotcut.desktop': '[Desktop Entry]\n',
    },
  });
  expect(await findOnLinux(system)).toEqual([
    {
      editor: 'KDENLIVE',
      version: '25.12.1',
      source: 'flatpak',
      program: 'flatpak',
      programArguments: ['run', 'org.kde.kdenlive'],
    },
    {
      editor: 'SHOTCUT',
      version: null,
      source: 'flatpak',
      program: 'flatpak',
      programArguments: ['run', 'org.shotcut.Shotcut'],
    },
  ]);
});

test('a Snap tells its version, and is not taken for a program on PATH as well', async () => {
  const system = await rootedSystem({
    environment: { PATH: '/usr/bin:/snap/bin' },
    files: {
      '/snap/bin/shotcut': null,
      '/snap/shotcut/current/meta/snap.yaml': 'name: shotcut\nversion: "26.9.27"\nsummary: Video editor\n',
    },
  });
  expect(await findOnLinux(system)).toEqual([
    {
      editor: 'SHOTCUT',
      version: '26.9.27',
      source: 'snap',
      program: '/snap/bin/shotcut',
      programArguments: [],
    },
  ]);
});

test('of several AppImages the newest that may be run counts', async () => {
  const system = await rootedSystem({
    files: {
      '/home/ada/Applications/kdenlive-25.12.3-x86_64.AppImage': null,
      '/home/ada/Downloads/kdenlive-26.8.2-x86_64.AppImage': null,
      '/home/ada/Downloads/kdenlive-26.12.0-x86_64.AppImage': 'still downloading',
    },
  });
  expect(await findOnLinux(system)).toMatchObject([
    {
      editor: 'KDENLIVE',
      version: '26.8.2',
      source: 'appimage',
      program: '/home/ada/Downloads/kdenlive-26.8.2-x86_64.AppImage',
    },
  ]);
});

test('a computer without an editor has none', async () => {
  expect(await findOnLinux(await rootedSystem({}))).toEqual([]);
});
