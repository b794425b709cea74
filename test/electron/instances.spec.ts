import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { giveAway } from './support/desktop-session.ts';
import { call, test } from './support/real-electron.ts';

const filter = { what: 'all', status: null, connectionId: null, search: '' };
const activityQuery = { filter, offset: 0, limit: 10 };

test('a second start brings the first window to the front with its files, and ends', async ({ user }) => {
  const app = await user.start();
  const page = await app.firstWindow();
  await expect(page.getByRole('button', { name: /start generation/i })).toBeVisible();
  const still = join(user.home, 'still.png');
  writeFileSync(
    still,
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
  giveAway(still);
  await expect
    .poll(async () => ((await call(page, 'connection.get')) as { state: string }).state, { timeout: 60_000 })
    .toBe('ready');
  const second = user.spawn(['--upload', still, join(user.home, 'absent.png')]);
  expect((await once(second, 'close'))[0]).toBe(0);
  await expect
    .poll(async () => JSON.stringify(await call(page, 'activity.list', activityQuery)))
    .toContain('still.png');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
