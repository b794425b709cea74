import { defineConfig } from 'vite';
import { readMainPackages } from './.ci/package/package-facts.ts';

/** Builds `dailies` for the plain Node of a package. All files are in one folder, beside which a package has the rest. */
export default defineConfig({
  ssr: { noExternal: true, external: Object.keys(readMainPackages().outside) },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/commands',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        dailies: 'src-main/hosts/commands/dailies.ts',
        'unpack-worker': 'src-main/transfers/bundle/unpack/unpack-worker.ts',
        'transfer-worker': 'src-main/transfers/engine/transfer-worker.ts',
        'hash-worker': 'src-main/transfers/engine/hash-worker.ts',
        'read-worker': 'src-main/returns/thread/read-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
