import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

const { version, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

/** Writes a package.json that names the packages the built files ask for, so that the folder can stand alone. */
const manifest: Plugin = {
  name: 'service-manifest',
  generateBundle(_options, bundle) {
    const code = Object.values(bundle)
      .map((file) => (file.type === 'chunk' ? file.code : ''))
      .join('\n');
    const isNeeded = (name: string): boolean => new RegExp(`["'\`]${name}["'\`/]`).test(code);
    const needed = Object.entries(dependencies).filter(([name]) => isNeeded(name));
    const source = {
      name: 'dailies-service',
      version,
      private: true,
      type: 'module',
      dependencies: Object.fromEntries(needed),
    };
    this.emitFile({
      type: 'asset',
      fileName: 'package.json',
      source: `${JSON.stringify(source, null, 2)}\n`,
    });
  },
};

/** The local service and its media threads: a program for plain Node, built apart from the app that starts it. */
export default defineConfig({
  plugins: [manifest],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/service',
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        'service-entry': 'src-service/service-entry.ts',
        'media-worker': 'src-service/engine/worker/media-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
