import { existsSync } from 'node:fs';

/**
 * Returns the script of a thread. In the source it lies beside `from`; in a build, beside the calling module, or above
 * it if that became a shared chunk.
 * @param name such as `unpack-worker`.
 * @param from `import.meta.url` of the module beside the source.
 */
export function findThread(name: string, from: string): URL {
  const candidates = [`./${name}.ts`, `./${name}.js`, `../${name}.js`].map((path) => new URL(path, from));
  const url = candidates.find((candidate) => existsSync(candidate));
  if (!url) throw new Error(`The thread ${name} is missing from this build.`);
  return url;
}
