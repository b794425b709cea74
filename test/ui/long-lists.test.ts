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

test.describe('of a few hundred projects', () => {
  test.use({ fakeMain: { projectCount: 240 } });

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
