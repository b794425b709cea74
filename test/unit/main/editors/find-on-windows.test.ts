import { expect, test } from 'vitest';
import { findOnWindows } from '../../../../src-main/editors/find-on-windows.ts';
import { rootedSystem } from '../../../fakes/rooted-system.ts';

const uninstall = 'Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall';
const query = (root: string, view: string): string =>
  `C:\\Windows\\System32\\reg.exe query ${root}\\${uninstall} /s${view}`;

/** Formats a key with its values as `reg query /s` does. */
function entry(key: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `    ${name}    REG_SZ    ${value}`);
  return ['', `HKEY_LOCAL_MACHINE\\SOFTWARE\\${key}`, ...lines, ''].join('\r\n');
}

const environment = { systemroot: 'C:\\Windows', ProgramFiles: 'C:\\Program Files' };

test('editors are found by their entries for uninstalling, of this user and of all', async () => {
  const system = await rootedSystem({
    environment,
    files: {
      'C:\\Program Files\\Blackmagic Design\\DaVinci Resolve\\Resolve.exe': null,
      'D:\\Apps\\kdenlive\\bin\\kdenlive.exe': null,
      'C:\\Users\\Ada\\AppData\\Local\\Programs\\Shotcut\\shotcut.exe': null,
    },
    printed: {
      [query('HKLM', ' /reg:64')]: [
        entry('{A}', {
          DisplayName: 'DaVinci Resolve Control Panels',
          DisplayVersion: '2.4',
          InstallLocation: '',
        }),
        entry('{B}', {
          DisplayName: 'DaVinci Resolve',
          DisplayVersion: '21.1.10010',
          InstallLocation: 'C:\\Program Files\\Blackmagic Design\\DaVinci Resolve\\',
        }),
      ].join(''),
      [query('HKLM', ' /reg:32')]: entry('kdenlive', {
        DisplayName: 'kdenlive 26.08.2',
        DisplayVersion: '26.08.2',
        InstallLocation: '"D:\\Apps\\kdenlive"',
      }),
      [query('HKCU', '')]: entry('Shotcut', {
        DisplayName: 'Shotcut',
        DisplayVersion: '26.9.27',
        DisplayIcon: 'C:\\Users\\Ada\\AppData\\Local\\Programs\\Shotcut\\shotcut.exe,0',
      }),
    },
  });
  const found = await findOnWindows(system);
  expect(found.map(({ editor, version, program }) => [editor, version, program])).toEqual([
    ['RESOLVE', '21.1.10010', 'C:\\Program Files\\Blackmagic Design\\DaVinci Resolve\\Resolve.exe'],
    ['KDENLIVE', '26.08.2', 'D:\\Apps\\kdenlive\\bin\\kdenlive.exe'],
    ['SHOTCUT', '26.9.27', 'C:\\Users\\Ada\\AppData\\Local\\Programs\\Shotcut\\shotcut.exe'],
  ]);
});

test('without an entry an editor is found where its installer proposes to put it, each once', async () => {
  const premiere = (year: number): string =>
    `C:\\Program Files\\Adobe\\Adobe Premiere Pro ${String(year)}\\Adobe Premiere Pro.exe`;
  const system = await rootedSystem({
    environment: { ...environment, ProgramW6432: 'C:\\Program Files' },
    files: { [premiere(2025)]: null, [premiere(2026)]: null, 'C:\\Program Files\\Adobe\\Other\\x.exe': null },
    printed: {
      [query('HKLM', ' /reg:64')]: entry('PPRO', {
        DisplayName: 'Adobe Premiere Pro 2026',
        DisplayVersion: '26.2',
        InstallLocation: premiere(2026)
          .toUpperCase()
          .replace(/\\ADOBE PREMIERE PRO\.EXE$/, ''),
      }),
    },
  });
  const found = await findOnWindows(system);
  expect(found.map(({ version, program }) => [version, program.toLowerCase()])).toEqual([
    ['26.2', premiere(2026).toLowerCase()],
    [null, premiere(2025).toLowerCase()],
  ]);
});

test('an entry whose program is gone finds nothing', async () => {
  const system = await rootedSystem({
    environment,
    printed: {
      [query('HKLM', ' /reg:64')]: entry('S', { DisplayName: 'Shotcut', InstallLocation: 'C:\\Gone' }),
    },
  });
  expect(await findOnWindows(system)).toEqual([]);
});
