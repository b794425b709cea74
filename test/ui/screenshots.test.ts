import { assetTools } from '../../src-shared/contract/operation.ts';
import { fillMain, sampleScript } from './support/fill-main.ts';
import { findMisfits } from './support/find-misfits.ts';
import { expect, test } from './support/page-test.ts';
import { pageVariants } from './support/page-variants.ts';

const sizes = [
  { name: '1440x900', width: 1440, height: 900, scale: 1 },
  { name: '1280x800', width: 1280, height: 800, scale: 1 },
  { name: '900x600', width: 900, height: 600, scale: 1 },
  { name: '200-percent', width: 640, height: 400, scale: 2 },
] as const;

for (const size of sizes) {
  test.describe(size.name, () => {
    test.use({ viewport: { width: size.width, height: size.height }, deviceScaleFactor: size.scale });
    for (const variant of pageVariants) {
      test(`the screens fit at ${size.name}, ${variant.name}`, async ({ page, address, main }) => {
        fillMain(main);
        await page.emulateMedia({ colorScheme: variant.colorScheme });
        const shot = async (name: string) => {
          await page.screenshot({
            path: `test-results/screens/${size.name}-${variant.name}-${name}.png`,
            animations: 'disabled',
          });
          expect.soft(await findMisfits(page), name).toEqual([]);
        };
        await page.goto(`${address}/${variant.search}#/generate`);
        await page.getByRole('textbox').first().fill(sampleScript);
        await page.waitForLoadState('networkidle');
        await shot('generate');
        if (size.width < 1100) await page.locator('button:has(.lucide-sliders-horizontal)').click();
        await page.locator('.select').nth(2).click();
        await page.locator('[role=option]').nth(2).waitFor();
        await page.keyboard.press('ArrowDown');
        await shot('voices');
        await page.keyboard.press('Escape');
        await page.locator('.add > button:has(.lucide-folder-search)').first().click();
        await page.locator('[role=dialog] [role=option] img').first().waitFor();
        await page.waitForLoadState('networkidle');
        await shot('library');
        await page.keyboard.press('Escape');
        await page.goto(`${address}/${variant.search}#/generate`);
        await page.reload();
        await page.locator('.modes label').nth(1).click();
        for (const [index, tool] of assetTools.entries()) {
          await page.locator('.modes .choices label').nth(index).click();
          await shot(`asset-${tool}`);
        }
        await page.locator('.modes label').first().click();
        await page.locator('.modes .choices label').last().click();
        await shot('chat');
        const list = size.width < 1100 ? '#/projects' : '#/projects/prj_0000';
        await page.goto(`${address}/${variant.search}${list}`);
        await page.reload();
        await page.locator('main [role=option] img').first().waitFor();
        await page.waitForLoadState('networkidle');
        await shot('projects');
        if (size.width < 1100) {
          await page.locator('main [role=option]').first().click();
          await page.locator('video').waitFor();
          await page.waitForLoadState('networkidle');
          await shot('inspector');
        }
        await page.goto(`${address}/${variant.search}#/settings`);
        await page.reload();
        await page.locator('main h2').first().waitFor();
        await shot('settings');
      });
    }
  });
}

test('elements that do not fit are found', async ({ page }) => {
  await page.setViewportSize({ width: 300, height: 200 });
  const cut = 'overflow: hidden; white-space: nowrap; inline-size: 3rem;';
  await page.setContent(`<!doctype html>
    <p style="${cut}">A long line of text</p>
    <p style="${cut} text-overflow: ellipsis">A long line of text with an ellipsis</p>
    <button style="${cut} text-overflow: ellipsis">A long name of a button</button>
    <div style="overflow: hidden; block-size: 1rem"><button style="margin-block-start: 2rem">Below</button></div>
    <div style="overflow: auto; block-size: 3rem"><button style="margin-block-start: 9rem">Scrolled to</button></div>
    <button style="position: absolute; left: 290px">Beside</button>`);
  const misfits = await findMisfits(page);
  for (const words of [
    'wider than its room',
    'text of p',
    'text of button',
    '“Below” is cut',
    '“Beside” is outside',
  ]) {
    expect(misfits.join('\n')).toContain(words);
  }
  expect(misfits).toHaveLength(5);
});
