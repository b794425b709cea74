import { expect, type Page } from '@playwright/test';

/** Longest time to read the cut of a project and to load its first picture. */
const openMs = 60_000;

/** Returns how many colours the player's picture has near its upper edge. A plate in its place has a few. */
function countColors(page: Page): Promise<number> {
  return page
    .getByRole('region', { name: /^Player, / })
    .locator('canvas')
    .evaluateAll((canvases) => {
      // In a detached viewer, `instanceof` would not hold: the page made the canvas.
      const [canvas] = canvases as HTMLCanvasElement[];
      if (!canvas) return 0;
      const { width, height } = canvas;
      const row = canvas.getContext('2d')?.getImageData(0, Math.floor(height / 10), width, 1).data;
      return new Set(new Uint32Array(row?.buffer ?? [])).size;
    });
}

/** Expects that the player shows a picture of the open project's cut. */
export async function expectCutShown(page: Page): Promise<void> {
  await expect.poll(() => countColors(page), { timeout: openMs }).toBeGreaterThan(8);
}

/** Plays from the start until the timecode has moved by a second, and pauses. */
export async function expectPlays(page: Page): Promise<void> {
  const timecode = page.getByRole('timer', { name: 'Timecode' });
  await expect(timecode).toHaveText('00:00:00:00');
  await page.keyboard.press('Space');
  await expect(timecode).toHaveText(/^00:00:0[1-9]:/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
}

/** Expects that the open project shows a picture of its cut and plays it. */
export async function expectCutPlays(page: Page): Promise<void> {
  await expectCutShown(page);
  await expectPlays(page);
}
