import type { TextOf } from '../../../src-shared/i18n/messages.ts';
import type { Navigation } from '../window/navigation.svelte.ts';
import type { NewToast } from '../window/toasts.svelte.ts';

/** Returns the action of a notice that opens the tray, with a row selected if given; null while it is open. */
export function showActivity(
  navigation: Pick<Navigation, 'isTrayOpen' | 'trayRow'>,
  text: TextOf,
  rowKey: string | null = null,
): NonNullable<NewToast['action']> | null {
  if (navigation.isTrayOpen) return null;
  return {
    label: () => text('activity.show'),
    run: () => {
      navigation.trayRow = rowKey;
      navigation.isTrayOpen = true;
    },
  };
}
