import { fillMain, sampleScript } from './support/fill-main.ts';
import { expect, test } from './support/page-test.ts';

const sizes = [
  { name: '1280x800', width: 1280, height: 800, scale: 1 },
  { name: '900x600', width: 900, height: 600, scale: 1 },
  { name: '200-percent', width: 640, height: 400, scale: 2 },
] as const;
const variants = [
  { name: 'dark', search: '', colorScheme: 'dark' },
  { name: 'light', search: '', colorScheme: 'light' },
  { name: 'long-words', search: '?locale=en-XA', colorScheme: 'dark' },
  { name: 'right-to-left', search: '?locale=ar-XB', colorScheme: 'light' },
] as const;

for (const size of sizes) {
  test.describe(size.name, () => {
    test.use({ viewport: { width: size.width, height: size.height }, deviceScaleFactor: size.scale });
    for (const variant of variants) {
      test(`the screens fit at ${size.name}, ${variant.name}`, async ({ page, address, main }) => {
        fillMain(main);
        await page.emulateMedia({ colorScheme: variant.colorScheme });
        const shot = (name: string) =>
          page.screenshot({
            path: `test-results/screens/${size.name}-${variant.name}-${name}.png`,
            animations: 'disabled',
          });
        await page.goto(`${address}/${variant.search}#/generate`);
        await page.getByRole('textbox').first().fill(sampleScript);
        await expect(page.locator('main li').first()).toBeVisible();
        await shot('generate');
        await page.goto(`${address}/${variant.search}#/projects/prj_0000`);
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
