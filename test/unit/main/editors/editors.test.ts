import { expect, test } from 'vitest';
import { bestFirst, documentFor, servedEditors } from '../../../../src-main/editors/editor-documents.ts';
import { Editors } from '../../../../src-main/editors/editors.ts';
import type { InstalledEditor } from '../../../../src-main/editors/installed-editor.ts';
import type { System } from '../../../../src-main/platform.ts';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import type { EditorName } from '../../../../src-shared/contract/editor.ts';
import { englishWords } from '../../../fakes/english-words.ts';
import { openStore } from '../../../fakes/main-fixture.ts';
import { type RootedSystem, rootedSystem } from '../../../fakes/rooted-system.ts';

const kdenlive: InstalledEditor = {
  editor: 'KDENLIVE',
  version: '26.08.2',
  source: 'system',
  program: '/usr/bin/kdenlive',
  programArguments: [],
};
const document = '/films/A kettle & co/v001/$(x) `y`.kdenlive';

async function editorsOn(options: RootedSystem) {
  const system = await rootedSystem(options);
  return { system, editors: await editorsOf(system) };
}

async function editorsOf(system: System, chosen: (string | null)[] = []) {
  const repository = new SettingsRepository({ state: await openStore() });
  const chooseFile = (): Promise<string | null> => Promise.resolve(chosen.shift() ?? null);
  return new Editors({ ...englishWords, system, repository, dialogs: { chooseFile } });
}

test('an editor is started with the document as one argument, however it was installed', async () => {
  const { system, editors } = await editorsOn({});
  await editors.open(kdenlive, document);
  await editors.open(
    { ...kdenlive, program: 'flatpak', programArguments: ['run', 'org.kde.kdenlive'] },
    document,
  );
  expect(system.started).toEqual([
    ['/usr/bin/kdenlive', document],
    ['flatpak', 'run', 'org.kde.kdenlive', document],
  ]);
});

test('macOS starts an application by its bundle', async () => {
  const { system, editors } = await editorsOn({ platform: 'darwin' });
  await editors.open({ ...kdenlive, program: '/Applications/kdenlive.app' }, document);
  expect(system.started).toEqual([['/usr/bin/open', '-a', '/Applications/kdenlive.app', document]]);
});

test('an editor that imports by its own menu is not started', async () => {
  const { system, editors } = await editorsOn({ platform: 'win32' });
  expect(await editors.open({ ...kdenlive, editor: 'PREMIERE' }, 'C:\\Films\\a.xml')).toBe(false);
  expect(await editors.open(kdenlive, 'C:\\Films\\a.paths.otio')).toBe(false);
  expect(system.started).toEqual([]);
});

