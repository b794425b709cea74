import type { Page } from '@playwright/test';
import { AppError } from '../../src-shared/app-error.ts';
import { expect, openPage, test } from './support/page-test.ts';

test.use({ fakeMain: { projectCount: 1_000 } });

for (const view of ['Posters', 'List'] as const) {
  test(`of a thousand projects only those in sight are laid out and loaded, ${view}`, async ({
    page,
    address,
  }) => {
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('button', { name: view, exact: true }).click();
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('s');
    await expect(page.getByText(/matches$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('option').first()).toHaveAttribute('aria-setsize', '1000');
    const counts = () =>
      page.getByRole('option').evaluateAll((items) => {
        const isLaidOut = (part: Element | null) =>
          part?.checkVisibility({ contentVisibilityAuto: true }) === true;
        const images = items.map((item) => item.querySelector('img'));
        return {
          laidOut: items.filter((item) => isLaidOut(item.firstElementChild)).length,
          loaded: images.filter((image) => image?.complete === true && image.naturalWidth > 0).length,
        };
      });
    await expect.poll(async () => (await counts()).laidOut).toBeLessThan(120);
    expect((await counts()).loaded).toBeLessThan(200);
  });
}

const scrolledBy = (page: Page) =>
  page.getByRole('listbox', { name: 'Projects' }).evaluate((list) => list.parentElement?.scrollTop ?? 0);

test.describe('of a few hundred projects', () => {
  test.use({ fakeMain: { projectCount: 240 } });

  for (const view of ['Posters', 'List'] as const) {
    test(`the place is kept while a project has the screen, ${view}`, async ({ page, address }) => {
      await openPage(page, `${address}/#/projects`);
      await page.getByRole('button', { name: view, exact: true }).click();
      await page.getByRole('option').first().focus();
      await page.keyboard.press('End');
      const last = page.locator('[role=option][aria-posinset="240"]');
      await expect(last).toBeFocused();
      const place = await scrolledBy(page);
      await page.keyboard.press('Enter');
      await expect(last).toBeHidden();
      await page.getByRole('button', { name: 'Show the list' }).click();
      await expect(last).toBeInViewport();
      expect(Math.abs((await scrolledBy(page)) - place)).toBeLessThan(5);
    });
  }

  test('another order begins at its top, and another view where the selected one is', async ({
    page,
    address,
  }) => {
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('button', { name: 'List', exact: true }).click();
    await page.getByRole('option').first().focus();
    await page.keyboard.press('End');
    const selected = page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true });
    await expect(selected).toHaveAttribute('aria-posinset', '240');
    await page.getByRole('button', { name: 'Posters', exact: true }).click();
    await expect(selected).toBeInViewport();
    expect(await scrolledBy(page)).toBeGreaterThan(1_000);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('s');
    await expect(page.locator('[role=option][aria-posinset="1"]')).toBeInViewport();
    expect(await scrolledBy(page)).toBe(0);
  });

  test('the keyboard goes on after one of several was pressed with the second button and left behind', async ({
    page,
    address,
  }) => {
    await openPage(page, `${address}/#/projects`);
    const items = page.getByRole('option');
    await items.nth(0).click();
    await items.nth(3).click({ modifiers: ['ControlOrMeta'] });
    await items.nth(0).click({ button: 'right' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await items.nth(0).focus();
    await items.nth(8).hover();
    await page.mouse.wheel(0, 20_000);
    await expect.poll(() => scrolledBy(page)).toBeGreaterThan(3_000);
    await expect(items.and(page.locator('[aria-posinset="1"]'))).toBeFocused();
    await page.keyboard.press('Home');
    await expect(items.and(page.locator('[aria-posinset="1"]'))).toBeInViewport();
  });

  test.describe('of which most are hidden', () => {
    test('the list is read to its end', async ({ page, address }) => {
      const hiddenProjects = Array.from(
        { length: 160 },
        (_, index) => `prj_${String(index + 40).padStart(4, '0')}`,
      );
      await page.addInitScript((hidden) => {
        localStorage.setItem(
          'dailies.preferences',
          JSON.stringify({
            projectView: 'grid',
            inspectorWidth: 448,
            volume: 1,
            isMuted: false,
            hiddenProjects: hidden,
          }),
        );
      }, hiddenProjects);
      await openPage(page, `${address}/#/projects`);
      const items = page.getByRole('option');
      await items.first().waitFor();
      await items.nth(8).hover();
      await expect
        .poll(async () => {
          await page.mouse.wheel(0, 5_000);
          return items.last().getAttribute('aria-setsize');
        })
        .toBe('80');
    });
  });

  test('End goes to the last one of all, though it is not read yet', async ({ page, address }) => {
    await openPage(page, `${address}/#/projects`);
    const projects = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
    await projects.first().focus();
    await page.keyboard.press('End');
    const last = projects.and(page.locator('[aria-posinset="240"]'));
    await expect(last).toBeFocused();
    await expect(last).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('more projects than a page', () => {
  test.use({ fakeMain: { projectCount: 450 } });

  test('are all searched after an error and another try', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('option').first().waitFor();
    // The page reads the list at its start, and once more when the service is ready.
    await expect.poll(() => main.calls.filter((name) => name === 'project.list').length).toBe(2);
    const release = main.hold('project.list');
    await page.keyboard.press('Control+f');
    await page.keyboard.type(main.projects.at(-1)?.title ?? '');
    await expect(page.getByText(/^Searching/)).toBeVisible();
    main.failNext('project.list', new AppError('service_unreachable', 'No answer.'));
    release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('1 match', { exact: true })).toBeVisible();
  });
});
