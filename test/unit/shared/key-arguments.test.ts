import { spawnSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { withKeysOfInput } from '../../../src-shared/key-arguments.ts';
import { makeFolder } from '../../fakes/main-fixture.ts';

/** Yields standard input in pieces that do not end at line ends, and leaves it open. */
async function* chunksOf(lines: readonly string[]): AsyncGenerator<Buffer> {
  const text = lines.map((line) => `${line}\n`).join('');
  for (const character of text) yield await Promise.resolve(Buffer.from(character));
  await new Promise(() => undefined);
}

/** Returns the arguments after reading these lines from standard input, and the warnings. */
async function read(argv: string[], ...lines: string[]) {
  const warnings: string[] = [];
  const result = await withKeysOfInput(argv, ['--api-key', '--free-api-key'], {
    input: () => chunksOf(lines),
    warn: (text) => warnings.push(text),
    variable: 'A_VARIABLE',
  });
  return { result, warnings };
}

test('each minus takes a line of standard input, in the order of the arguments', async () => {
  const { result, warnings } = await read(
    ['--api-key', '-', '--port', '0', '--free-api-key=-'],
    ' one',
    'two',
  );
  expect(result).toEqual(['--api-key=one', '--port', '0', '--free-api-key=two']);
  expect(warnings).toEqual([]);
});

test.each([[['--api-key', 'seen']], [['--api-key=seen']]])('%j is taken with a warning', async (argv) => {
  const { result, warnings } = await read(argv);
  expect(result).toEqual(['--api-key=seen']);
  expect(warnings).toEqual([expect.stringMatching(/^Other users .*--api-key - .*A_VARIABLE\.\n$/)]);
});

test('other arguments, those after two minuses and an option without a value are left alone', async () => {
  const argv = ['-', '--api-keys=x', '--api-key'];
  expect(await read(argv, 'line')).toEqual({ result: argv, warnings: [] });
  const words = ['FILE', '--', '--api-key', '-'];
  expect(await read(words, 'line')).toEqual({ result: words, warnings: [] });
});

test('the check of a service hands keys of standard input on without showing them', async () => {
  const folder = await makeFolder('conformance');
  const program = join(folder, 'vitest');
  await writeFile(program, '#!/bin/sh\necho "$DAILIES_API_KEY $DAILIES_FREE_API_KEY $*"\n');
  await chmod(program, 0o755);
  const script = join(import.meta.dirname, '../../../.ci/conformance.ts');
  const args = [script, '--base-url', 'http://127.0.0.1:1', '--api-key', '-', '--free-api-key', '-'];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    input: 'key-one\nkey-two\n',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^key-one key-two run /);
  expect(stdout.match(/key-/g)).toHaveLength(2);
  expect(stderr).not.toContain('--api-key');
});
