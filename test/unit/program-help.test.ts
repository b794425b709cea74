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
  ['roundtrip', []],
  ['roundtrip', ['returns']],
  ['service', ['--port', 'none']],
  ['service', ['keys', 'list']],
  ['service', ['credits']],
  ['start', ['--port', 'none']],
  ['upload', []],
] as const)('%s answers %j --help with its usage alone', (name, words) => {
  const { status, stdout, stderr } = run(name, [...words, '--help']);
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: (npm (start|run (-s )?${name})|dailies ${name})`, 'm'));
});
