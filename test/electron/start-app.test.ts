import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');

interface Started {
  readonly child: ChildProcess;
  /** Resolves with the exit code; null after a signal. */
  readonly ended: Promise<number | null>;
  readonly said: string;
  readonly errors: string;
  /** Null if it prints an address before it exits. */
  readonly code: number | null;
}

/** Runs `npm start` until it prints an address or exits. */
async function start(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input: 'ignore' | number = 'ignore',
): Promise<Started> {
  const folder = await makeTemporaryFolder();
  const child = spawn(process.execPath, ['src-main/hosts/start/start-app.ts', '--no-open', ...words], {
    cwd: root,
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DAILIES_USER_DATA: join(folder, 'user-data'),
      ...environment,
    },
    stdio: [input, 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const offered = new Promise<null>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^Open http/m.test(said)) resolve(null);
    });
  });
  return { child, ended, code: await Promise.race([ended, offered]), said, errors };
}

/** Runs `npm start` with a program in Electron's place. */
async function startWith(electron: string): Promise<Started> {
  const program = join(await makeTemporaryFolder(), 'electron');
  await writeFile(program, `#!/bin/sh\n${electron}\n`, { mode: 0o755 });
  return start([], { DISPLAY: ':0', DAILIES_ELECTRON: program });
}

test.each([
  ['that ends at once, as where the system lacks a library', 'exit 127'],
  ['that crashes at once, as where it may not run as this user', 'kill -TRAP $$'],
])('an Electron %s leaves the app to the browser', async (_name, electron) => {
  const { said } = await startWith(electron);
  expect(said).toContain('Electron could not be started here: running the same app in your browser.');
  expect(said).toMatch(/^Open http:\/\/127\.0\.0\.1:\d+\//m);
});

test('an Electron that was closed in order leaves nothing behind', async () => {
  expect(await startWith('exit 0')).toMatchObject({ said: '', errors: '', code: 0 });
});

test.each([[['--port']], [['--port', 'http']], [['--port=65536']], [['--prot', '4310']], [['a.mp4']]])(
  'the command line %j is refused with the reason and what is possible',
  async (words) => {
    const { said, errors, code } = await start(['--browser', ...words]);
    expect([code, said]).toEqual([2, '']);
    expect(errors).toContain(words[0]?.split('=')[0]);
    expect(errors).toContain('Usage: npm start -- ');
    expect(errors).not.toMatch(/^ +at /m);
  },
);

test('a port that another program uses is named, with what to do', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { errors, code } = await start(['--browser', '--port', String(port)]);
  expect(code).toBe(1);
  expect(errors).toBe(
    `Another program uses port ${port}. Choose another one, or leave --port out to get a free one.\n`,
  );
});

test('a folder that cannot hold the data of the app is named, and nothing else is said', async () => {
  const file = join(await makeTemporaryFolder(), 'a file');
  await writeFile(file, '');
  const { errors, code } = await start(['--browser'], { DAILIES_USER_DATA: file });
  expect([code, errors]).toEqual([
    1,
    `${file} cannot hold the data of the app: ENOTDIR. Set DAILIES_USER_DATA to another folder.\n`,
  ]);
});

test('the app starts and stays although nobody reads its output', async () => {
  const program = join(await makeTemporaryFolder(), 'electron');
  await writeFile(program, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const userData = join(await makeTemporaryFolder(), 'user-data');
  const environment = { DISPLAY: ':0', DAILIES_ELECTRON: program, DAILIES_USER_DATA: userData };
  const child = spawn(process.execPath, ['src-main/hosts/start/start-app.ts', '--no-open'], {
    cwd: root,
    env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.destroy();
  const ended = once(child, 'exit');
  const isRunning = (): boolean => child.exitCode === null;
  await expect.poll(() => !isRunning() || existsSync(join(userData, 'service', 'service.db'))).toBe(true);
  expect(isRunning()).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('an input that cannot be read, as nohup gives it, is no fault', async () => {
  const userData = join(await makeTemporaryFolder(), 'user-data');
  const input = openSync('/dev/null', 'w');
  onTestFinished(() => {
    closeSync(input);
  });
  const { child, ended } = await start(['--browser'], { DAILIES_USER_DATA: userData }, input);
  await expect.poll(() => existsSync(join(userData, 'service', 'service.db'))).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  // Without a warning there is no log.
  const log = await readFile(join(userData, 'logs', 'dailies.log'), 'utf8').catch(() => '');
  expect(log).not.toContain('"level":"error"');
});

test('interrupts that follow the first one do not keep the app from ending in order', async () => {
  const { child, ended } = await start(['--browser']);
  const timer = setInterval(() => child.kill('SIGINT'), 5);
  onTestFinished(() => {
    clearInterval(timer);
  });
  expect(await ended).toBe(0);
});

test('the app ends when the shell of npm was ended and has not passed the signal on', async () => {
  const program = ['src-main/hosts/start/start-app.ts', '--browser', '--no-open'];
  const shell = spawn('sh', ['-c', '"$0" "$@"; true', process.execPath, ...program], {
    cwd: root,
    env: {
      ...process.env,
      npm_lifecycle_event: 'start',
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DAILIES_USER_DATA: join(await makeTemporaryFolder(), 'user-data'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const group = -(shell.pid ?? 0);
  let isEnded = false;
  shell.once('close', () => (isEnded = true));
  onTestFinished(() => {
    if (!isEnded) process.kill(group, 'SIGKILL');
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await expect.poll(() => isEnded).toBe(true);
});
