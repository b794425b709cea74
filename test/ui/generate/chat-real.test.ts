import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { trayRows } from '../support/tray.ts';

test.describe.configure({ timeout: 300_000 });
// The app is killed while the page is open. A project has no picture until it is made.
test.use({ toleratedComplaints: /net::ERR_|status of 404/ });

const slow = { timeout: 120_000 };
const made = (page: Page) => page.getByRole('group', { name: /^Made by the assistant/ });

async function openChat(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await page.getByRole('radio', { name: 'Chat' }).check({ force: true });
}

async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message to the assistant' }).fill(words);
  await page.keyboard.press('Control+Enter');
}

test('a chat makes a video in place, goes on after a crash, and changes the video beside its project', async ({
  page,
  address,
  app,
}) => {
  await openChat(page, address);
  await expect(page.getByRole('switch', { name: 'Generate without asking' })).not.toBeChecked();
  await expectAccessible(page);
  await say(page, 'A 10 second video about lighthouses');
  const list = page.getByRole('list', { name: 'Chats' });
  await expect(list.getByRole('button')).toHaveText(/^A 10 second video about lighthouses/);
  const make = page.getByRole('button', { name: 'Make this: A narrated video' });
  await expect(make).toBeVisible(slow);
  await expectAccessible(page);

  await make.click();
  await expect(page.getByRole('listitem', { name: 'You' }).last()).toHaveText(/Approved: A narrated video/);
  await expect(made(page)).toBeVisible(slow);
  await app.stop('SIGKILL');
  await openChat(page, await app.start());
  await list.getByRole('button').click();
  await expect(made(page)).toContainText('Done', slow);
  await expect(page.getByRole('button', { name: /^Make this:/ })).toHaveCount(0);
  await made(page).getByRole('button', { name: 'Open project' }).click();

  await page.getByRole('tab', { name: 'Chat' }).click();
  await say(page, 'Hide the captions');
  await page.getByRole('button', { name: 'Approve: Hide the captions' }).click(slow);
  await expect(page.getByText(/^Done or on its way/)).toBeVisible(slow);
  await say(page, 'Add music');
  await expect(page.getByText('10 credits')).toBeVisible(slow);
  await page.getByRole('button', { name: /^Reject:/ }).click();
  await expect(page.getByText('All right, I leave it as it is.')).toBeVisible(slow);
  await expectAccessible(page);

  await page.keyboard.press('Control+1');
  await page.getByRole('radio', { name: 'Chat' }).check({ force: true });
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByRole('switch', { name: 'Generate without asking' }).click();
  await expect(page.getByText(/starts at once\. This uses credits/)).toBeVisible();
  await say(page, 'A 3 second clip of gulls');
  await expect(made(page)).toBeVisible(slow);
  await expect(list.getByRole('button')).toHaveText([/^A 3 second clip of gulls/, /^A 10 second video/]);
});

test('a generation of the assistant that was cancelled is asked for again where it stands', async ({
  page,
  address,
}) => {
  await openChat(page, address);
  await say(page, 'A 10 second video about lighthouses');
  const make = page.getByRole('button', { name: 'Make this: A narrated video' });
  await make.click(slow);
  await expect(made(page)).toBeVisible(slow);
  await page.keyboard.press('Control+J');
  await trayRows(page)
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click();
  await page.keyboard.press('Control+J');
  await expect(made(page)).toContainText('Cancelled', slow);
  await made(page).getByRole('button', { name: 'Try again' }).dblclick();
  await expect(page.getByRole('listitem', { name: 'You' }).last()).toContainText('about lighthouses');
  await expect(make).toBeVisible(slow);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expectAccessible(page);
  await make.click();
  await expect(made(page).last()).toContainText('Done', slow);
  await expect(made(page)).toHaveCount(2);
  await expect(make).toHaveCount(0);
});
