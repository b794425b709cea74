import type { System } from '../../../platform.ts';

/**
 * True if there is a place for a tray or menu-bar item. On Linux a program of the desktop shows them, which many
 * desktops lack; Electron does not report it.
 */
export async function hasTray({ platform, run }: Pick<System, 'platform' | 'run'>): Promise<boolean> {
  if (platform !== 'linux') return true;
  const bus = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/org/freedesktop/DBus'];
  const question = ['org.freedesktop.DBus.NameHasOwner', 'string:org.kde.StatusNotifierWatcher'];
  return (await run('dbus-send', [...bus, ...question]))?.includes('boolean true') ?? false;
}
