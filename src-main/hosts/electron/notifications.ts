import type { NotificationConstructorOptions } from 'electron';
import type { NoticeAction } from '../../platform.ts';
import type { ElectronModules, ShownNotification } from './electron-modules.ts';

/** Limit of held notifications: those that timed out stay in the system's list, which does not report their removal. */
const maxHeld = 50;

/**
 * Shows notifications and holds each until it is gone. Electron drops one without a reference, and its click with it.
 */
export class Notifications {
  readonly #create: ElectronModules['createNotification'];
  readonly #shown = new Set<ShownNotification>();

  constructor(electron: Pick<ElectronModules, 'createNotification'>) {
    this.#create = (options) => electron.createNotification(options);
  }

  /** @param actions buttons; macOS and newer Electrons on Windows show them. */
  show(
    options: NotificationConstructorOptions,
    onClick: () => void = () => undefined,
    actions: readonly NoticeAction[] = [],
  ): void {
    const buttons = actions.map(({ label }) => ({ type: 'button' as const, text: label }));
    const notification = this.#create(buttons.length === 0 ? options : { ...options, actions: buttons });
    this.#hold(notification);
    notification.on('click', onClick);
    notification.on('action', (_event, index) => {
      actions[index]?.run();
    });
    for (const end of ['action', 'click', 'failed'] as const) {
      notification.on(end, () => this.#shown.delete(notification));
    }
    // A notification that timed out has moved to the system's list, where the user can click it. Electron 33 gives no
    // reason.
    notification.on('close', (details) => {
      if (details.reason !== 'timedOut') this.#shown.delete(notification);
    });
    notification.show();
  }

  #hold(notification: ShownNotification): void {
    this.#shown.add(notification);
    const [oldest] = this.#shown;
    if (oldest && this.#shown.size > maxHeld) this.#shown.delete(oldest);
  }
}
