import { expect, type Page } from '@playwright/test';
import { consent, type HostedService, revokeAccess, testWithHosted } from '../support/hosted-service.ts';
import { openPage } from '../support/page-test.ts';

const test = testWithHosted.extend<{
  /** Waits for the nth time that the app opens the system's browser, and signs in there as the user. */
  signInThere: (nth: number) => Promise<void>;
}>({
  signInThere: async ({ app, hosted, context }, use) => {
    await use(async (nth) => {
      await expect.poll(() => app.opened.length, { timeout: 30_000 }).toBe(nth);
      await consent(context, hosted, app.opened[nth - 1] ?? '');
    });
  },
});

test.describe.configure({ timeout: 240_000 });
// Services disappear and credentials are wrong on purpose.
test.use({ toleratedComplaints: /net::ERR_|status of 502/ });

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/real/connections-${name}.png`, animations: 'disabled' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Connections' });
const banners = (page: Page) => page.getByRole('region', { name: 'Work is waiting' });

async function openConnections(page: Page, address: string): Promise<void> {
  await openPage(page, address);
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitem', { name: /^Manage connections/ }).click();
}

async function beginAdding(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByRole('textbox', { name: 'Service address' }).fill(url);
}

const longScript = [
  'Night shift',
  'The ferry comes in late.',
  'Crates wait under the lamps.',
  'A forklift hums along the quay.',
  'Somebody counts the pallets twice.',
  'The radio plays to nobody.',
  'At five the gulls are up.',
].join('\n\n');

const rowOf = (page: Page, hosted: HostedService) => list(page).getByRole('option', { name: hosted.host });
const inspectorOf = (page: Page, hosted: HostedService) => page.getByRole('group', { name: hosted.host });
const fact = (page: Page, name: string) =>
  page.locator('dl div', { has: page.getByText(name, { exact: true }) });

test('a hosted service is signed in to without a keychain, out of, and in again', async ({
  page,
  address,
  app,
  hosted,
  signInThere,
}) => {
  await openConnections(page, address);
  await beginAdding(page, hosted.url);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Waiting for your browser' })).toBeVisible();
  await expect(banners(page)).toContainText('cannot use the keychain');
  await signInThere(1);
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await expect(rowOf(page, hosted)).toContainText('Local user');
  await expect(fact(page, 'E-mail')).toContainText('user@localhost');
  await expect(page.getByRole('row', { name: /^Account/ })).toContainText(/[\d,]+ \/ 2,500/);
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banners(page)).toBeEmpty();
  await expect(fact(page, 'Kept in')).toContainText('Memory, until you quit');
  await shot(page, 'signed-in');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(rowOf(page, hosted)).toContainText('Signed out');
  await expect(fact(page, 'Kept in')).toHaveCount(0);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Sign in again' }).click();
  await signInThere(2);
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await expect(inspectorOf(page, hosted).getByRole('button', { name: 'Make active' })).toBeVisible();

  // A cancelled sign-in keeps the connection as it was.
  await inspectorOf(page, hosted).getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await inspectorOf(page, hosted).getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(rowOf(page, hosted)).toContainText('Signed out');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(/"refreshToken"|Bearer |"accessToken"/.exec(app.readOwnFiles())).toBeNull();
});

test('a sign-in that the user takes back at the service pauses its jobs, and signing in again goes on with them', async ({
  page,
  address,
  hosted,
  signInThere,
  context,
}) => {
  test.slow();
  await openConnections(page, address);
  await beginAdding(page, hosted.url);
  await page.keyboard.press('Enter');
  await signInThere(1);
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Make active' }).click();
  // Each connection has a draft of its own.
  await expect(page.getByRole('contentinfo')).toContainText(hosted.host);
  await page.keyboard.press('Control+1');
  await page.getByRole('textbox', { name: 'Script' }).fill(longScript);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+j');
  const generation = page.getByRole('grid').getByRole('row', { name: /Night shift/ });
  await expect(generation.getByRole('progressbar')).toBeVisible();

  await revokeAccess(context, hosted);
  await expect(banners(page)).toContainText(`You are signed out of ${hosted.host}. Its jobs are waiting.`);
  await expect(banners(page).getByRole('button')).toHaveCount(1);
  await expect(generation).not.toContainText(/Done|Failed/);
  await shot(page, 'revoked');
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitem', { name: /^Manage connections/ }).click();
  await expect(rowOf(page, hosted)).toContainText('Signed out');
  await expect(fact(page, 'Kept in')).toHaveCount(0);
  await expect(fact(page, 'Open jobs')).toContainText('1');

  await inspectorOf(page, hosted).getByRole('button', { name: 'Sign in' }).click();
  await signInThere(2);
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await expect(banners(page)).toBeEmpty();
  await page.keyboard.press('Control+j');
  await expect(generation).toContainText('Done', { timeout: 300_000 });
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('listbox', { name: 'Projects' }).getByRole('option')).toHaveCount(1);
});

test('an API key is tested, typed once though there is no keychain, replaced, and refused once the service takes it back', async ({
  page,
  address,
  app,
  hosted,
}) => {
  await openConnections(page, address);
  await beginAdding(page, hosted.url);
  await page.getByText('API key', { exact: true }).click();
  const key = page.locator('input[type=password]');
  await key.fill('sk_videogen_live_wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The credential was not accepted');
  await expect(key).toBeFocused();
  await expect(list(page).getByRole('option')).toHaveCount(1);
  const first = hosted.makeKey();
  await key.fill(first);
  await page.keyboard.press('Enter');
  await expect(banners(page)).toContainText('cannot use the keychain');
  await shot(page, 'key-without-keychain');
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await expect(fact(page, 'Kept in')).toContainText('Memory, until you quit');
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banners(page)).toBeEmpty();
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await expect(key).toHaveCount(0);
  await expect(fact(page, 'Credential')).toContainText('edit bay');
  await expect(fact(page, 'Kept in')).toContainText('Memory, until you quit');

  await page.getByRole('button', { name: 'Replace API key' }).click();
  await page.getByLabel('New API key').fill('sk_videogen_live_wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Replace API key' }).getByRole('alert')).toContainText(
    'The credential was not accepted',
  );
  const second = hosted.makeKey();
  await page.getByLabel('New API key').fill(second);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Notifications')).toContainText('was replaced');
  await expect(rowOf(page, hosted)).toContainText('Ready');

  hosted.revokeKey(second);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(rowOf(page, hosted)).toContainText('Signed out');
  await expect(inspectorOf(page, hosted).getByRole('alert')).toContainText('The credential was not accepted');
  await shot(page, 'key-revoked');
  await page.getByRole('button', { name: 'Replace API key' }).click();
  const third = hosted.makeKey();
  await page.getByLabel('New API key').fill(third);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, hosted)).toContainText('Ready');
  const written = app.readOwnFiles();
  for (const secret of [first, second, third]) expect(written).not.toContain(secret);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Only this computer so far')).toBeVisible();
});

test('a service that goes away and comes back is reported in one line, which goes by itself', async ({
  page,
  address,
  hosted,
}) => {
  await openConnections(page, address);
  await beginAdding(page, hosted.url);
  await page.getByText('API key', { exact: true }).click();
  await page.locator('input[type=password]').fill(hosted.makeKey());
  await page.keyboard.press('Enter');
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(rowOf(page, hosted)).toContainText('Ready');
  await page.getByRole('button', { name: 'Make active' }).click();
  await page.keyboard.press('Control+2');
  await expect(page.getByText('No projects yet')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(hosted.host);

  await hosted.stop();
  await page.keyboard.press('Control+1');
  await page.getByRole('textbox', { name: 'Script' }).fill('Lamps go out one by one along the quay.');
  await page.keyboard.press('Control+Enter');
  await expect(banners(page)).toContainText(`${hosted.host} has been unreachable since`, {
    timeout: 60_000,
  });
  await shot(page, 'offline');
  await page.reload();
  await expect(banners(page)).toContainText(`${hosted.host} has been unreachable since`);
  await banners(page).getByRole('button', { name: 'Dismiss' }).first().click();
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitemradio', { name: /On this computer/ }).click();
  await expect(banners(page)).toBeEmpty();
  await expect(page.getByRole('contentinfo')).toContainText('Local');
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitemradio', { name: hosted.host }).click();
  await expect(banners(page)).toContainText('has been unreachable since');
  await hosted.start();
  await expect(banners(page)).toBeEmpty({ timeout: 90_000 });
  await expect(page.getByRole('contentinfo')).toContainText(hosted.host);
  await expect(page.getByRole('button', { name: 'Open project' })).toBeVisible({ timeout: 120_000 });
});
