import type { MenuItemConstructorOptions } from 'electron';
import type { TransferTotals } from '../../../../src-shared/contract/transfer.ts';

/** A delivery that is in place. */
export interface RecentDelivery {
  readonly deliveryId: string;
  readonly title: string;
}

export interface DesktopActions {
  readonly pause: () => void;
  readonly resume: () => void;
  readonly reveal: (deliveryId: string) => void;
  readonly show: () => void;
  readonly quit: () => void;
}

/** How far open transfers are, 0 to 1; null while it is not known or nothing is open. */
export function transferProgress({ openCount, doneBytes, totalBytes }: TransferTotals): number | null {
  return openCount === 0 || !totalBytes ? null : Math.min(1, doneBytes / totalBytes);
}

function describeTransfers(totals: TransferTotals): string {
  const { openCount, isPaused } = totals;
  if (openCount === 0) return 'No transfers';
  const progress = transferProgress(totals);
  const percent = progress === null ? '' : `, ${String(Math.floor(progress * 100))} %`;
  const count = openCount === 1 ? '1 transfer' : `${String(openCount)} transfers`;
  return `${count}${percent}${isPaused ? ', paused' : ''}`;
}

/** The menu of the tray or menu-bar item. */
export function trayMenu(
  totals: TransferTotals,
  recent: readonly RecentDelivery[],
  actions: DesktopActions,
): MenuItemConstructorOptions[] {
  const { isPaused, openCount } = totals;
  return [
    { label: describeTransfers(totals), enabled: false },
    isPaused
      ? { label: 'Resume Transfers', click: actions.resume }
      : { label: 'Pause Transfers', enabled: openCount > 0, click: actions.pause },
    { type: 'separator' },
    { label: 'Recent Deliveries', enabled: recent.length > 0, submenu: recentItems(recent, actions) },
    { type: 'separator' },
    { label: 'Show Dailies', click: actions.show },
    { label: 'Quit Dailies', click: actions.quit },
  ];
}

function recentItems(
  recent: readonly RecentDelivery[],
  { reveal }: DesktopActions,
): MenuItemConstructorOptions[] {
  return recent.map(({ deliveryId, title }) => ({
    // A menu takes one for the mark of a letter's key.
    label: title.replaceAll('&', '&&'),
    click: () => {
      reveal(deliveryId);
    },
  }));
}
