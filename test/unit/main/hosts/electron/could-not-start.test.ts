import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { showCouldNotStart } from '../../../../../src-main/hosts/electron/could-not-start.ts';
import { holdApplicationLock } from '../../../../../src-main/state/application-lock.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

test('that the app runs on another computer is shown in a box, in the language of the system, before it ends', async () => {
  const folder = await makeFolder('elsewhere');
  const electron = new ElectronStandIn();
  electron.userData = folder;
  electron.languages = ['de-DE'];
  await symlink('grading-room-2-4711', join(folder, 'SingletonLock'));
  const release = holdApplicationLock(folder);
  const isStarted = await startStandInHost({
    electron,
    plain: new PlainApp(),
    folder,
    onLockedOut: (reason) => showCouldNotStart(electron.modules, reason),
  });
  release();
  expect(isStarted).toBe(false);
  expect(electron.errorBoxes).toEqual([
    ['Dailies kann nicht starten', expect.stringContaining('grading-room-2')],
  ]);
  expect(electron.calls).toEqual(['whenReady', 'quit']);
});

test('a foreign error is shown in its own words', async () => {
  const electron = new ElectronStandIn();
  await showCouldNotStart(electron.modules, new Error('The disk is on fire.'));
  expect(electron.errorBoxes.map(([, text]) => text)).toEqual([
    expect.stringMatching(/\n\nError: The disk is on fire\.$/),
  ]);
});
