import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { _electron, expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '..', '..');
const electronFolder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
const pathFile = join(electronFolder, 'path.txt');
const program = existsSync(pathFile) ? join(electronFolder, 'dist', readFileSync(pathFile, 'utf8')) : null;

test.skip(
  program === null || !existsSync(program),
  'SKIPPED: Electron’s program is not on this machine; npx install-electron fetches it.',
);

test('the window opens with the page, without Node, and asks main for its facts', async () => {
  const userData = await mkdtemp(join(tmpdir(), 'dailies-electron-'));
  const app = await _electron.launch({
    executablePath: program ?? '',
    args: [root],
    env: { ...process.env, DAILIES_USER_DATA: userData },
  });
  try {
    const window = await app.firstWindow();
    await expect(window.getByRole('button', { name: /start generation/i })).toBeVisible();
    expect(window.url()).toBe('app://dailies/');
    expect(
      await window.evaluate(() =>
        ['require', 'process', 'module', 'Buffer'].filter((name) => name in globalThis),
      ),
    ).toEqual([]);
    const info = await window.evaluate(() =>
      (globalThis as unknown as { bridge: { invoke(request: unknown): Promise<unknown> } }).bridge.invoke({
        name: 'app.info',
        input: {},
      }),
    );
    expect(info).toMatchObject({ ok: true, value: { host: 'electron' } });
  } finally {
    await app.close();
    await rm(userData, { recursive: true, force: true });
  }
});
