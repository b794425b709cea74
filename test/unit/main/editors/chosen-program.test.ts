import { expect, test } from 'vitest';
import { editorsFor, identifyChosen } from '../../../../src-main/editors/chosen-program.ts';
import type { EditorName } from '../../../../src-shared/contract/editor.ts';
import { rootedSystem } from '../../../fakes/rooted-system.ts';

const release = '<component><releases><release version="26.08.2"/></releases></component>';
const plist = (bundle: string, key: string): string =>
  `/usr/bin/plutil -extract ${key} raw -o - -- ${bundle}/Contents/Info.plist`;

const linux = {
  environment: { PATH: 'relative:/usr/bin' },
  files: {
    '/opt/k/bin/kdenlive': null,
    '/opt/k/share/metainfo/org.kde.kdenlive.appdata.xml': release,
    '/home/ada/my kdenlive': null,
    '/home/ada/kdenlive-25.12.1-x86_64.AppImage': null,
    '/home/ada/fresh.AppImage': 'downloaded, and not allowed to run',
    '/usr/bin/shotcut': null,
    '/usr/bin/-kdenlive': null,
    'my kdenlive': null,
    '-o/home/ada/my kdenlive': null,
    '/usr/bin/flatpak': null,
    '/usr/bin/env': null,
    '/e/own.desktop':
      '[Desktop Entry]\nName=K\nExec = "/home/ada/my kdenlive" --name "a \\\\$b" 100%% %F\n\n[Desktop Action New]\nExec=/bin/false\n',
    '/e/env.desktop': '[Desktop Entry]\nExec=env HINT=/x /opt/k/bin/kdenlive %U\n',
    '/f/exports/share/applications/org.kde.kdenlive.desktop':
      '[Desktop Entry]\nExec=/usr/bin/flatpak run --branch=stable --file-forwarding org.kde.kdenlive @@ %F @@\n',
    '/f/app/org.kde.kdenlive/current/active/files/share/metainfo/org.kde.kdenlive.appdata.xml': release,
    '/e/gone.desktop': '[Desktop Entry]\nExec=/opt/gone %F\n',
    '/e/option.desktop': '[Desktop Entry]\nExec=-kdenlive %F\n',
    '/e/action.desktop': '[Desktop Action New]\nExec=/opt/k/bin/kdenlive\n',
    '/e/org.shotcut.Shotcut.desktop': '[Desktop Entry]\nExec=flatpak run org.shotcut.Shotcut\n',
  },
};

test.for<[path: string, version: string | null, source: string, words: string[]]>([
  ['/opt/k/bin/kdenlive', '26.08.2', 'system', ['/opt/k/bin/kdenlive']],
  ['/home/ada/my kdenlive', null, 'system', ['/home/ada/my kdenlive']],
  [
    ...(['/home/ada/kdenlive-25.12.1-x86_64.AppImage', '25.12.1', 'appimage'] as const),
    ['/home/ada/kdenlive-25.12.1-x86_64.AppImage'],
  ],
  ['/e/own.desktop', null, 'system', ['/home/ada/my kdenlive', '--name', 'a $b', '100%']],
  ['/e/env.desktop', null, 'system', ['/usr/bin/env', 'HINT=/x', '/opt/k/bin/kdenlive']],
  [
    ...(['/f/exports/share/applications/org.kde.kdenlive.desktop', '26.08.2', 'flatpak'] as const),
    ['/usr/bin/flatpak', 'run', '--branch=stable', 'org.kde.kdenlive'],
  ],
])('on Linux %s is taken as Kdenlive with its version and words', async ([path, version, source, words]) => {
  const [program, ...programArguments] = words;
  expect(await identifyChosen('KDENLIVE', path, await rootedSystem(linux))).toEqual({
    editor: 'KDENLIVE',
    version,
    source,
    program,
    programArguments,
  });
});

test.for<[path: string, reason: string | undefined]>([
  ['/home/ada/fresh.AppImage', 'not_executable'],
  ['/home/ada/nothing', undefined],
  ['-o/home/ada/my kdenlive', undefined],
  ['my kdenlive', undefined],
  ['/home/ada/my\0kdenlive', undefined],
  ['/usr/bin/shotcut', 'other_program'],
  ['/e/org.shotcut.Shotcut.desktop', 'other_program'],
  ['/e/gone.desktop', 'no_command'],
  ['/e/option.desktop', 'no_command'],
  ['/e/action.desktop', 'no_command'],
])('on Linux %j is refused as Kdenlive, with the reason', async ([path, reason]) => {
  const refused = identifyChosen('KDENLIVE', path, await rootedSystem(linux));
  await expect(refused).rejects.toMatchObject({ code: 'program_unusable' });
  await refused.catch((error: unknown) => {
    expect((error as { details: Record<string, unknown> }).details['reason']).toBe(reason);
  });
});

test('on macOS the application itself says what it is', async () => {
  const mine = '/Volumes/Beta/Kdenlive nightly.app';
  const other = '/Applications/Shotcut.app';
  const printed = {
    [plist(mine, 'CFBundleIdentifier')]: 'org.kde.Kdenlive\n',
    [plist(mine, 'CFBundleShortVersionString')]: '26.12.0\n',
    [plist(other, 'CFBundleIdentifier')]: 'org.shotcut.Shotcut\n',
  };
  const system = await rootedSystem({ platform: 'darwin', printed });
  expect(await identifyChosen('KDENLIVE', mine, system)).toMatchObject({ version: '26.12.0', program: mine });
  for (const [path, reason] of [
    [other, 'other_program'],
    ['/usr/local/bin/kdenlive', undefined],
  ] as const)
    await expect(identifyChosen('KDENLIVE', path, system)).rejects.toMatchObject({
      code: 'program_unusable',
      details: expect.objectContaining(reason === undefined ? {} : { reason }) as unknown,
    });
});

test('on Windows a program is taken, unless it is another editor or no program', async () => {
  const files = { 'D:\\Tools\\bin\\kdenlive.exe': null, 'D:\\Tools\\Resolve.exe': null };
  const system = await rootedSystem({ platform: 'win32', files });
  const take = (editor: EditorName, path: string) => identifyChosen(editor, path, system);
  expect(await take('KDENLIVE', 'D:\\Tools\\bin\\kdenlive.exe')).toMatchObject({
    program: 'D:\\Tools\\bin\\kdenlive.exe',
    programArguments: [],
  });
  for (const path of ['D:\\Tools\\Resolve.exe', 'D:\\Tools\\gone.exe', 'D:\\Tools\\run.bat', 'bin\\k.exe'])
    await expect(take('KDENLIVE', path)).rejects.toMatchObject({ code: 'program_unusable' });
});

test('only editors that exist for a system can be chosen there', () => {
  expect(editorsFor('linux')).toEqual(['RESOLVE', 'KDENLIVE', 'SHOTCUT', 'OPENSHOT']);
  expect(editorsFor('win32')).not.toContain('FINAL_CUT');
  expect(editorsFor('darwin')).toContain('FINAL_CUT');
});
