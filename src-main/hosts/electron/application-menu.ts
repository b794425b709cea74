import type { MenuItemConstructorOptions } from 'electron';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import type { RecentProject } from '../../projects/recent-projects.ts';
import { commandItems, type CommandItemsDeps, type Entries } from './command-items.ts';
import { recentProjectsMenu } from './desktop/recent-menu.ts';
import type { HelpActions } from './help-actions.ts';

/** Actions of menus beside the page's commands. */
export interface MenuActions {
  readonly openProject: (project: RecentProject) => void;
  readonly clearRecent: () => void;
  readonly help: HelpActions;
}

type Items = MenuItemConstructorOptions[];
/** A role of Electron that the app labels itself: Electron's own labels are English. */
type WordedRole = NonNullable<MenuItemConstructorOptions['role']> & NameAfter<'menu', MessageKey>;
type NameAfter<Group extends string, Key> = Key extends `${Group}.${infer Name}` ? Name : never;

const separator = { type: 'separator' } as const;

/** The page's commands by menu. Menus leave out *Close* and keys that move within a list. */
const menuEntries = {
  file: [
    'command.addFiles',
    'command.addConnection',
    null,
    'command.newDraft',
    'command.clear',
    ['command.start', 'remix.start'],
  ],
  edit: [
    ['command.search', 'library.search', 'activity.search'],
    'projects.selectAll',
    null,
    'scene.undo',
    'scene.redo',
    null,
    'scene.split',
    'scene.join',
    'scene.duplicate',
    'scene.remove',
    'scene.moveBack',
    'scene.moveOn',
  ],
  go: [
    'command.generate',
    'command.projects',
    'command.library',
    'command.returns',
    'command.activity',
    'command.connections',
    null,
    'command.palette',
  ],
  project: [
    'command.workspace',
    'command.remix',
    ['command.export', 'projects.exportAll'],
    ['command.send', 'projects.sendAll'],
    null,
    'projects.openOnWeb',
    'command.hideProject',
  ],
  playback: [
    'player.toggle',
    'player.shuttleBack',
    'player.shuttleOn',
    null,
    'player.previousFrame',
    'player.nextFrame',
    'player.secondBack',
    'player.secondOn',
    'player.previousScene',
    'player.nextScene',
    'player.toStart',
    'player.toEnd',
    'player.typeTimecode',
    null,
    'player.setIn',
    'player.setOut',
    'player.clearInOut',
    'player.loop',
    null,
    'player.captions',
    'player.safeAreas',
    'player.detach',
    'player.fullScreen',
  ],
  library: ['library.inGeneration', 'library.save', null, 'library.archive'],
  returns: ['return.keep', 'return.update', null, 'return.dismiss', 'return.reveal'],
  activity: ['activity.pauseAll', null, 'activity.pause', 'activity.cancel', null, 'activity.clear'],
  view: [
    'player.zoomIn',
    'player.zoomOut',
    'player.zoomFit',
    null,
    'command.themeSystem',
    'command.themeLight',
    'command.themeDark',
    null,
  ],
  help: ['command.shortcuts'],
} as const satisfies Record<string, Entries>;

const menusOfScreens = ['library', 'returns', 'activity'] as const;

/** Builds the app's menus, arranged as usual on each system. */
export function applicationMenu(
  commands: CommandItemsDeps,
  actions: MenuActions,
  recent: readonly RecentProject[],
): Items {
  const { platform, messages } = commands;
  const { text } = messages;
  const isMac = platform === 'darwin';
  const items = (menu: keyof typeof menuEntries): Items => commandItems(menuEntries[menu], commands);
  const roles = (...names: readonly WordedRole[]): Items =>
    names.map((role) => ({ role, label: text(`menu.${role}`) }));
  const settings = commandItems(['command.settings'], commands);
  return [
    ...(isMac ? [macMenu(settings, roles)] : []),
    {
      label: text('menu.file'),
      submenu: [
        ...items('file').toSpliced(2, 0, recentMenu(recent, actions, text)),
        ...(isMac ? [] : [separator, ...settings]),
        separator,
        ...roles('close'),
        ...(isMac ? [] : roles('quit')),
      ],
    },
    {
      role: 'editMenu',
      label: text('menu.edit'),
      submenu: [
        ...roles('undo', 'redo'),
        separator,
        ...roles('cut', 'copy', 'paste', 'delete'),
        separator,
        ...roles('selectAll'),
        separator,
        ...items('edit'),
      ],
    },
    { label: text('menu.go'), submenu: items('go') },
    { label: text('menu.project'), submenu: items('project') },
    { label: text('menu.playback'), submenu: items('playback') },
    ...menusOfScreens.map((name) => ({ label: text(`nav.${name}`), submenu: items(name) })),
    {
      label: text('menu.view'),
      submenu: [...items('view'), ...roles('resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen')],
    },
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
      submenu: [...items('help'), separator, ...helpItems(actions.help, text)],
    },
  ];
}

function recentMenu(recent: readonly RecentProject[], actions: MenuActions, text: TextOf): Items[number] {
  return recentProjectsMenu(recent, { open: actions.openProject, clear: actions.clearRecent }, text);
}

function macMenu(settings: Items, roles: (...names: readonly WordedRole[]) => Items): Items[number] {
  return {
    role: 'appMenu',
    submenu: [
      ...roles('about'),
      separator,
      ...settings,
      separator,
      ...roles('services'),
      separator,
      ...roles('hide', 'hideOthers', 'unhide'),
      separator,
      ...roles('quit'),
    ],
  };
}

function helpItems(help: HelpActions, text: TextOf): Items {
  return [
    { label: text('menu.logs'), click: help.showLogs },
    { label: text('menu.diagnostics'), click: help.saveDiagnostics },
    separator,
    { label: text('menu.licences'), click: help.showLicences },
  ];
}
