import { expect, test } from 'vitest';
import { createElectronPlatform } from '../../../../../src-main/hosts/electron/electron-platform.ts';
import { MemorySecretStore } from '../../../../../src-main/hosts/node/memory-secret-store.ts';
import { createNodeSystem } from '../../../../../src-main/hosts/node/node-system.ts';
import { createSystemClock } from '../../../../../src-main/hosts/node/system-clock.ts';
import { collectGarbage } from '../../../../fakes/collect-garbage.ts';
import { ElectronStandIn, StandInWindow } from '../../../../fakes/electron/electron-stand-in.ts';

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

function setUp(hasVideos = true) {
  const electron = new ElectronStandIn();
  electron.hasVideos = hasVideos;
  const platform = createElectronPlatform({
    setLoginItem: null,
    system: createNodeSystem(),
    helpersFolder: '',
    electron: electron.modules,
    clock: createSystemClock(),
    log: silentLog,
    secrets: new MemorySecretStore(),
    serviceLauncher: { launch: () => Promise.reject(new Error('There is no service here.')) },
    engineLauncher: { isIncluded: false, launch: () => expect.fail('There is no engine here.') },
  });
  return { electron, platform };
}

test('the app starts without the folder for movies, and then proposes none', () => {
  expect(setUp().platform.paths.movies).toBe('/stand-in/videos');
  expect(setUp(false).platform.paths.movies).toBeNull();
});

test('the folder chooser gives the folder, or null when the user cancelled', async () => {
  const { electron, platform } = setUp();
  expect(await platform.dialogs?.chooseFolder('Delivery folder', null)).toBeNull();
  electron.folderAnswer = { canceled: false, filePaths: ['/films/out'] };
  expect(await platform.dialogs?.chooseFolder('Delivery folder', '/films')).toBe('/films/out');
});

test('the file chooser offers files of one ending, or all of them', async () => {
  const { electron, platform } = setUp();
  expect(await platform.dialogs?.chooseFile('Choose Kdenlive', null, 'exe')).toBeNull();
  electron.folderAnswer = { canceled: false, filePaths: ['/opt/kdenlive'] };
  expect(await platform.dialogs?.chooseFile('Choose Kdenlive', '/opt', null)).toBe('/opt/kdenlive');
  expect(electron.openOptions).toEqual([
    {
      title: 'Choose Kdenlive',
      properties: ['openFile'],
      filters: [{ name: 'EXE', extensions: ['exe'] }],
    },
    { title: 'Choose Kdenlive', properties: ['openFile'], defaultPath: '/opt' },
  ]);
});

test('the dialog for a new file gives its path, or null when the user cancelled', async () => {
  const { electron, platform } = setUp();
  expect(await platform.dialogs?.saveFile('Save movie', 'Harbour.mp4')).toBeNull();
  electron.saveAnswer = { canceled: false, filePath: '/films/Harbour.mp4' };
  expect(await platform.dialogs?.saveFile('Save movie', 'Harbour.mp4')).toBe('/films/Harbour.mp4');
});

test('the folder chooser belongs to the app’s window and not the viewer’s, so that nothing goes on behind it', async () => {
  const { electron, platform } = setUp();
  await platform.dialogs?.chooseFolder('Delivery folder', null);
  const window = electron.modules.createWindow({});
  // The page has opened the viewer's window.
  electron.windows.unshift(new StandInWindow(2, {}));
  electron.windows.push(new StandInWindow(3, {}));
  await platform.dialogs?.chooseFolder('Delivery folder', '/films');
  for (const each of electron.windows) each.isDestroyedNow = true;
  await platform.dialogs?.saveFile('Save movie', 'Harbour.mp4');
  expect(electron.dialogParents).toEqual([null, window, null]);
});

test('revealing shows the file, and a NUL in the path is refused before the system sees it', async () => {
  const { electron, platform } = setUp();
  await platform.shell.revealFile('/films/a.fcpxml');
  expect(electron.calls).toContain('reveal /films/a.fcpxml');
  expect(() => platform.shell.revealFile('/films/a\0.fcpxml')).toThrow(/NUL/);
});

test('the trash takes a folder, and its refusal is reported', async () => {
  const { electron, platform } = setUp();
  await platform.shell.moveToTrash('/films/Harbour_v001');
  expect(electron.calls).toContain('trash /films/Harbour_v001');
  const refused = platform.shell.moveToTrash('/net/untrashable');
  await expect(refused).rejects.toMatchObject({ code: 'not_trashed', details: { path: '/net/untrashable' } });
});

test('a file is dragged out of the app’s page', () => {
  const { electron, platform } = setUp();
  platform.startDrag?.('/films/a.fcpxml');
  expect(electron.calls).toEqual(['drag /films/a.fcpxml']);
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

test.each(['click', 'close', 'failed'])('a notification is kept until its %s, and no longer', async (end) => {
  const { electron, platform } = setUp();
  let clicks = 0;
  platform.notifier.notify('Delivered', 'Harbour v001', () => (clicks += 1));
  await collectGarbage();
  expect(electron.shownNotifications[0]?.deref()?.emit(end, {})).toBe(true);
  expect(clicks).toBe(end === 'click' ? 1 : 0);
  await collectGarbage();
  expect(electron.shownNotifications[0]?.deref()).toBeUndefined();
});

test('proxies are those of the system until a script is set, and its again', async () => {
  const { electron, platform } = setUp();
  electron.proxyAnswer = 'PROXY 10.0.0.5:3128';
  const target = new URL('https://service.example/');
  for (const pacAddress of [null, 'http://pac.example/a.pac', 'http://pac.example/a.pac', null])
    expect(await platform.resolveProxy?.(target, pacAddress)).toBe('PROXY 10.0.0.5:3128');
  expect(electron.calls).toEqual(['set proxy pac_script http://pac.example/a.pac', 'set proxy system']);
});
