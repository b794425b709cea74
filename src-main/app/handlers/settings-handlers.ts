import type { AppContract } from '../../../src-shared/contract/app-contract.ts';
import type { Handlers } from '../../../src-shared/ipc/define.ts';
import type { SettingsService } from '../../state/settings/settings-service.ts';

type SettingsCalls =
  | 'settings.get'
  | 'settings.setTheme'
  | 'settings.setTransfers'
  | 'settings.chooseDeliveryFolder'
  | 'settings.setDeliveryFolder';

export function createSettingsHandlers(deps: {
  settings: SettingsService;
}): Pick<Handlers<AppContract>, SettingsCalls> {
  const { settings } = deps;
  return {
    'settings.get': () => settings.get(),
    'settings.setTheme': ({ theme }) => settings.setTheme(theme),
    'settings.setTransfers': (limits) => settings.setTransfers(limits),
    'settings.chooseDeliveryFolder': () => settings.chooseDeliveryFolder(),
    'settings.setDeliveryFolder': ({ path, mayMake = false }) => settings.setDeliveryFolder(path, mayMake),
  };
}
