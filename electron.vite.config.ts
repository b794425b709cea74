import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

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
    build: { minify: true, outDir: 'out/renderer', rolldownOptions: { input: 'src-renderer/index.html' } },
    plugins: [svelte()],
  },
});
