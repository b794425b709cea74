import { expect, type Page } from '@playwright/test';

/** Longest time to read the cut of a project and to load its first picture. */
const openMs = 60_000;

/** Returns how many colours the player's picture has near its upper edge. A plate in its place has a few. */
function countColors(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: /^Player, / })
    .locator('canvas')
    .evaluateAll(([canvas]) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const { width, height } = canvas;
      const row = canvas.getContext('2d')?.getImageData(0, Math.floor(height / 10), width, 1).data;
      return new Set(new Uint32Array(row?.buffer ?? [])).size;
    });
}

/** Expects that the open project shows a picture of its cut and plays it, and pauses it again. */
export async function expectCutPlays(page: Page): Promise<void> {
  await expect.poll(() => countColors(page), { timeout: openMs }).toBeGreaterThan(8);
  await page.keyboard.press('Space');
  await expect(page.getByRole('timer', { name: 'Timecode' })).toHaveText(/^00:00:0[1-9]:/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}
