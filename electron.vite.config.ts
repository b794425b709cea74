import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/**
 * Splits the page's code. Screens load one by one, and shared code gets files of its own. Two modules need their own
 * file: zod must be configured before any schema is created, and Svelte's error on loading makes the browser parse its
 * file a second time for the stack trace.
 */
const pageOutput = {
  codeSplitting: {
    groups: [
      { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
      { name: 'svelte-constants', test: /svelte\/src\/internal\/client\/constants\.js/ },
    ],
  },
};

/** Lets the browser fetch the Generate screen, shown at most starts, in parallel with the page's code. */
const preloadFirstScreen: Plugin = {
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const first = Object.values(bundle).find(({ name }) => name === 'GenerateScreen');
      const files = first?.type === 'chunk' ? [first.fileName, ...first.imports] : [];
      return files
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        }));
    },
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
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: 'src-main/index.ts',
          'unpack-worker': 'src-main/transfers/bundle/unpack-worker.ts',
          'transfer-worker': 'src-main/transfers/engine/transfer-worker.ts',
          'hash-worker': 'src-main/transfers/engine/hash-worker.ts',
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
