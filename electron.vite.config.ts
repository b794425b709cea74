import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { normalizePath, type Plugin } from 'vite';
import { readMainPackages } from './.ci/package/package-facts.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Returns the modules that are loaded with any of `roots`.
 * @throws Error if a root is not part of the page.
 */
function importsOf(roots: readonly string[], graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  const missing = roots.find((root) => !graph.getModuleInfo(root));
  if (missing) throw new Error(`The page has no module ${missing}. Build in the project's root folder.`);
  roots.forEach(add);
  return found;
}

/** Creates a group of the modules that are loaded with any of the files `roots` of the page. */
function groupOf(name: string, priority: number, ...roots: readonly string[]) {
  let members: ReadonlySet<string> | null = null;
  // Another configuration that extends this one is bundled with it, so this file's folder is not known here.
  const paths = roots.map((path) => normalizePath(resolve('src-renderer', path)));
  return {
    priority,
    name: (id: string, graph: ModuleGraph) => {
      members ??= importsOf(paths, graph);
      return members.has(id) ? name : null;
    },
  };
}

/**
 * Splits the page's code: what asks main for its facts, what the first screen needs, and one file for each other screen
 * and for what they share. Two modules need their own file: zod must be configured before any schema is created, and
 * Svelte's error on loading makes the browser parse its file a second time for the stack trace.
 */
const pageOutput = {
  codeSplitting: {
    groups: [
      { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/, priority: 3 },
      {
        name: 'svelte-constants',
        test: /svelte\/src\/internal\/client\/constants\.js/,
        priority: 3,
      },
      groupOf('main', 2, 'main.ts'),
      groupOf('start', 1, 'start-page.ts', 'screens/generate/GenerateScreen.svelte'),
    ],
  },
};

/** Lets the browser fetch the code of the first screen in parallel with the first module. */
const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      Object.values(bundle)
        .flatMap((each) =>
          each.type === 'chunk' && each.name === 'start' ? [each.fileName, ...each.imports] : [],
        )
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
  },
};

/**
 * Configures three builds: the main process with its threads, the preload script, and the renderer. The browser host
 * serves the same renderer build. `service.vite.config.ts` builds the local service.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      // One file loads in less time than the hundreds of files of the packages.
      externalizeDeps: { exclude: [...readMainPackages().bundled] },
      rolldownOptions: {
        input: {
          index: 'src-main/index.ts',
          'unpack-worker': 'src-main/transfers/bundle/unpack/unpack-worker.ts',
          'transfer-worker': 'src-main/transfers/engine/transfer-worker.ts',
          'hash-worker': 'src-main/transfers/engine/hash-worker.ts',
          'read-worker': 'src-main/returns/thread/read-worker.ts',
        },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      rolldownOptions: {
        input: 'src-preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src-renderer',
    build: {
      minify: true,
      outDir: 'out/renderer',
      cssCodeSplit: false,
      rolldownOptions: { input: 'src-renderer/index.html', output: pageOutput },
    },
    plugins: [svelte(), preloadFirstScreen],
  },
});
