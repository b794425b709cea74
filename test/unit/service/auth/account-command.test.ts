import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runAccountCommand } from '../../../../src-service/auth/commands/run-account-command.ts';
import { systemClock } from '../../../../src-service/clock.ts';
import { diskFullMessage } from '../../../../src-service/describe-error.ts';
import { createLineLog } from '../../../../src-service/service-log.ts';
import { canMount, mountMemoryVolume } from '../../../fakes/memory-volume.ts';
import { makeTemporaryFolder } from '../../../fakes/temporary-folder.ts';

async function run(...words: string[]) {
  let output = '';
  let errors = '';
  const writeError = (text: string) => void (errors += text);
  const code = await runAccountCommand(words, {
    clock: systemClock,
    log: createLineLog(writeError),
    writeError,
    write: (text) => void (output += text),
  });
  return { code, output, errors };
}

test.each([
  ['keys', 'list'],
  ['keys', 'revoke', 'key_1'],
  ['credits', 'set', '--team', 'Studio', '5'],
])('%s %s refuses a folder that is not there, and makes none', async (...words) => {
  const folder = path.join(await makeTemporaryFolder(), 'mistyped');
  const { code, output, errors } = await run(...words, '--data', folder);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toContain(`${folder} has no data of the service`);
  expect(existsSync(folder)).toBe(false);
});

test('keys list refuses a folder of something else, and leaves it as it is', async () => {
  const folder = await makeTemporaryFolder();
  expect(await run('keys', 'list', '--data', folder)).toMatchObject({ code: 1, output: '' });
  expect(await readdir(folder)).toEqual([]);
});

test('keys create says where it begins a new data folder, and is silent about one that is there', async () => {
  const folder = path.join(await makeTemporaryFolder(), 'data');
  const first = await run('keys', 'create', '--data', folder);
  expect(first).toMatchObject({ code: 0, errors: expect.stringContaining(`new data folder, ${folder}`) });
  const second = await run('keys', 'create', '--data', folder);
  expect(second).toMatchObject({ code: 0, errors: '' });
  const { keys } = JSON.parse((await run('keys', 'list', '--data', folder)).output);
  expect(keys).toHaveLength(2);
});

test.skipIf(!canMount)('a full disk is named, without a stack trace', async () => {
  const volume = path.join(await makeTemporaryFolder(), 'volume');
  onTestFinished(mountMemoryVolume(volume, 'size=100k'));
  const { code, output, errors } = await run('keys', 'create', '--data', path.join(volume, 'data'));
  expect([code, output, errors]).toEqual([1, '', `${diskFullMessage}\n`]);
});

test('a database that cannot be opened is told as the fault of its folder, without a stack trace', async () => {
  const folder = await makeTemporaryFolder();
  // As one of another user, a folder in its place cannot be opened, also by the system's administrator.
  await mkdir(path.join(folder, 'service.db'));
  const { code, output, errors } = await run('keys', 'list', '--data', folder);
  expect([code, output]).toEqual([1, '']);
  expect(errors).toBe(`The data folder ${folder} cannot be used: unable to open database file\n`);
});

test('an unforeseen error ends in exit code 1 with a line of the log', async () => {
  let errors = '';
  const writeError = (text: string) => void (errors += text);
  const write = (): never => {
    throw new Error('a fault of the program');
  };
  const words = ['keys', 'create', '--data', path.join(await makeTemporaryFolder(), 'data')];
  const host = { clock: systemClock, log: createLineLog(writeError), writeError: () => undefined, write };
  expect(await runAccountCommand(words, host)).toBe(1);
  expect(JSON.parse(errors)).toMatchObject({
    level: 'error',
    error: expect.stringContaining('a fault of the program'),
  });
});

test('keys revoke without the id of a key says what it needs', async () => {
  const { code, errors } = await run('keys', 'revoke', '--data', 'anywhere');
  expect(code).toBe(2);
  expect(errors).toContain('keys revoke needs the id of one key, as keys list shows it.');
});
