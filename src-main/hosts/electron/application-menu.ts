import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from '../../../src-shared/contract/opening.ts';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import type { RecentProject } from '../../projects/recent-projects.ts';
import { recentProjectsMenu } from './desktop/recent-menu.ts';

export interface MenuActions {
  /** Runs a command of the page, which is shown for it. */
  readonly command: (name: MenuCommand) => void;
  readonly openProject: (project: RecentProject) => void;
  readonly clearRecent: () => void;
  readonly showLogs: () => void;
  readonly saveDiagnostics: () => void;
  readonly showLicences: () => void;
}

type Items = MenuItemConstructorOptions[];
/** A role of Electron's whose words are ours: its own are English. */
type WordedRole = NonNullable<MenuItemConstructorOptions['role']> & NameAfter<'menu', MessageKey>;
type NameAfter<Group extends string, Key> = Key extends `${Group}.${infer Name}` ? Name : never;

/** The page's commands that work on every screen, with the keys they have there. */
const commands: Readonly<Record<MenuCommand, readonly [label: MessageKey, keys?: string]>> = {
  'command.addFiles': ['menu.addFiles', 'CmdOrCtrl+O'],
  'command.addConnection': ['menu.addConnection'],
  'command.settings': ['menu.settings', 'CmdOrCtrl+,'],
  'command.palette': ['menu.palette', 'CmdOrCtrl+K'],
  'command.generate': ['nav.generate', 'CmdOrCtrl+1'],
  'command.projects': ['nav.projects', 'CmdOrCtrl+2'],
  'command.returns': ['nav.returns', 'CmdOrCtrl+6'],
  'command.activity': ['nav.activity', 'CmdOrCtrl+7'],
  'command.connections': ['nav.connections'],
  'command.shortcuts': ['menu.shortcuts'],
};

const separator = { type: 'separator' } as const;

/** The menus of the app, as each system has them. */
export function applicationMenu(
  platform: NodeJS.Platform,
  actions: MenuActions,
  recent: readonly RecentProject[],
  text: TextOf,
): Items {
  const isMac = platform === 'darwin';
  const items = (...names: readonly MenuCommand[]): Items =>
    names.map((name) => itemOf(name, isMac, actions, text));
  const roles = (...names: readonly WordedRole[]): Items =>
    names.map((role) => ({ role, label: text(`menu.${role}`) }));
  const settings = isMac ? [] : [separator, ...items('command.settings')];
  return [
    ...(isMac ? [macMenu(items('command.settings'), roles)] : []),
    {
      label: text('menu.file'),
      submenu: [
        ...items('command.addFiles', 'command.addConnection'),
        recentProjectsMenu(recent, { open: actions.openProject, clear: actions.clearRecent }, text),
        ...[...settings, separator, ...roles('close'), ...(isMac ? [] : roles('quit'))],
      ],
    },
    {
      role: 'editMenu',
      label: text('menu.edit'),
      submenu: [
        ...[...roles('undo', 'redo'), separator, ...roles('cut', 'copy', 'paste', 'delete')],
        ...[separator, ...roles('selectAll')],
      ],
    },
    {
      label: text('menu.go'),
      submenu: [
        ...items('command.generate', 'command.projects', 'command.returns', 'command.activity'),
        ...[...items('command.connections'), separator, ...items('command.palette')],
      ],
    },
    { label: text('menu.view'), submenu: roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen') },
    {
      role: 'windowMenu',
      label: text('menu.window'),
      submenu: isMac
        ? [...roles('minimize', 'zoom'), separator, ...roles('front')]
        : roles('minimize', 'close'),
    },
    {
      role: 'help',
      label: text('menu.help'),
      submenu: [...items('command.shortcuts'), separator, ...helpItems(actions, text)],
    },
  ];
}

/** On Linux and Windows the page takes the keys itself, as it knows what has the focus. */
function itemOf(name: MenuCommand, isMac: boolean, { command }: MenuActions, text: TextOf): Items[number] {
  const [key, accelerator] = commands[name];
  return {
    label: text(key),
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: isMac }),
    click: () => {
      command(name);
    },
  };
}

function macMenu(settings: Items, roles: (...names: readonly WordedRole[]) => Items): Items[number] {
  return {
    role: 'appMenu',
    submenu: [
      ...[...roles('about'), separator, ...settings, separator, ...roles('services'), separator],
      ...[...roles('hide', 'hideOthers', 'unhide'), separator, ...roles('quit')],
    ],
  };
}

function helpItems(actions: MenuActions, text: TextOf): Items {
  return [
    { label: text('menu.logs'), click: actions.showLogs },
    { label: text('menu.diagnostics'), click: actions.saveDiagnostics },
    separator,
    { label: text('menu.licences'), click: actions.showLicences },
  ];
}
