import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { giveAway } from './support/desktop-session.ts';
import { call, test } from './support/real-electron.ts';

const filter = { what: 'all', status: null, connectionId: null, search: '' };
const activityQuery = { filter, offset: 0, limit: 10 };

test('a second start brings the first window to the front with its files and links, and ends', async ({
  user,
}) => {
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

  // Covers links, which anybody can make, and files opened with the app.
  const endOf = async (words: readonly string[]): Promise<unknown> =>
    ((await once(user.spawn(words), 'close')) as [unknown])[0];
  expect(await endOf(['dailies://sign-in', '--upload', '/etc/hostname'])).toBe(0);
  await expect(page.getByRole('radio', { name: 'Connections' })).toBeChecked();
  expect(await endOf(['dailies://erase/everything'])).toBe(0);
  await expect(page.getByText('The link could not be followed.')).toBeVisible();
  const script = join(user.home, 'Möwen am Kai.md');
  writeFileSync(script, 'The gulls are up first.');
  giveAway(script);
  expect(await endOf([pathToFileURL(script).href])).toBe(0);
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls are up first.');
  expect(JSON.stringify(await call(page, 'activity.list', activityQuery))).not.toContain('hostname');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});
