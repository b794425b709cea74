import { expect, test } from 'vitest';
import { handOver } from '../../../../../src-main/hosts/page/start-words.ts';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle } from '../../../../fakes/turned-clock.ts';

test('requests of another start are kept while the texts of a language are loaded, also before there is a window', async () => {
  const electron = new ElectronStandIn();
  const plain = new PlainApp();
  const folder = await makeFolder('asked');
  electron.languages = ['de-DE'];
  const openPaths = ['/cuts/a.otio'];
  await startStandInHost({
    electron,
    plain,
    folder,
    hasTray: true,
    startsHidden: true,
    onCompose: () => {
      const asked = handOver({ uploadPaths: [], openPaths, links: ['dailies://sign-in'] });
      electron.appEvents.emit('second-instance', {}, [], '/', asked);
    },
  });
  await settle();
  expect(plain.opened).toEqual(['dailies://sign-in', '/cuts/a.otio']);
  expect(electron.windows).toHaveLength(1);
});

test.each([
  ['a click in the Dock', (electron) => electron.appEvents.emit('activate')],
  ['what is to be shown', (_electron, plain) => plain.send({ name: 'opening.waits', payload: {} })],
] satisfies [string, (electron: ElectronStandIn, plain: PlainApp) => unknown][])(
  '%s while the app ends opens no window of it, and starts the app again',
  async (_what, ask) => {
    const electron = new ElectronStandIn();
    const plain = new PlainApp();
    electron.userData = await makeFolder('asked');
    await startStandInHost({ electron, plain, folder: electron.userData, platform: 'darwin' });
    for (const window of electron.windows) window.isDestroyedNow = true;
    electron.modules.app.quit();
    await Promise.resolve();
    ask(electron, plain);
    await settle();
    expect(electron.windows).toHaveLength(1);
    expect(electron.calls.slice(-2)).toEqual(['relaunch /opt/Dailies/dailies', 'quit']);
  },
);
