import type { MenuItemConstructorOptions } from 'electron';
import type { TransferTotals } from '../../../../src-shared/contract/transfer.ts';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import type { RecentProject } from '../../../projects/recent-projects.ts';
import { menuLabel, recentProjectItems } from './recent-menu.ts';

/** A finished delivery. */
export interface RecentDelivery {
  readonly deliveryId: string;
  readonly title: string;
}

export interface DesktopActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly reveal: (deliveryId: string) => void;
  readonly openProject: (project: RecentProject) => void;
  readonly show: () => void;
  readonly quit: () => void;
}

/** Progress of open transfers, 0 to 1; null if it is unknown or nothing is open. */
export function transferProgress({ openCount, doneBytes, totalBytes }: TransferTotals): number | null {
  return openCount === 0 || !totalBytes ? null : Math.min(1, doneBytes / totalBytes);
}

function describeTransfers(totals: TransferTotals, text: TextOf): string {
  const { openCount, isPaused } = totals;
  if (openCount === 0) return text('tray.idle');
  const progress = transferProgress(totals);
  const count = text('tray.transfers', { count: openCount });
  const part = Math.floor((progress ?? 0) * 100) / 100;
  const transfers = progress === null ? count : text('tray.progress', { transfers: count, part });
  return isPaused ? text('tray.paused', { transfers }) : transfers;
}

/** Entries that the tray offers to open again. */
export interface RecentThings {
  readonly deliveries: readonly RecentDelivery[];
  readonly projects: readonly RecentProject[];
}

/** The menu of the tray or menu-bar item. */
export function trayMenu(
  totals: TransferTotals,
  { deliveries, projects }: RecentThings,
  actions: DesktopActions,
  text: TextOf,
): MenuItemConstructorOptions[] {
  const { isPaused, openCount } = totals;
  return [
    { label: describeTransfers(totals, text), enabled: false },
    isPaused
      ? { label: text('tray.resume'), click: actions.resume }
      : { label: text('tray.pause'), enabled: openCount > 0, click: actions.pause },
    { type: 'separator' },
    {
      label: text('menu.recentProjects'),
      enabled: projects.length > 0,
      submenu: recentProjectItems(projects, actions.openProject),
    },
    {
      label: text('tray.recent'),
      enabled: deliveries.length > 0,
      submenu: deliveryItems(deliveries, actions),
    },
    { type: 'separator' },
    { label: text('tray.show'), click: actions.show },
    { label: text('menu.quit'), click: actions.quit },
  ];
}

function deliveryItems(
  deliveries: readonly RecentDelivery[],
  { reveal }: DesktopActions,
): MenuItemConstructorOptions[] {
  return deliveries.map(({ deliveryId, title }) => ({
    label: menuLabel(title),
    click: () => {
      reveal(deliveryId);
    },
  }));
}
