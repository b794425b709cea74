import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { startStandInHost } from '../../../../fakes/electron/electron-host.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';
import { PlainApp } from '../../../../fakes/electron/plain-app.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock } from '../../../../fakes/turned-clock.ts';

/** Quits an app and closes its windows, as Electron does. Returns whether Electron may end the process. */
async function quit(resources: string[], threads: EventEmitter[] = []) {
  const electron = new ElectronStandIn();
  const clock = new TurnedClock();
  const folder = await makeFolder('held');
  await startStandInHost({
    electron,
    clock,
    folder,
    plain: new PlainApp(),
    activeResources: () => resources,
  });
  for (const thread of threads) electron.appEvents.emit('worker', thread);
  electron.modules.app.quit();
  await settle();
  let mayEnd = true;
  electron.appEvents.emit('will-quit', { preventDefault: () => (mayEnd = false) });
  return { electron, clock, mayEnd };
}

test('an app that a drive holds at its end is killed once its pages are on the disk', async () => {
  const { electron, clock, mayEnd } = await quit(['FSReqCallback']);
  expect(mayEnd).toBe(false);
  await clock.advance(2_000);
  expect(electron.calls.slice(-1)).toEqual(['flush storage']);
  await clock.advance(2_000);
  expect(electron.calls).toContain('kill SIGKILL');
});

test('an app is killed at its end if one of its worker threads has not ended', async () => {
  const thread = new EventEmitter();
  const { electron, clock, mayEnd } = await quit([], [new EventEmitter(), thread]);
  thread.emit('exit');
  expect(mayEnd).toBe(false);
  await clock.advance(4_000);
  expect(electron.calls).toContain('kill SIGKILL');
});

test('an app whose last file call returns ends by itself, at once or after that', async () => {
  expect((await quit(['Timeout'])).mayEnd).toBe(true);
  const resources = ['FSReqCallback'];
  const { electron, clock } = await quit(resources);
  resources.pop();
  await clock.advance(1_000);
  expect(electron.calls.slice(-2)).toEqual(['flush storage', 'quit']);
  expect(electron.calls).not.toContain('kill SIGKILL');
});
