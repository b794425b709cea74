import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');

/** Runs `npm start` until it prints an address or exits. */
async function start(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ said: string; errors: string; code: number | null }> {
  const folder = await makeTemporaryFolder();
  const child = spawn(process.execPath, ['src-main/hosts/start/start-app.ts', '--no-open', ...words], {
    cwd: root,
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DAILIES_USER_DATA: join(folder, 'user-data'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let [said, errors] = ['', ''];
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const offered = new Promise<null>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^Open http/m.test(said)) resolve(null);
    });
  });
  return { code: await Promise.race([ended, offered]), said, errors };
}

/** Runs `npm start` with a program in Electron's place. */
async function startWith(electron: string): Promise<{ said: string; errors: string; code: number | null }> {
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
  expect(await startWith('exit 0')).toEqual({ said: '', errors: '', code: 0 });
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
  expect([code, errors]).toEqual([1, `${file} cannot hold the data of the app: ENOTDIR\n`]);
});
