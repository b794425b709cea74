import { join } from 'node:path';
import { build } from 'vite';
import electronViteConfig from '../../../electron.vite.config.ts';

const root = join(import.meta.dirname, '../../..');

/** Folder of the page built for these tests. */
export const pageFolder = join(root, '.cache/page');

/** Builds the page as the app does, but without main, whose sources may be broken by other work. */
export async function buildPage(): Promise<void> {
  const { renderer } = electronViteConfig as { renderer: Parameters<typeof build>[0] };
  await build({
    ...renderer,
    configFile: false,
    root: join(root, 'src-renderer'),
    // The host of the browser serves the page below a path of its own.
    base: './',
    logLevel: 'error',
    build: {
      ...renderer?.build,
      outDir: pageFolder,
      emptyOutDir: true,
      target: 'chrome140',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        ...renderer?.build?.rolldownOptions,
        input: join(root, 'src-renderer/index.html'),
      },
    },
  });
}
