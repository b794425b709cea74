import type { Menu } from 'electron';
import { commandEntry, type CommandName, commandNames } from '../../../src-shared/contract/app/command.ts';
import type { CommandStates } from '../../app/command-states.ts';
import type { AppServices } from '../../app/compose-services.ts';
import type { App } from '../../app/compose.ts';
import { applicationMenu, type MenuActions } from './application-menu.ts';
import { commandFlags } from './command-items.ts';
import { showRecentOnSystem } from './desktop/recent-menu.ts';
import type { ElectronModules } from './electron-modules.ts';
import type { HelpActions } from './help-actions.ts';

export interface MenuBarDeps {
  readonly electron: Pick<ElectronModules, 'app' | 'menu'>;
  readonly app: Pick<App, 'subscribe'> & {
    readonly services: Pick<AppServices, 'messages' | 'openings' | 'recentProjects' | 'commandStates'>;
  };
  readonly platform: NodeJS.Platform;
  readonly command: readonly [string, ...string[]];
  readonly help: HelpActions;
  readonly onBug: (where: string, error: unknown) => void;
}

/** The app's menus in the language in use, with the state of each command and the projects opened last. */
export class MenuBar {
  readonly #deps: MenuBarDeps;
  readonly #actions: MenuActions;
  #isStarted = false;
  #language = '';
  #menu: Menu | null = null;
  /** The commands that the page had when the menu was built. */
  #present = '';

  constructor(deps: MenuBarDeps) {
    this.#deps = deps;
    this.#actions = this.#createActions();
  }

  /** Call it once the app has started; until then the projects opened last are unknown. */
  start(): void {
    const { app } = this.#deps;
    this.#isStarted = true;
    app.subscribe(({ name }) => {
      if (name === 'settings.changed' && app.services.messages.language !== this.#language) this.show();
    });
    app.services.recentProjects.onChange(() => {
      this.show();
    });
    app.services.commandStates.onChange(() => {
      this.#showCommands();
    });
    this.show();
  }

  show(): void {
    const { electron, app, platform, onBug } = this.#deps;
    const { messages, recentProjects, commandStates } = app.services;
    this.#language = messages.language;
    this.#present = presentCommands(commandStates);
    try {
      const recent = this.#isStarted ? recentProjects.list() : [];
      const stateOf = commandStates.get.bind(commandStates);
      const commands = { platform, messages, stateOf, run: this.#run.bind(this) };
      const template = applicationMenu(commands, this.#actions, recent);
      this.#menu = electron.menu.buildFromTemplate(template);
      electron.menu.setApplicationMenu(this.#menu);
      if (!this.#isStarted) return;
      const open = this.#actions.openProject;
      showRecentOnSystem({ ...this.#deps, recentProjects, open, text: messages.text });
    } catch (error) {
      onBug('menu', error);
    }
  }

  #run(name: CommandName): void {
    this.#deps.app.services.openings.add({ kind: 'command', name });
    // The system has toggled the mark; only the page reports whether the state changed.
    this.#showCommands();
  }

  /** Changes the items in place, as rebuilding the menu would close it while it is open. */
  #showCommands(): void {
    const { commandStates } = this.#deps.app.services;
    if (presentCommands(commandStates) !== this.#present) {
      this.show();
      return;
    }
    for (const name of commandNames) {
      const item = this.#menu?.getMenuItemById(name);
      if (!item) continue;
      const { enabled, checked } = commandFlags(name, commandStates.get(name));
      item.enabled = enabled;
      if (commandEntry(name).mark) item.checked = checked;
    }
  }

  #createActions(): MenuActions {
    const { app, help } = this.#deps;
    const { openings, recentProjects } = app.services;
    return {
      openProject: ({ projectId, connectionId }) => {
        openings.add({ kind: 'project', projectId, connectionId, elsewhere: null });
      },
      clearRecent: () => {
        void openings.attempt(() => {
          recentProjects.clear();
        });
      },
      help,
    };
  }
}

function presentCommands(states: Pick<CommandStates, 'get'>): string {
  return commandNames.filter((name) => states.get(name) !== undefined).join(' ');
}
