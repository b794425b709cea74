import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';

/** Returns the files that a file imports by a relative path, statically, dynamically or for their types alone. */
export function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const script = file.endsWith('.svelte') ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)] : null;
  const source = script ? script.map((match) => match[1] ?? '').join('\n') : text;
  return ts
    .preProcessFile(source)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name));
}

/**
 * Returns each chain of imports that leads back to its start, as the files on its way.
 * @param imports files that each file imports.
 */
export function importCycles(
  imports: ReadonlyMap<string, readonly string[]>,
): readonly (readonly string[])[] {
  const cycles: (readonly string[])[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (file: string): void => {
    const start = way.indexOf(file);
    if (start !== -1) cycles.push(way.slice(start));
    if (start !== -1 || done.has(file)) return;
    way.push(file);
    for (const imported of imports.get(file) ?? []) follow(imported);
    way.pop();
    done.add(file);
  };
  for (const file of imports.keys()) follow(file);
  return cycles;
}
