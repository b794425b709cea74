import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../src-renderer');
const components = globSync('**/*.svelte', { cwd: root });

/** The style of a component without the conditions of media and container queries, which cannot hold tokens. */
function styleOf(path: string): string {
  const source = readFileSync(join(root, path), 'utf8');
  const style = /<style>([\s\S]*)<\/style>/.exec(source)?.[1] ?? '';
  return style.replaceAll(/@(?:media|container)[^{]*/g, '');
}

test('components take colours and pixels from the tokens and never write them down', () => {
  const literals = components.flatMap((path) => {
    const found = styleOf(path).match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(|\b\d+(?:\.\d+)?px\b/gi) ?? [];
    return found.map((literal) => `${path}: ${literal}`);
  });
  expect(components.length).toBeGreaterThan(40);
  expect(literals).toEqual([]);
});

test('every token a component takes exists', () => {
  const tokens = readFileSync(join(root, 'styles/tokens.css'), 'utf8');
  const known = new Set([...tokens.matchAll(/^\s*(--[\w-]+):/gm)].map((match) => match[1]));
  const unknown = components.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    const own = new Set([...source.matchAll(/(?:style:)?(--[\w-]+)\s*[:=]/g)].map((match) => match[1]));
    const used = [...source.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1] ?? '');
    return used.filter((name) => !known.has(name) && !own.has(name)).map((name) => `${path}: ${name}`);
  });
  const given = [
    '--bits-popover-anchor-width',
    '--bits-popover-content-available-height',
    '--bits-dropdown-menu-content-available-height',
    '--columns',
    '--measure',
    '--picture-ratio',
    '--width',
  ];
  expect(unknown.filter((each) => !given.some((name) => each.endsWith(name)))).toEqual([]);
});

test('nothing is put into the page as markup, and no style is written into it', () => {
  const sources = components.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
  expect(sources.filter(([, source]) => /\{@html|\sstyle="/.test(source)).map(([path]) => path)).toEqual([]);
});
