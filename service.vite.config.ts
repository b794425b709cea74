import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

interface Manifest {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;
const { version, dependencies: ofService } = readManifest('src-service');
/** Packages that stay outside the build: those of both workspaces, but not the workspaces themselves. */
const dependencies = Object.fromEntries(
  Object.entries({ ...ofService, ...readManifest('src-media').dependencies }).filter(
    ([name]) => !name.startsWith('@dailies/'),
  ),
);

/** Writes a package.json with the packages that the built files import, so that the folder can stand alone. */
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

/** Builds the local service, its media process and the engine: programs for plain Node, separate from the app that starts them. */
export default defineConfig({
  plugins: [manifest],
  ssr: { noExternal: [/^@dailies\//] },
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out/service',
    emptyOutDir: true,
    rolldownOptions: {
      external: Object.keys(dependencies).map((name) => new RegExp(`^${name}(/|$)`)),
      input: {
        'service-entry': 'src-service/service-entry.ts',
        cli: 'src-service/cli.ts',
        'engine-process': 'src-media/worker/engine-process.ts',
        'engine-worker': 'src-media/worker/engine-worker.ts',
        'media-process': 'src-media/worker/media-process.ts',
        'media-worker': 'src-media/worker/media-worker.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
