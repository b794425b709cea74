import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage } from '../support/page-test.ts';
import { pageVariants } from '../support/page-variants.ts';
import { test } from '../support/real-app.ts';

test.describe.configure({ timeout: 300_000 });

const url = 'http://127.0.0.1:9/events';

test('an endpoint is added with its events, tells its secret once and is deleted', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByText('Developer', { exact: true }).click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('form', { name: 'Add endpoint' });
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(form.getByText('Type an address, such as https://example.com/events')).toBeVisible();
  await expect(form.getByText('Choose at least one event')).toBeVisible();
  await form.getByRole('textbox', { name: 'Address' }).fill('http://10.0.0.1/events');
  await form.getByRole('textbox', { name: 'Description' }).fill('Render farm');
  await form.getByRole('checkbox', { name: 'Tools: Failed' }).check();
  await form.getByRole('checkbox', { name: 'Files', exact: true }).check();
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  // The service says why it sends nothing there.
  await expect(form.getByRole('textbox', { name: 'Address' })).toHaveAttribute('aria-invalid', 'true');
  await form.getByRole('textbox', { name: 'Address' }).fill(url);
  await form.getByRole('button', { name: 'Create endpoint' }).click();
  const secret = page.locator('.secret');
  await expect(secret).toHaveText(/^whsec_.{32}$/);
  const row = page.getByRole('listitem').filter({ hasText: url });
  await expect(row).toContainText('Render farm');
  await expect(row).toContainText('7 events');
  await expect(row).toContainText(`Secret ends with ${(await secret.textContent())?.slice(-4) ?? ''}`);
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'I have kept it' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add endpoint' })).toBeFocused();
  await page.reload();
  await expect(row).toBeVisible();
  await expect(secret).toHaveCount(0);
  await row.getByRole('button', { name: `Delete ${url}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete this endpoint?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Delete ${url}` }).click();
  await question.getByRole('button', { name: 'Delete endpoint' }).click();
  await expect(page.getByText('No endpoints yet')).toBeVisible();
});

test('the form and the secret fit every window', async ({ page, address }) => {
  await openPage(page, address);
  const { origin, pathname } = new URL(page.url());
  await page.goto(`${origin}${pathname}#/developer`);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByRole('checkbox', { name: 'Exports', exact: true }).check();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await expect(page.locator('.secret')).toBeVisible();
  for (const { name, search, colorScheme } of pageVariants) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${origin}${pathname}${search}#/developer`);
    await page.getByRole('listitem').filter({ hasText: url }).waitFor();
    await page.locator('.actions button').last().click();
    for (const [width, height] of [
      [1440, 900],
      [900, 600],
      [720, 450],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await findMisfits(page), `${name} ${String(width)}`).toEqual([]);
      await page.screenshot({ path: `test-results/webhooks/${name}-${String(width)}.png` });
    }
  }
});
