import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test } from '@playwright/test';
import { presentElectron } from '../../src-main/hosts/start/electron-binary.ts';

const root = join(import.meta.dirname, '..', '..');
const program = presentElectron();

test.skip(
  program === null,
  'SKIPPED: Electron’s program is not on this machine; npx install-electron fetches it, DAILIES_ELECTRON names one.',
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
