import { readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../../../../src-main/foundation/redact.ts';
import { createFileLog } from '../../../../../src-main/hosts/node/file-log.ts';
import { moviesFolder } from '../../../../../src-main/hosts/node/movies-folder.ts';
import { createSystemClock } from '../../../../../src-main/hosts/node/system-clock.ts';
import { createSystemShell, revealCommand } from '../../../../../src-main/hosts/node/system-shell.ts';
import { userPaths } from '../../../../../src-main/hosts/node/user-paths.ts';
import { AppError } from '../../../../../src-shared/app-error.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';

describe('the app keeps its files where the system keeps them', () => {
  test.each([
    ['linux', {}, '/home/e/.config/Dailies', '/home/e/Videos'],
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/Dailies', '/home/e/Videos'],
    ['linux', { XDG_CONFIG_HOME: '' }, '/home/e/.config/Dailies', '/home/e/Videos'],
    ['darwin', {}, '/home/e/Library/Application Support/Dailies', '/home/e/Movies'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Dailies', '/home/e/Videos'],
    ['linux', { DAILIES_USER_DATA: '/chosen' }, '/chosen', '/home/e/Videos'],
    ['linux', { DAILIES_USER_DATA: 'my data' }, resolve('my data'), '/home/e/Videos'],
  ] as const)('%s %j', (platform, environment, userData, movies) => {
    expect(userPaths(platform, environment, '/home/e')).toEqual({ userData, movies });
  });
});

describe('deliveries are proposed where the system keeps movies', () => {
  async function moviesOf(userDirs: string): Promise<string | null> {
    const config = await makeFolder('config');
    await writeFile(join(config, 'user-dirs.dirs'), userDirs);
    return userPaths('linux', { XDG_CONFIG_HOME: config }, '/home/e').movies;
  }

  test.each([
    ['# a comment\nXDG_MUSIC_DIR="$HOME/Musik"\nXDG_VIDEOS_DIR="$HOME/Vidéos"\n', '/home/e/Vidéos'],
    ['XDG_VIDEOS_DIR="/srv/footage/"', '/srv/footage'],
    ['XDG_VIDEOS_DIR="$HOME/A \\"B\\" \\$C"', '/home/e/A "B" $C'],
    ['XDG_VIDEOS_DIR="$HOME/"', '/home/e/Videos'],
    ['XDG_VIDEOS_DIR="relative"', '/home/e/Videos'],
    ['#XDG_VIDEOS_DIR="/srv/footage"', '/home/e/Videos'],
  ])('%j of user-dirs.dirs is %s', async (userDirs, movies) => {
    expect(await moviesOf(userDirs)).toBe(movies);
  });

  test.each([
    ['    My Video    REG_EXPAND_SZ    %USERPROFILE%\\Videos\r\n', 'C:\\Users\\E\\Videos'],
    ['    My Video    REG_SZ    D:\\My Footage\r\n', 'D:\\My Footage'],
    ['    My Video    REG_SZ    D:\\Vid\uFFFDos\r\n', join('C:\\Users\\E', 'Videos')],
    ['    My Video    REG_EXPAND_SZ    %NOWHERE%\\Videos\r\n', join('C:\\Users\\E', 'Videos')],
    [null, join('C:\\Users\\E', 'Videos')],
  ])('%j of the registry is %s', (printed, movies) => {
    const sources = { readUserDirs: () => null, queryRegistry: () => printed };
    const environment = { UserProfile: 'C:\\Users\\E' };
    expect(moviesFolder('win32', environment, 'C:\\Users\\E', sources)).toBe(movies);
  });
});

test.each([
  ['Authorization: Bearer abc.def-ghi_jkl=', 'abc.def'],
  ['{"apiKey":"very-secret"}', 'very-secret'],
  ['key sk_videogen_live_Zm9vYmFy in a text', 'Zm9v'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'MfKQ'],
  ['GET https://cdn.example/a.mp4?X-Signature=abcdef&b=1 failed', 'abcdef'],
  ['http://127.0.0.1:4010/storage/x?token=qwertz', 'qwertz'],
  ['https://user:hunter2@example.com/', 'hunter2'],
  ['grant_type=refresh_token&refresh_token=qwertz', 'qwertz'],
  ['the answer was {\\"access_token\\":\\"qwertz\\"}', 'qwertz'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'c2lnbmF0dXJl'],
])('%s is written without its secret', (line, secret) => {
  expect(redact(line)).not.toContain(secret);
});

test('a line without secrets is written as it is', () => {
  const line = '{"message":"A run took 12 s at https://example.com/v1/runs","count":3}';
  expect(redact(line)).toBe(line);
});

test('no bearer survives whatever stands around it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const line = `${before} Bearer sk_videogen_live_0123456789abcdef ${after}`;
      expect(redact(line)).not.toContain('0123456789abcdef');
    }),
  );
});

