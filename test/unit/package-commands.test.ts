import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandScript } from '../../.ci/package/commands/stage-commands.ts';
import { manPage } from '../../.ci/package/linux/man-page.ts';
import { rows } from '../../src-main/hosts/commands/table.ts';
import { makeFolder } from '../fakes/main-fixture.ts';

const named = { productName: 'Dailies', programName: 'dailies', version: '1.2.3' };

/** Lays out an installed app whose programs tell how they were started, with the command in a folder of programs. */
async function install(platform: 'linux' | 'darwin', hasNode = true) {
  const folder = await makeFolder('installed');
  const app = join(folder, 'an app');
  const program = platform === 'darwin' ? join(app, 'MacOS', 'Dailies') : join(app, 'dailies');
  const resources = join(app, 'resources');
  const put = (path: string, content: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content, { mode: 0o755 });
  };
  put(program, '#!/bin/sh\necho app "$@"\n');
  if (hasNode) put(join(resources, 'node', 'node'), '#!/bin/sh\nshift\necho command "$@"\n');
  put(join(resources, 'bin', 'dailies'), commandScript({ ...named, platform }));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(resources, 'bin', 'dailies'), join(folder, 'bin', 'dailies'));
  const start = (words: readonly string[], path = process.env['PATH'] ?? '') =>
    spawnSync(join(folder, 'bin', 'dailies'), words, { encoding: 'utf8', env: { PATH: path } });
  return { folder, put, start };
}

test.skipIf(process.platform === 'win32').each(['linux', 'darwin'] as const)(
  'The program of a package for %s carries out commands, and opens the app with everything else',
  async (platform) => {
    const { start } = await install(platform);
    const told = (...words: string[]): string => start(words).stdout.trim();
    for (const words of [['generate', 'script', './a.md'], ['mcp'], ['--help'], ['sing']])
      expect(told(...words)).toBe(`command ${words.join(' ')}`);
    for (const words of [
      [''],
      ['/films/a.fcpxml'],
      ['cut.otio'],
      ['dailies:project/p1'],
      ['--upload', 'mcp'],
    ])
      expect(told(...words)).toBe(`app ${words.join(' ')}`.trim());
    expect(told()).toBe('app');
  },
);

test.skipIf(process.platform === 'win32')(
  'A package without a Node runs commands by one on the path that is new enough, and says so without one',
  async () => {
    const { folder, put, start } = await install('linux', false);
    const node = join(folder, 'other', 'node');
    const path = `${join(folder, 'other')}:/usr/bin:/bin`;
    put(node, '#!/bin/sh\ntest "$1" = -e || echo command "$2"\n');
    expect(start(['jobs'], path).stdout.trim()).toBe('command jobs');
    put(node, '#!/bin/sh\nexit 1\n');
    const { status, stdout, stderr } = start(['jobs'], path);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain('commands need Node 24 or newer on the path');
  },
);

const page = manPage(named as Parameters<typeof manPage>[0], rows, '2026-12-01');

test('The manual page has every command, with its arguments and options', () => {
  const plain = page.replaceAll('\\-', '-');
  for (const { name } of rows) expect(plain).toMatch(new RegExp(`^\\.SS "${name}[ "]`, 'm'));
  expect(plain).toContain('.SS "cut trim PROJECT SCENE FRAMES"');
  expect(plain).toMatch(/^\.B --num-results N$/m);
});

test.for([
  ['groff', ['-man', '-ww', '-Tutf8', '-z']],
  ['mandoc', ['-Tlint', '-Wwarning']],
] as const)('%s renders the manual page without a warning', ([program, words], { skip }) => {
  skip(spawnSync(program, ['--version']).error !== undefined, `there is no ${program} here`);
  const { status, stdout, stderr } = spawnSync(program, words, { input: page, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
