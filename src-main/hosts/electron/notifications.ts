import type { NotificationConstructorOptions } from 'electron';
import type { NoticeAction } from '../../platform.ts';
import type { ElectronModules, ShownNotification } from './electron-modules.ts';

/** Shows notifications and holds each until it is gone: Electron drops one nobody holds, and its click with it. */
export class Notifications {
  readonly #create: ElectronModules['createNotification'];
  readonly #shown = new Set<ShownNotification>();

  constructor(electron: Pick<ElectronModules, 'createNotification'>) {
    this.#create = (options) => electron.createNotification(options);
  }

  /** @param actions buttons, which macOS and newer Electrons on Windows show. */
  show(
    options: NotificationConstructorOptions,
    onClick: () => void = () => undefined,
    actions: readonly NoticeAction[] = [],
  ): void {
    const buttons = actions.map(({ label }) => ({ type: 'button' as const, text: label }));
    const notification = this.#create(buttons.length === 0 ? options : { ...options, actions: buttons });
    this.#shown.add(notification);
    notification.on('click', onClick);
    notification.on('action', (_event, index) => {
      actions[index]?.run();
    });
    for (const end of ['action', 'click', 'close', 'failed'] as const) {
      notification.on(end, () => this.#shown.delete(notification));
    }
    notification.show();
  }
}
