import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { fillConnections } from '../support/fill-connections.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/connections/${name}.png`, animations: 'disabled' });

const list = (page: Page) => page.getByRole('listbox', { name: 'Connections' });
const banners = (page: Page) => page.getByRole('region', { name: 'Work is waiting' });

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`every state of the screen can be used by everyone, ${colorScheme}`, async ({
      page,
      address,
      main,
    }) => {
      await openPage(page, `${address}/#/connections`);
      await expect(page.getByText('Only this computer so far')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Requests left' })).toHaveCount(0);
      await expectAccessible(page);
      await shot(page, `empty-${colorScheme}`);
      fillConnections(main);
      await page.reload();
      await expect(list(page).getByRole('option')).toHaveCount(4);
      await expect(page.getByRole('table')).toBeVisible();
      await expectAccessible(page);
      await shot(page, `list-${colorScheme}`);
      await page.getByRole('button', { name: 'Show all 33' }).click();
      await page.getByRole('button', { name: 'Show only used' }).scrollIntoViewIfNeeded();
      await expectAccessible(page);
      await shot(page, `limits-${colorScheme}`);
      await list(page).getByRole('option').nth(2).click();
      await expect(page.getByRole('alert')).toContainText('The credential was not accepted');
      await expectAccessible(page);
      await shot(page, `key-refused-${colorScheme}`);
      await page.getByRole('button', { name: 'Replace API key' }).click();
      await page.keyboard.press('Enter');
      await expectAccessible(page);
      await shot(page, `replace-key-${colorScheme}`);
      await list(page).getByRole('option').nth(3).click();
      await expect(page.getByRole('alert')).toContainText('cannot be reached');
      await shot(page, `offline-${colorScheme}`);
      await page.getByRole('button', { name: 'Add connection' }).click();
      await page.getByText('API key', { exact: true }).first().click();
      await page.keyboard.press('Enter');
      await expectAccessible(page);
      await shot(page, `add-${colorScheme}`);
    });

    test(`banners and the menu can be used by everyone, ${colorScheme}`, async ({ page, address, main }) => {
      fillConnections(main);
      main.connections.setKeychain('unavailable');
      await openPage(page, address);
      await expect(page.getByRole('contentinfo')).toContainText('api.studio.example');
      main.setConnection({
        state: 'offline',
        error: { code: 'service_unreachable', message: 'ENOTFOUND', details: { host: 'api.studio.example' } },
      });
      await expect(banners(page)).toContainText('has been unreachable since');
      await expectAccessible(page);
      await shot(page, `banners-${colorScheme}`);
      await page.getByRole('button', { name: /^Service/ }).click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(4);
      await expectAccessible(page);
      await shot(page, `menu-${colorScheme}`);
    });
  });
}

const odd = [
  { name: '700', search: '', width: 700, height: 600, scale: 1 },
  { name: '200-percent', search: '', width: 640, height: 400, scale: 2 },
  { name: 'long-words', search: '?locale=en-XA', width: 1280, height: 800, scale: 1 },
  { name: 'long-words-700', search: '?locale=en-XA', width: 700, height: 600, scale: 1 },
  { name: 'right-to-left', search: '?locale=ar-XB', width: 1280, height: 800, scale: 1 },
] as const;

for (const { name, search, width, height, scale } of odd) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale });

    test(`the connections fit, ${name}`, async ({ page, address, main }) => {
      fillConnections(main);
      main.connections.setKeychain('unavailable');
      await openPage(page, `${address}/${search}#/connections`);
      const options = page.locator('main [role=option]');
      await expect(options).toHaveCount(4);
      await shot(page, `list-${name}`);
      expect.soft(await findMisfits(page), 'list').toEqual([]);
      await options.nth(1).click();
      await page.locator('table').waitFor();
      await shot(page, `inspector-${name}`);
      expect.soft(await findMisfits(page), 'inspector').toEqual([]);
      await expectAccessible(page);
      if (width < 1100) await page.keyboard.press('Escape');
      main.connections.setKeychain('ok');
      await page.goto(`${address}/${search}#/settings`);
      await page.locator('main h2').nth(1).waitFor();
      main.setConnection({ state: 'signed_out', error: null });
      await page.locator('.banner').waitFor();
      await page.locator('nav .trigger').click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(4);
      await shot(page, `menu-${name}`);
      expect.soft(await findMisfits(page), 'menu').toEqual([]);
    });
  });
}

for (const width of [1280, 900]) {
  test(`limits of billions stand beside their times and not under them, ${String(width)} wide`, async ({
    page,
    address,
    main,
  }) => {
    fillConnections(main);
    main.connections.fixedLimits = ['projects', 'generation'].map((group) => ({
      group,
      limit: 5_000_000_000,
      remaining: 4_999_999_999,
      resetsAt: Date.UTC(2026, 10, 22, 23, 59) / 1000,
    }));
    await page.setViewportSize({ width, height: 800 });
    await openPage(page, `${address}/#/connections`);
    await list(page).getByRole('option').nth(1).click();
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(2);
    await shot(page, `limits-of-billions-${String(width)}`);
    const gaps = await rows.evaluateAll((all) =>
      all.map((row) => {
        const boxes = [...row.querySelectorAll('td:nth-last-child(-n + 2)')].map((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          return range.getBoundingClientRect();
        });
        return Math.round((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0));
      }),
    );
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(8);
    for (const cell of await page.locator('tbody td.number').all())
      expect(await cell.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
  });
}
