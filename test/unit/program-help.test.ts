import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

/** Runs a script of `package.json` with more words. */
function run(name: string, words: readonly string[]) {
  const [program = '', ...given] = (scripts[name] ?? '').split(' ');
  expect(program).toBe('node');
  return spawnSync(process.execPath, [...given, ...words], { encoding: 'utf8', timeout: 25_000 });
}

test.each([
  ['bench', []],
  ['check:electron', []],
  ['conformance', ['--api-key', '-']],
  ['contact-sheet', []],
  ['coverage:api', []],
  ['dev:page', []],
  ['feed', ['--url', 'nowhere']],
  ['notices', []],
  ['package', ['--formats', 'zip']],
  ['roundtrip', []],
  ['roundtrip', ['returns']],
  ['service', ['--port', 'none']],
  ['service', ['keys', 'list']],
  ['service', ['credits']],
  ['setup', []],
  ['start', ['--port', 'none']],
  ['test', ['no-suite']],
  ['upload', []],
] as const)('%s answers %j --help with its usage alone', (name, words) => {
  const { status, stdout, stderr } = run(name, [...words, '--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: npm (test|start|run (-s )?${name})`, 'm'));
});

test.each([
  'bench',
  'check:electron',
  'contact-sheet',
  'coverage:api',
  'dev:page',
  'notices',
  'setup',
  'test',
])('%s refuses an option that it does not have, with its usage', (name) => {
  const { status, stdout, stderr } = run(name, ['--unknown']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain("'--unknown'");
  expect(stderr).toMatch(/^Usage: npm /m);
  expect(stderr).not.toMatch(/^ +at /m);
});

test.each([[['toString']], [['none', 'unpack']]])('bench refuses the names %j with its usage', (names) => {
  const { status, stdout, stderr } = run('bench', names);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^Usage: npm run bench -- [^\n]*\n$/);
});
