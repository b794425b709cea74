import { sampleReturn } from './support/fill-returns.ts';
import { expect, openPage, test } from './support/page-test.ts';

test('a click on a screen leads into its list, so that arrows and Space work there', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/generate`);
  const projects = page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('button', { name: /^Projects/ });
  const options = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
  for (let time = 0; time < 2; time += 1) {
    await projects.click();
    await expect(options.first()).toBeFocused();
  }
  await page.keyboard.press('ArrowDown');
  await expect(
    page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true }),
  ).toHaveCount(1);
  const movie = page.getByRole('region', { name: /^Player/ }).locator('video');
  await expect.poll(() => movie.evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(1);
  await page.keyboard.press('Space');
  await expect(movie).toHaveJSProperty('paused', false);
});

test('a screen keeps its name beside the badge in Arabic', async ({ page, address, main }) => {
  main.returns.put(sampleReturn());
  main.settings = { ...main.settings, language: 'ar' };
  await openPage(page, `${address}/#/projects`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const labels = page.getByRole('navigation').locator('button .label');
  const cutOff = await labels.evaluateAll((all) =>
    all.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent),
  );
  await page.screenshot({ path: 'test-results/screens/sidebar-arabic.png' });
  expect(cutOff).toEqual([]);
});
