import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronModules } from './electron-modules.ts';

/** The system's own menus; what the app adds has its keys in the page. */
export function setApplicationMenu(menu: ElectronModules['menu'], platform: NodeJS.Platform): void {
  const template: MenuItemConstructorOptions[] = [
    ...(platform === 'darwin' ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    {
      label: 'View',
      submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }],
    },
    { role: 'windowMenu' },
  ];
  menu.setApplicationMenu(menu.buildFromTemplate(template));
}
