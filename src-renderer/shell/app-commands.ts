import type { AppState } from '../state/app-state.svelte.ts';
import type { Command } from '../state/commands.svelte.ts';
import type { ScreenName } from '../state/navigation.svelte.ts';

/** What can be done on every screen. */
export function appCommands(app: AppState, chooseFiles: () => void): readonly Command[] {
  const { commands, connections, navigation, settings } = app;
  const go = (screen: ScreenName) => (): void => {
    navigation.go(screen);
  };
  const toggle = (overlay: 'palette' | 'shortcuts') => (): void => {
    commands.overlay = commands.overlay === overlay ? null : overlay;
  };
  return [
    { name: 'command.palette', run: toggle('palette') },
    { name: 'command.shortcuts', run: toggle('shortcuts') },
    { name: 'command.generate', run: go('generate') },
    { name: 'command.projects', run: go('projects') },
    { name: 'command.activity', run: go('activity') },
    { name: 'command.settings', run: go('settings') },
    { name: 'command.connections', run: go('connections') },
    {
      name: 'command.addConnection',
      run: () => {
        connections.beginAdding();
        navigation.go('connections');
      },
    },
    { name: 'command.addFiles', run: chooseFiles },
    { name: 'command.themeSystem', run: () => void app.attempt(() => settings.setTheme('system')) },
    { name: 'command.themeLight', run: () => void app.attempt(() => settings.setTheme('light')) },
    { name: 'command.themeDark', run: () => void app.attempt(() => settings.setTheme('dark')) },
  ];
}
