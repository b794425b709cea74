import { expect, openPage, test } from '../support/page-test.ts';
import { wavFile } from '../support/wav-file.ts';

test('a recording is played by the app’s own controls', async ({ page, address }) => {
  await openPage(page, address);
  const buffer = wavFile(Buffer.alloc(96_000), 24_000);
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'take.wav', mimeType: 'audio/wav', buffer });
  const sound = page.getByRole('group', { name: /take\.wav/ });
  await expect(sound.getByRole('slider', { name: 'Position' })).toBeVisible();
  await expect(page.locator('audio[controls]')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/screens/voiceover.png' });
  await sound.getByRole('button', { name: 'Play' }).click();
  await expect(page.locator('audio')).toHaveCount(1);
});

test('descriptions of presenters are there to their end', async ({ page, address }) => {
  await openPage(page, address);
  await page.getByText('More', { exact: true }).first().click();
  await page.getByRole('button', { name: /^Presenter/ }).click();
  const long = page.getByRole('option').filter({ has: page.locator('.detail') });
  await expect(long.first()).toBeVisible();
  const cutOff = await long
    .locator('.detail')
    .evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
    );
  await page.screenshot({ path: 'test-results/screens/presenters.png' });
  expect(cutOff).toEqual([]);
});