test('the log is a line of JSON per entry, for this user alone, errors with their cause', async () => {
  const folder = join(await makeFolder(), 'logs');
  const echoed: string[] = [];
  const clock = createSystemClock();
  const log = createFileLog({ folder, clock, echo: (line) => echoed.push(line) });
  const cause = new Error('Bearer secret-of-the-cause');
  log.error('It failed.', new AppError('internal', 'Why.', { cause }), {
    url: 'https://a.example/b?sig=secret',
  });
  const path = join(folder, 'dailies.log');
  const text = await readFile(path, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    level: 'error',
    message: 'It failed.',
    url: 'https://a.example/b?[redacted]',
    error: { code: 'internal', message: 'Why.', cause: { message: 'Bearer [redacted]' } },
  });
  expect(echoed).toEqual([text.trim()]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('the request of an error is not logged, and a quoted address keeps the line whole', async () => {
  const lines: string[] = [];
  const log = createFileLog({
    folder: await makeFolder(),
    clock: createSystemClock(),
    echo: (line) => lines.push(line),
  });
  const error = Object.assign(new Error('No answer from "https://a.example/b?c=canary" today.'), {
    code: 'ECONNRESET',
    options: { headers: { 'x-key': 'canary' } },
  });
  log.warn('It failed.', { error });
  expect(lines.join('')).not.toContain('canary');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    error: { code: 'ECONNRESET', message: 'No answer from "https://a.example/b?[redacted]" today.' },
  });
});

test('a log that cannot be written stops nothing', async () => {
  const file = join(await makeFolder(), 'file');
  await writeFile(file, '');
  const log = createFileLog({ folder: join(file, 'logs'), clock: createSystemClock() });
  expect(() => {
    log.info('still here');
  }).not.toThrow();
});

test('a file is shown in the way of the system, never through a shell', () => {
  const path = '/a b/$(touch x); "c".fcpxml';
  expect(revealCommand('darwin', path)).toEqual(['open', ['-R', path]]);
  expect(revealCommand('win32', path)).toEqual(['explorer.exe', [`/select,${path}`]]);
  expect(revealCommand('linux', path)).toEqual(['xdg-open', ['/a b']]);
});

test('a folder goes to the trash of Linux by its own program, and a refusal is reported', async () => {
  const folder = await makeFolder('trash');
  const shell = createSystemShell('linux', true);
  expect([shell.hasTrash, createSystemShell('linux', false).hasTrash]).toEqual([true, false]);
  const gone = join(folder, 'gone');
  await expect(shell.moveToTrash(gone)).rejects.toMatchObject({
    code: 'not_trashed',
    details: { path: gone },
  });
  await expect(createSystemShell('win32', true).moveToTrash(folder)).rejects.toMatchObject({
    code: 'not_supported_here',
  });
});

test('facts that cannot be written do not lose the message', async () => {
  const echoed: string[] = [];
  const clock = createSystemClock();
  const log = createFileLog({ folder: await makeFolder(), clock, echo: (line) => echoed.push(line) });
  const round: Record<string, unknown> = {};
  round['self'] = round;
  log.warn('It went round.', round);
  expect(echoed[0]).toContain('It went round.');
});