test.for([
  ['-o/films/a.kdenlive'],
  ['--exec=x'],
  ['a.kdenlive'],
  ['C:\\a.kdenlive'],
  ['/films/a\0.kdenlive'],
])('a path that is not absolute on this system, such as %j, is refused', async ([path = '']) => {
  const { system, editors } = await editorsOn({});
  await expect(editors.open(kdenlive, path)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(system.started).toEqual([]);
});

test('an editor that does not start is named, with the reason', async () => {
  const { system } = await editorsOn({});
  const start = (): Promise<void> => Promise.reject(new Error('ended with 127'));
  const editors = await editorsOf({ ...system, start });
  await expect(editors.open(kdenlive, document)).rejects.toMatchObject({
    code: 'editor_not_started',
    details: { editor: 'Kdenlive', path: '/usr/bin/kdenlive', reason: 'ended with 127' },
  });
});

test('editors are listed as found before, and looked for again when that is asked', async () => {
  const programs = new Set(['/usr/bin/kdenlive']);
  const { system } = await editorsOn({ environment: { PATH: '/usr/bin' } });
  const isProgram = (path: string): Promise<boolean> => Promise.resolve(programs.has(path));
  const editors = await editorsOf({ ...system, isProgram });
  const names = async (isFresh: boolean) => (await editors.list(isFresh)).editors.map(({ editor }) => editor);
  expect(await names(false)).toEqual(['KDENLIVE']);
  programs.add('/usr/bin/shotcut');
  expect(await names(false)).toEqual(['KDENLIVE']);
  expect(await names(true)).toEqual(['KDENLIVE', 'SHOTCUT']);
  programs.clear();
  await editors.list(true);
  await expect(editors.get('KDENLIVE:/usr/bin/kdenlive')).rejects.toMatchObject({ code: 'not_found' });
});

test('a program the user chose stands instead of what is found, after a restart too, until it is forgotten', async () => {
  const mine = '/home/ada/builds/kdenlive-26.12.0-x86_64.AppImage';
  const files = { '/usr/bin/kdenlive': null, [mine]: null };
  const system = await rootedSystem({ environment: { PATH: '/usr/bin' }, files });
  const repository = new SettingsRepository({ state: await openStore() });
  const editors = new Editors({
    ...englishWords,
    system,
    repository,
    dialogs: { chooseFile: () => Promise.resolve(mine) },
  });
  const chosen = { editors: [{ editor: 'KDENLIVE', version: '26.12.0', source: 'appimage' }] };
  const path = { editor: 'KDENLIVE', path: mine, isThere: true };
  expect(await editors.choose('KDENLIVE')).toMatchObject({ ...chosen, chosen: [path] });
  const restarted = new Editors({ ...englishWords, system, repository, dialogs: null });
  expect(await restarted.list(false)).toMatchObject({ ...chosen, chosen: [path], choosable: [] });
  const installed = await restarted.get(`KDENLIVE:${mine}`);
  await restarted.open(installed, document);
  expect(system.started).toEqual([[mine, document]]);
  const isProgram = (program: string): Promise<boolean> =>
    program === mine ? Promise.resolve(false) : system.isProgram(program);
  const unplugged = new Editors({
    ...englishWords,
    system: { ...system, isProgram },
    repository,
    dialogs: null,
  });
  const found = [{ editor: 'KDENLIVE', source: 'system' }];
  expect(await unplugged.list(true)).toMatchObject({ editors: found, chosen: [{ ...path, isThere: false }] });
  expect(await restarted.forget('KDENLIVE')).toMatchObject({ editors: found, chosen: [] });
});

test('a wrong file changes nothing, and neither does a cancelled dialog', async () => {
  const { system } = await editorsOn({ files: { '/usr/bin/kdenlive': null, '/home/ada/notes.txt': 'x' } });
  const editors = await editorsOf(system, ['/home/ada/notes.txt']);
  await expect(editors.choose('KDENLIVE')).rejects.toMatchObject({
    code: 'program_unusable',
    details: { editor: 'Kdenlive', path: '/home/ada/notes.txt', reason: 'not_executable' },
  });
  expect(await editors.choose('KDENLIVE')).toMatchObject({ editors: [{ editor: 'KDENLIVE' }], chosen: [] });
});

test('each editor gets its own document of a version, and the editors without one are left out', () => {
  const name = 'Harbour_v003';
  const paths = ['.fcpxml', '.resolve.fcpxml', '.xml', '.paths.otio', '.otio', '.srt'].map(
    (end) => name + end,
  );
  expect(documentFor('FINAL_CUT', paths)).toBe('Harbour_v003.fcpxml');
  expect(documentFor('RESOLVE', paths)).toBe('Harbour_v003.resolve.fcpxml');
  expect(documentFor('KDENLIVE', paths)).toBe('Harbour_v003.paths.otio');
  expect(documentFor('KDENLIVE', [...paths, `${name}.kdenlive`])).toBe('Harbour_v003.kdenlive');
  expect(documentFor('SHOTCUT', paths)).toBeNull();
  expect(servedEditors([`${name}.fcpxml`, `${name}.paths.otio`, `${name}.srt`])).toEqual([
    { editor: 'FINAL_CUT', opensIt: true },
    { editor: 'RESOLVE', opensIt: false },
    { editor: 'KDENLIVE', opensIt: false },
  ]);
});

test('a version is for its chosen editors first, and for those that open its document before others', () => {
  const served = servedEditors(['H.resolve.fcpxml', 'H.xml', 'H.kdenlive', 'H.mlt']);
  const order = (...chosen: EditorName[]) => bestFirst(served, chosen).map(({ editor }) => editor);
  expect(order()).toEqual(['KDENLIVE', 'SHOTCUT', 'PREMIERE', 'RESOLVE', 'OPENSHOT']);
  expect(order('RESOLVE', 'SHOTCUT')).toEqual(['SHOTCUT', 'RESOLVE', 'KDENLIVE', 'PREMIERE', 'OPENSHOT']);
});
