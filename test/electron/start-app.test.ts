import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';

const root = join(import.meta.dirname, '..', '..');

/** Runs `npm start` with a program in Electron's place until it prints an address or exits. */
async function startWith(electron: string): Promise<{ said: string; code: number | null }> {
  const folder = await makeTemporaryFolder();
  const program = join(folder, 'electron');
  await writeFile(program, `#!/bin/sh\n${electron}\n`, { mode: 0o755 });
  const child = spawn(process.execPath, ['src-main/hosts/start/start-app.ts', '--no-open'], {
    cwd: root,
    env: {
      ...process.env,
      DISPLAY: ':0',
      DBUS_SESSION_BUS_ADDRESS: undefined,
      DAILIES_ELECTRON: program,
      DAILIES_USER_DATA: join(folder, 'user-data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  const offered = new Promise<null>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (/^Open http/m.test(said)) resolve(null);
    });
  });
  return { code: await Promise.race([ended, offered]), said };
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
  expect(await startWith('exit 0')).toEqual({ said: '', code: 0 });
});
