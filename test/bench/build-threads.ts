import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * Bundles worker threads as the app does, so that Node does not strip their types at every start.
 * @param sources paths relative to this folder, by name.
 * @returns the URL of each bundle, by name.
 */
export async function buildThreads<Name extends string>(
  folder: string,
  sources: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, URL>>> {
  const entries = Object.entries<string>(sources);
  const input = entries.map(([name, path]) => [name, fileURLToPath(new URL(path, import.meta.url))]);
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      rolldownOptions: {
        input: Object.fromEntries(input) as Record<string, string>,
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  const built = entries.map(([name]) => [name, pathToFileURL(join(folder, `${name}.mjs`))]);
  return Object.fromEntries(built) as Record<Name, URL>;
}
