import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** A source file's code without its comments. */
export interface SourceFile {
  readonly path: string;
  readonly code: string;
  /** Paths of what it works with: imports of types alone do not count. */
  readonly imports: readonly string[];
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

function read(path: string): SourceFile {
  const code = withoutComments(readFileSync(path, 'utf8'));
  const imports = [...code.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.ts)'/gm)].map(
    ([, target = '']) => posix.join(dirname(path), target),
  );
  return { path, code, imports };
}

/** Every TypeScript file below a folder, by its path with forward slashes. */
export function readSources(folder: string): Map<string, SourceFile> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const paths = names.map((name) => join(folder, name).replaceAll('\\', '/')).sort();
  return new Map(paths.map((path) => [path, read(path)]));
}

export function hasWord(code: string, word: string): boolean {
  const escaped = word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`).test(code);
}

/** How far from its operation a field's file may be, in imports. */
const mostSteps = 4;

/** The file nearest to the given ones, over imports, that names the word; null when none does. */
export function nearestNaming(
  sources: ReadonlyMap<string, SourceFile>,
  from: readonly string[],
  word: string,
): string | null {
  const seen = new Set<string>();
  let ring = [...from];
  for (let steps = 0; steps < mostSteps && ring.length > 0; steps += 1) {
    const files = ring.flatMap((path) => sources.get(path) ?? []);
    for (const path of ring) seen.add(path);
    const found = files.find(({ code }) => hasWord(code, word));
    if (found) return found.path;
    ring = [...new Set(files.flatMap(({ imports }) => imports))].filter((path) => !seen.has(path));
  }
  return null;
}

/** The first file of some folders that names the word: what composition alone brings together. */
export function anyNaming(
  sources: ReadonlyMap<string, SourceFile>,
  folders: readonly string[],
  word: string,
): string | null {
  const files = folders.flatMap((folder) =>
    [...sources.values()].filter(({ path }) => path.startsWith(folder)),
  );
  return files.find(({ code }) => hasWord(code, word))?.path ?? null;
}
