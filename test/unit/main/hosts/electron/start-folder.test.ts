import { expect, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

/** Starts an app that records the folders it enters, and whether it was ready then. */
async function startRecorded(electron: ElectronStandIn, onEnter: (folder: string) => void = () => undefined) {
  const entered: [folder: string, isReady: boolean][] = [];
  const bugs: unknown[] = [];
  const isStarted = await startStandInHost({
    electron,
    plain: new PlainApp(),
    folder: await makeFolder('start-folder'),
    onEnter: (folder) => {
      entered.push([folder, electron.isReady]);
      onEnter(folder);
    },
    onBug: (error) => bugs.push(error),
  });
  return { isStarted, entered, bugs };
}

test('the app leaves the folder it was started in before it starts processes, so that the folder can be renamed', async () => {
  const { isStarted, entered } = await startRecorded(new ElectronStandIn());
  expect({ isStarted, entered }).toEqual({ isStarted: true, entered: [['/stand-in/userData', false]] });
});

test('an instance that hands its words over stays where it is', async () => {
  const electron = new ElectronStandIn();
  electron.hasLock = false;
  expect(await startRecorded(electron)).toEqual({ isStarted: false, entered: [], bugs: [] });
});

test('a folder that cannot be entered is reported and does not keep the app from starting', async () => {
  const refused = new Error('EACCES');
  const { isStarted, bugs } = await startRecorded(new ElectronStandIn(), () => {
    throw refused;
  });
  expect({ isStarted, bugs }).toEqual({ isStarted: true, bugs: [refused] });
});
