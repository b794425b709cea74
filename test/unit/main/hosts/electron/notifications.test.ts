import { expect, test } from 'vitest';
import { Notifications } from '../../../../../src-main/hosts/electron/notifications.ts';
import { collectGarbage } from '../../../../fakes/collect-garbage.ts';
import { ElectronStandIn } from '../../../../fakes/electron/electron-stand-in.ts';

/** Shows notifications one after the other, and closes each with a reason. */
function showAndClose(electron: ElectronStandIn, details: object, count = 1): string[] {
  const clicks: string[] = [];
  const notifications = new Notifications(electron.modules);
  for (let number = 1; number <= count; number += 1) {
    notifications.show({ title: String(number) }, () => clicks.push(String(number)));
    electron.shownNotifications.at(-1)?.deref()?.emit('close', details);
  }
  kept.push(notifications);
  return clicks;
}
const kept: Notifications[] = [];

test('a notification that has moved to the list of the system is clicked there, the newest 50 of them', async () => {
  const electron = new ElectronStandIn();
  const clicks = showAndClose(electron, { reason: 'timedOut' }, 60);
  await collectGarbage();
  for (const shown of electron.shownNotifications) shown.deref()?.emit('click');
  expect(clicks).toEqual(Array.from({ length: 50 }, (_, index) => String(index + 11)));
});

test.each([
  ['the user', { reason: 'userCanceled' }],
  ['an Electron that gives no reason', {}],
])('a notification closed by %s is not kept', async (_who, details) => {
  const electron = new ElectronStandIn();
  showAndClose(electron, details);
  await collectGarbage();
  expect(electron.shownNotifications[0]?.deref()).toBeUndefined();
});
