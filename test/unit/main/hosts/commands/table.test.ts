import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { completionFor, shells } from '../../../../../src-main/hosts/commands/completion.ts';
import { fieldsOf } from '../../../../../src-main/hosts/commands/fields.ts';
import { placedOf } from '../../../../../src-main/hosts/commands/help.ts';
import { run } from '../../../../../src-main/hosts/commands/run.ts';
import { commands, findRow, rows } from '../../../../../src-main/hosts/commands/table.ts';
import { operations } from '../../../../../src-shared/api/operations.ts';
import { appContract } from '../../../../../src-shared/contract/app-contract.ts';
import { operationCalls } from '../../../../../src-shared/contract/operation.ts';

const hasZsh = spawnSync('zsh', ['--version']).status === 0;

/** Each command of this process listens to its output. */
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

/** Runs a command in this process. */
async function runHere(words: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    const spy = vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
  }
  const code = await run(words, new AbortController().signal);
  return { code, ...written };
}

describe('the table of commands', () => {
  test('has each name once, and arguments that are in the schema', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const command of commands) {
      const fields = fieldsOf(command.schema).map(({ name }) => name);
      expect([command.name, command.places.filter((name) => !fields.includes(name))]).toEqual([
        command.name,
        [],
      ]);
    }
  });

  test('serves only calls and operations that exist', () => {
    const known = new Set([...Object.keys(appContract.calls), ...Object.keys(operations)]);
    for (const { name, serves } of commands) {
      expect([name, serves.filter((call) => !known.has(call))]).toEqual([name, []]);
    }
  });

  test('serves every operation of the contract', () => {
    const served = new Set<string>(commands.flatMap(({ serves }) => serves));
    const direct = operationCalls['operation.call'].input.shape.operation.options;
    const jobs = operationCalls['operation.start'].input.shape.operation.options;
    // `library show` hydrates the file, which gives its links too.
    expect([...direct, ...jobs].filter((name) => !served.has(name))).toEqual(['getFile']);
  });

  test('finds the longest name that begins the words', () => {
    expect(findRow(['export', 'list', 'p1'])?.name).toBe('export list');
    expect(findRow(['export', 'p1'])?.name).toBe('export');
    expect(findRow(['cast'])).toBeNull();
  });
});

describe.each(commands)('dailies $name', (command) => {
  const words = command.name.split(' ');

  test('tells its arguments and options', async () => {
    const { code, stdout, stderr } = await runHere([...words, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: dailies ${command.name}`);
    for (const { flag, name } of fieldsOf(command.schema)) {
      const isPlaced = command.places.includes(name);
      expect(stdout).toContain(isPlaced ? flag.toUpperCase().replaceAll('-', '_') : `--${flag}`);
    }
  });

  test('refuses an unknown option as JSON', async () => {
    const { code, stdout } = await runHere([...words, '--no-such-option', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'invalid_input' } });
  });
});

const needy = commands.filter((command) => placedOf(command).some(({ isRequired }) => isRequired));
test.each(needy)('dailies $name names a missing argument', async ({ name }) => {
  const { code, stdout } = await runHere([...name.split(' '), '--json']);
  expect(code).toBe(2);
  const { error } = JSON.parse(stdout) as { error: { message: string } };
  expect(error.message).toMatch(/^[A-Z0-9_.]+ is missing\.$/);
});

test.each([
  [['tool', 'image', 'A boat', '--num-results', 'many'], '--num-results must be a number, not many.'],
  [['tool', 'image', 'A boat', '--num-results', '101'], 'numResults'],
  [['tool', 'image', 'A boat', '--quality', 'superb'], '--quality must be one of LOW, STANDARD, HIGH, MAX'],
  [['cut', 'trim', 'p1', '1', '0'], 'frames'],
  [['cast', 'create', 'actor'], 'NAME is missing.'],
  [['voices', 'en'], 'en is one word too many.'],
  [['generate', 'script', 'Hi.', '--remix-actions', '{'], '--remix-actions must be JSON, not {.'],
  [['sing'], 'There is no command sing.'],
] as const)('%j is refused before anything starts', async (words, message) => {
  const { code, stderr } = await runHere(words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a group alone lists its commands', async () => {
  const { code, stdout } = await runHere(['cast', '--help']);
  expect(code).toBe(0);
  expect(stdout).toContain('cast add-reference');
  expect(stdout).not.toContain('webhooks');
});

test.each(shells)('the completion for %s knows commands and options', async (shell) => {
  const { code, stdout } = await runHere(['completion', shell]);
  expect(code).toBe(0);
  for (const word of ['webhooks', 'add-reference', 'num-results']) expect(stdout).toContain(word);
});

test('the completion for bash offers what may follow', () => {
  const ask = (line: string): string[] => {
    const words = line.split(' ');
    const script = `${completionFor('bash', rows) ?? ''}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${String(words.length - 1)}
_dailies; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };
  expect(ask('dailies web')).toEqual(['webhooks']);
  expect(ask('dailies cast add')).toEqual(['add-reference']);
  expect(ask('dailies tool image --num')).toEqual(['--num-results']);
});

test.skipIf(!hasZsh)('The completion for zsh offers what may follow, at the first press and after', () => {
  const script = `compadd() { shift; print -l -- "$@" }; _files() {}; compdef() {}
_dailies() { ${completionFor('zsh', rows) ?? ''} }
words=(dailies cast add); CURRENT=3; _dailies; print; _dailies`;
  const [first, second] = execFileSync('zsh', ['-f', '-c', script], { encoding: 'utf8' }).split('\n\n');
  expect(first?.split('\n')).toContain('add-reference');
  expect(second?.trim()).toBe(first?.trim());
});

test('the completion of an unknown shell is refused', async () => {
  expect((await runHere(['completion', 'cmd'])).code).toBe(2);
});
