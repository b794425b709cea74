import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../src-shared/contract/opening.ts';

export interface MenuActions {
  /** Runs a command of the page, which is shown for it. */
  readonly command: (name: MenuCommand) => void;
  readonly showLogs: () => void;
  readonly saveDiagnostics: () => void;
  readonly showLicences: () => void;
}

/** The page's commands that work on every screen, with the keys they have there. */
const commands: Readonly<Record<MenuCommand, readonly [label: string, keys?: string]>> = {
  'command.addFiles': ['Add Files…', 'CmdOrCtrl+O'],
  'command.addConnection': ['Add Connection…'],
  'command.settings': ['Settings…', 'CmdOrCtrl+,'],
  'command.palette': ['All Commands…', 'CmdOrCtrl+K'],
  'command.generate': ['Generate', 'CmdOrCtrl+1'],
  'command.projects': ['Projects', 'CmdOrCtrl+2'],
  'command.returns': ['Returns', 'CmdOrCtrl+6'],
  'command.activity': ['Activity', 'CmdOrCtrl+7'],
  'command.connections': ['Connections'],
  'command.shortcuts': ['Keyboard Shortcuts'],
};

const separator = { type: 'separator' } as const;

/** The menus of the app, as each system has them. */
export function applicationMenu(
  platform: NodeJS.Platform,
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const items = (...names: readonly MenuCommand[]): MenuItemConstructorOptions[] =>
    names.map((name) => itemOf(name, isMac, actions));
  const settings = isMac ? [] : [separator, ...items('command.settings')];
  return [
    ...(isMac ? [macMenu(items('command.settings'))] : []),
    {
      label: '&File',
      submenu: [
        ...items('command.addFiles', 'command.addConnection'),
        ...settings,
        separator,
        { role: 'close' },
        ...(isMac ? [] : [{ role: 'quit' } as const]),
      ],
    },
    { role: 'editMenu' },
    {
      label: '&Go',
      submenu: [
        ...items('command.generate', 'command.projects', 'command.returns', 'command.activity'),
        ...items('command.connections'),
        separator,
        ...items('command.palette'),
      ],
    },
    {
      label: '&View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [...items('command.shortcuts'), separator, ...helpItems(actions)] },
  ];
}

/** On Linux and Windows the page takes the keys itself, as it knows what has the focus. */
function itemOf(name: MenuCommand, isMac: boolean, { command }: MenuActions): MenuItemConstructorOptions {
  const [label, accelerator] = commands[name];
  return {
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: isMac }),
    click: () => {
      command(name);
    },
  };
}

function macMenu(settings: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions {
  return {
    role: 'appMenu',
    submenu: [
      ...[{ role: 'about' } as const, separator, ...settings, separator],
      ...[{ role: 'services' } as const, separator],
      ...(['hide', 'hideOthers', 'unhide'] as const).map((role) => ({ role })),
      ...[separator, { role: 'quit' } as const],
    ],
  };
}

function helpItems(actions: MenuActions): MenuItemConstructorOptions[] {
  return [
    { label: 'Show Logs', click: actions.showLogs },
    { label: 'Save Diagnostics…', click: actions.saveDiagnostics },
    separator,
    { label: 'Licences', click: actions.showLicences },
  ];
}
