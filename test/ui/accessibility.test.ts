import { expectNoGraveViolations } from './support/expect-accessible.ts';
import { fillMain, sampleScript } from './support/fill-main.ts';
import { sampleReturn } from './support/fill-returns.ts';
import { expect, openPage, test } from './support/page-test.ts';

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test.beforeEach(({ main }) => {
      fillMain(main);
    });

    test(`Generate has no grave accessibility fault, ${colorScheme}`, async ({ page, address }) => {
      await openPage(page, address);
      await expectNoGraveViolations(page);
      await page.getByRole('textbox', { name: 'Script' }).fill(sampleScript);
      await page.locator('input[type=file]').setInputFiles([
        { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not really') },
        { name: 'pilot boat.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not really') },
      ]);
      await expect(page.getByText('2 files added')).toBeVisible();
      await expectNoGraveViolations(page);
      await page.getByRole('button', { name: /^Voice/ }).click();
      await page.keyboard.type('ne');
      await expectNoGraveViolations(page);
    });

    test(`Projects has no grave accessibility fault, ${colorScheme}`, async ({ page, address }) => {
      await openPage(page, `${address}/#/projects/prj_0000`);
      await page.locator('video').waitFor();
      await expectNoGraveViolations(page);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await page.getByRole('slider', { name: 'Position' }).hover();
      await expectNoGraveViolations(page);
      await page.setViewportSize({ width: 800, height: 600 });
      await page.getByRole('option').nth(2).click();
      await page.getByRole('dialog').locator('video').waitFor();
      await expectNoGraveViolations(page);
    });

    test(`Settings and what lies over a screen have no grave accessibility fault, ${colorScheme}`, async ({
      page,
      address,
    }) => {
      await openPage(page, `${address}/#/settings`);
      await page.getByRole('textbox', { name: 'Delivery folder' }).waitFor();
      await expectNoGraveViolations(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await expectNoGraveViolations(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: /^Service/ }).click();
      await expectNoGraveViolations(page);
    });
  });
}

test('everything that can be pressed is at least 24 by 24', async ({ page, address, main }) => {
  fillMain(main);
  main.returns.put(sampleReturn());
  for (const place of ['generate', 'projects/prj_0000', 'library', 'returns', 'settings']) {
    await openPage(page, `${address}/#/${place}`);
    await page.reload();
    await page.locator('main h1').waitFor();
    if (place === 'returns') await page.getByRole('row', { name: /Harbour lights/ }).click();
    const small = await page
      .locator(
        'button, input:not([type=radio], [type=file], label > [type=checkbox]), textarea, label:has(input), [role=option], [role=slider]',
      )
      .evaluateAll((parts) =>
        parts
          .map((part) => ({ part, box: part.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 23.5 || box.height < 23.5))
          .map(
            ({ part, box }) => `${part.outerHTML.slice(0, 90)} ${String(box.width)}×${String(box.height)}`,
          ),
      );
    expect(small).toEqual([]);
  }
});

test('with forced colours the selection and the focus can still be seen', async ({ page, address }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openPage(page, `${address}/#/projects/prj_0000`);
  const selected = page.getByRole('option', { name: 'Harbour lights' });
  await expect(selected).toHaveCSS('outline-style', 'solid');
  await page.screenshot({ path: 'test-results/screens/forced-colors-projects.png' });
});

test('with reduced motion nothing is animated', async ({ page, address }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  const panel = page.getByRole('dialog');
  await expect(panel).toHaveCSS('animation-duration', '0s');
});
