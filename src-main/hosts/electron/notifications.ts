import type { NotificationConstructorOptions } from 'electron';
import type { ElectronModules, ShownNotification } from './electron-modules.ts';

/** Shows notifications and holds each until it is gone: Electron drops one nobody holds, and its click with it. */
export class Notifications {
  readonly #create: ElectronModules['createNotification'];
  readonly #shown = new Set<ShownNotification>();

  constructor(electron: Pick<ElectronModules, 'createNotification'>) {
    this.#create = (options) => electron.createNotification(options);
  }

  show(options: NotificationConstructorOptions, onClick: () => void = () => undefined): void {
    const notification = this.#create(options);
    this.#shown.add(notification);
    notification.on('click', onClick);
    for (const end of ['click', 'close', 'failed'] as const) {
      notification.on(end, () => this.#shown.delete(notification));
    }
    notification.show();
  }
}
