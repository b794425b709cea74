import { existsSync } from 'node:fs';

/**
 * The script of a thread: source beside source; a built entry lies beside the asking module, or above it when that
 * became a shared chunk.
 * @param name such as `unpack-worker`.
 * @param from `import.meta.url` of the module beside the source.
 */
export function findThread(name: string, from: string): URL {
  const candidates = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((path) => new URL(path, from));
  const url = candidates.find((candidate) => existsSync(candidate));
  if (!url) throw new Error(`The thread ${name} is missing from this build.`);
  return url;
}
