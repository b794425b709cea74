import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { fillReturns } from '../support/fill-returns.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

const player = (page: Page) => page.getByRole('region', { name: 'Player, Harbour lights' });
const slider = (page: Page) => player(page).getByRole('slider', { name: 'Position' });
const way = (page: Page, name: string) => page.getByRole('radio', { name });

/** Returns colours along the middle of each canvas, which differ between the stills. */
function pictures(page: Page): Promise<readonly string[]> {
  return player(page)
    .locator('canvas')
    .evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const row = (canvas as HTMLCanvasElement)
          .getContext('2d')
          ?.getImageData(0, Math.floor(height / 2), width, 1).data;
        return [0.1, 0.3, 0.5, 0.7, 0.9]
          .map((share) => row?.slice(Math.floor(share * width) * 4, Math.floor(share * width) * 4 + 3).join())
          .join(' ');
      }),
    );
}

test('a returned cut plays, a press on a sentence leads to its frame, and a removal to the delivered cut', async ({
  page,
  address,
  main,
}) => {
  fillReturns(main);
  await openPage(page, `${address}/#/returns`);
  await page.getByRole('row', { name: /Harbour lights/ }).click();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:00:00');
  await expect(way(page, 'Returned')).toBeChecked();
  const edits = page.getByRole('complementary', { name: 'Harbour lights' }).locator('ol button');

  await edits.filter({ hasText: 'title.png' }).click();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:14:12');
  await edits.filter({ hasText: 'Scene 3 removed' }).click();
  await expect(way(page, 'Delivered')).toBeChecked();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:08:00');

  await slider(page).focus();
  await page.keyboard.press('Space');
  await expect
    .poll(async () => Number(await slider(page).getAttribute('aria-valuenow')))
    .toBeGreaterThan(210);
});

test('both cuts are compared in step by one time line and its keys', async ({ page, address, main }) => {
  fillReturns(main);
  await openPage(page, `${address}/#/returns`);
  await page.getByRole('row', { name: /Harbour lights/ }).click();
  await way(page, 'Both').check({ force: true });
  await expect(player(page).locator('canvas')).toHaveCount(2);
  await expect.poll(async () => new Set(await pictures(page)).size).toBe(1);
  await slider(page).focus();
  for (let second = 0; second < 9; second += 1) await page.keyboard.press('Shift+ArrowRight');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:09:00');
  // The third picture beside the fourth, which follows the second in the returned cut.
  await expect.poll(async () => new Set(await pictures(page)).size).toBe(2);
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:23:24');

  await way(page, 'Divided').check({ force: true });
  const divider = page.getByRole('slider', { name: 'Divider between the cuts' });
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveValue('51');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', '00:00:23:24');
});

test('a return whose version cannot be read is watched alone, and that is said', async ({
  page,
  address,
  main,
}) => {
  fillReturns(main);
  main.failNext('cut.get', new AppError('not_found', 'The version is not in its place.'));
  await openPage(page, `${address}/#/returns`);
  await page.getByRole('row', { name: /Harbour lights/ }).click();
  await expect(page.getByText('Harbour_lights_v001 cannot be read, so there is nothing')).toBeVisible();
  await expect(player(page).locator('canvas')).toHaveCount(1);
  await expect(page.getByRole('radiogroup', { name: 'Which cut plays' })).toHaveCount(0);
});
