import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { findElectron } from '../../../../../src-main/hosts/start/electron-binary.ts';

afterEach(() => void vi.unstubAllEnvs());

test('an Electron the user names is taken, then one in the folder its package is given', async () => {
  const name = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '/opt/electron');
  expect(await findElectron()).toBe(
    join(
      '/opt/electron',
      process.platform in name ? name[process.platform as keyof typeof name] : 'electron',
    ),
  );
  vi.stubEnv('DAILIES_ELECTRON', '/opt/own/electron');
  expect(await findElectron()).toBe('/opt/own/electron');
}, 200_000);
