import { expect, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle } from '../../../../fakes/turned-clock.ts';

test.each([
  ['its first window', false],
  ['one that is shown after a start without a window', true],
])('a version is kept once it has started and %s is painted', async (_window, startsHidden) => {
  const electron = new ElectronStandIn();
  const plain = new PlainApp();
  const folder = await makeFolder('kept-version');
  await startStandInHost({ electron, plain, folder, platform: 'linux', hasTray: true, startsHidden });
  await settle();
  expect(electron.windows).toHaveLength(startsHidden ? 0 : 1);
  if (startsHidden) electron.appEvents.emit('activate');
  await settle();
  expect(plain.desktop.done).toEqual([]);
  electron.windows[0]?.emit('ready-to-show');
  await settle();
  expect(plain.desktop.done).toEqual(['keep this version']);
});
