import type { JumpListCategory, MenuItemConstructorOptions } from 'electron';
import type { TextOf } from '../../../../src-shared/i18n/messages.ts';
import { linkToProject } from '../../../openings/parse-link.ts';
import type { RecentProject, RecentProjects } from '../../../projects/recent-projects.ts';
import type { ElectronModules } from '../electron-modules.ts';

type Items = MenuItemConstructorOptions[];

/** Escapes `&` in a title: menus take it for the mark of an access key. */
export function menuLabel(title: string): string {
  return title.replaceAll('&', '&&');
}

/** Builds an item for each of the projects opened last. */
export function recentProjectItems(
  projects: readonly RecentProject[],
  open: (project: RecentProject) => void,
): Items {
  return projects.map((project) => ({
    label: menuLabel(project.title),
    click: () => {
      open(project);
    },
  }));
}

/** Builds Open Recent of the File menu. */
export function recentProjectsMenu(
  projects: readonly RecentProject[],
  actions: { readonly open: (project: RecentProject) => void; readonly clear: () => void },
  text: TextOf,
): Items[number] {
  const clear = { label: text('menu.clearRecent'), click: actions.clear };
  return {
    label: text('menu.openRecent'),
    enabled: projects.length > 0,
    submenu: [...recentProjectItems(projects, actions.open), { type: 'separator' }, clear],
  };
}

/**
 * Shows the projects opened last in the jump list of Windows or the Dock's menu of macOS. Projects are not files, so
 * the documents that macOS remembers cannot name them.
 */
export function showRecentOnSystem(deps: {
  readonly electron: Pick<ElectronModules, 'app' | 'menu'>;
  readonly platform: NodeJS.Platform;
  readonly command: readonly [string, ...string[]];
  readonly recentProjects: Pick<RecentProjects, 'list' | 'forget'>;
  readonly open: (project: RecentProject) => void;
  readonly text: TextOf;
}): void {
  const { electron, platform, recentProjects, open, text } = deps;
  if (platform === 'darwin') {
    const items = recentProjectItems(recentProjects.list(), open);
    electron.app.dock?.setMenu(electron.menu.buildFromTemplate(items));
  }
  if (platform !== 'win32') return;
  // Windows shows none of the list while it contains an item that the user removed.
  const removed = new Set(electron.app.getJumpListSettings().removedItems.map(({ args }) => args));
  const items = recentProjects.list().map((project) => ({ project, item: jumpItem(deps.command, project) }));
  for (const { project, item } of items) if (removed.has(item.args)) recentProjects.forget(project);
  const kept = items.map(({ item }) => item).filter(({ args }) => !removed.has(args));
  const category: JumpListCategory = { type: 'custom', name: text('menu.recentProjects'), items: kept };
  electron.app.setJumpList(kept.length === 0 ? null : [category]);
}

function jumpItem([program, ...words]: readonly [string, ...string[]], project: RecentProject) {
  const quoted = words.map((word) => `"${word}"`);
  return {
    type: 'task' as const,
    title: project.title,
    description: project.title,
    program,
    args: [...quoted, linkToProject(project)].join(' '),
  };
}
