import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';

/**
 * The screens are loaded one by one, and what they share comes in files of its own. Two modules need theirs: zod must
 * be set before any schema is made, and the error that Svelte makes on loading has the browser parse the file it is in
 * a second time for its stack trace.
 */
const pageOutput = {
  codeSplitting: {
    groups: [
      { name: 'zod', test: /node_modules\/zod\/|zod-without-eval/ },
      { name: 'svelte-constants', test: /svelte\/src\/internal\/client\/constants\.js/ },
    ],
  },
};

/** Has the browser fetch Generate, which most starts show, beside the page's own code instead of after it has run. */
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
 * Three builds from one file: the main process with its threads, the preload script, and the renderer. The browser host
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
