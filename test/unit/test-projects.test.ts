import { globSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { InlineConfig } from 'vitest/node';
import pages from '../../playwright.config.ts';
import units from '../../vitest.config.ts';

const top = fileURLToPath(new URL('../..', import.meta.url));

interface Project {
  readonly name: string;
  readonly has: (file: string) => boolean;
}

function vitestProject({ name, include = [], exclude = [] }: InlineConfig): Project {
  const isIn = (file: string, globs: readonly string[]) => globs.some((glob) => matchesGlob(file, glob));
  const label = typeof name === 'string' ? name : (name?.label ?? '');
  return { name: label, has: (file) => isIn(file, include) && !isIn(file, exclude) };
}

const projects: Project[] = [
  ...(units.test?.projects ?? []).flatMap((project) =>
    typeof project === 'object' && 'test' in project && project.test ? [vitestProject(project.test)] : [],
  ),
  ...(pages.projects ?? []).map(({ name = '', testMatch }) => ({
    name,
    has: (file: string) => testMatch instanceof RegExp && testMatch.test(file),
  })),
];

/** Folders with files of others or built files. */
const foreign = ['node_modules', 'out', 'test-results', '.cache', '.git'];
const files = globSync('**/*.{test,spec,setup}.{ts,js,mts}', {
  cwd: top,
  exclude: (path) => foreign.some((name) => matchesGlob(path, name) || matchesGlob(path, `**/${name}`)),
}).map((file) => file.replaceAll('\\', '/'));

test('every test file belongs to exactly one project', () => {
  const owners = files.map(
    (file) => [file, projects.filter(({ has }) => has(file)).map(({ name }) => name)] as const,
  );
  expect(owners.filter(([, names]) => names.length !== 1)).toEqual([]);
});

test.each(projects)('the project $name has files', ({ has }) => {
  expect(files.filter(has)).not.toEqual([]);
});
