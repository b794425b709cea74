import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { foldersOf } from '../../.ci/lock-file.ts';
import { readMainPackages } from '../../.ci/package/package-facts.ts';

const root = join(import.meta.dirname, '..', '..');

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

const dependenciesIn = (folder: string): string[] =>
  Object.keys(
    (JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest).dependencies,
  );

/** True if a package contains a binary that Node loads. */
function isNative(path: string): boolean {
  const files = existsSync(join(root, path))
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    : [];
  return files.some((name) => name.endsWith('.node'));
}

function builtFiles(folder: string): { name: string; code: string }[] {
  return readdirSync(join(root, 'out', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?js$/.test(name))
    .map((name) => ({ name, code: readFileSync(join(root, 'out', folder, name), 'utf8') }));
}

test('the built programs have no native module inside, and ask for its package', () => {
  const declared = {
    main: dependenciesIn('.'),
    service: [...dependenciesIn('src-service'), ...dependenciesIn('src-media')],
  };
  for (const [folder, names] of Object.entries(declared)) {
    const all = readdirSync(join(root, 'out', folder), { recursive: true, encoding: 'utf8' });
    expect(all.filter((name) => name.endsWith('.node'))).toEqual([]);
    const files = builtFiles(folder);
    expect(files.filter(({ code }) => /["'`][^"'`]*\.node["'`]/.test(code)).map(({ name }) => name)).toEqual(
      [],
    );
    const asked = (name: string): boolean =>
      files.some(({ code }) => new RegExp(`(from|import\\(|resolve\\()\\s*["'\`]${name}["'\`/]`).test(code));
    const natives = names.filter((name) => [...foldersOf([name])].some(isNative));
    expect(natives.length).toBeGreaterThan(0);
    expect(natives.filter((name) => !asked(name))).toEqual([]);
  }
});

test('the main process asks for no package but those that are packed beside it', () => {
  const statement =
    /^(?:import|export)\b[^;]*?["']([^"'.][^"']*)["'];$|\bimport\(["'`]([^"'`.][^"'`]*)["'`]\)/gm;
  const asked = builtFiles('main').flatMap(({ code }) =>
    [...code.replaceAll(/^\s*(?:\/\*)?\*.*$/gm, '').matchAll(statement)].map(
      ([, first = '', later = '']) => first || later,
    ),
  );
  const packages = asked.filter((name) => !isBuiltin(name) && name !== 'electron');
  expect([...new Set(packages)]).toEqual(Object.keys(readMainPackages().outside));
});

test('the workspaces are part of the built service, so that no link to a folder is in a package', () => {
  const asking = builtFiles('service').filter(({ code }) => /["'`]@dailies\//.test(code));
  expect(asking.map(({ name }) => name)).toEqual([]);
});

test('the program of the service loads no library that makes media: another process does, and ends', () => {
  const files = new Map(builtFiles('service').map(({ name, code }) => [name.replaceAll(sep, '/'), code]));
  const asked = new Set<string>();
  const read = (name: string): void => {
    for (const [, path = ''] of (files.get(name) ?? '').matchAll(/^import\b[^;]*?["']([^"']+)["'];$/gm)) {
      const file = path.startsWith('.') ? posix.join(posix.dirname(name), path) : path;
      if (asked.has(file)) continue;
      asked.add(file);
      read(file);
    }
  };
  read('service-entry.js');
  expect([...asked]).toContain('fastify');
  const packages = [...asked].filter((name) => !files.has(name) && !name.startsWith('node:'));
  const natives = packages.filter((name) =>
    [
      ...foldersOf([
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ]),
    ].some(isNative),
  );
  expect(natives).toEqual([]);
});

test('the panel for Premiere Pro is packed with the version of the app', () => {
  const files = unzipSync(readFileSync(join(root, 'out', 'editors', 'dailies-premiere.ccx')));
  expect(Object.keys(files).toSorted()).toEqual(['index.html', 'main.js', 'manifest.json']);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const manifest = files['manifest.json'] ?? new Uint8Array();
  expect(JSON.parse(strFromU8(manifest))).toMatchObject({ id: 'dailies.premiere', version });
});
