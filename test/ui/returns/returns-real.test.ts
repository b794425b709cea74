import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { primaryTrackIndex } from '../../../src-timeline/model/timeline.ts';
import { deleteLastPicture, readDelivered } from '../../support/kdenlive-edit.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';

const script =
  'Harbour lights\n\nBefore the first ferry leaves, the gulls own the quay. Lamps go out one by one.';

/** Returns the files of a version's main pictures, in order. */
function picturesOf(folder: string): readonly number[] {
  const { tracks, media } = readDelivered(folder).cut;
  const places = new Map(media.map(({ mediaId, location }) => [mediaId, location]));
  const pictures = tracks[primaryTrackIndex(tracks)]?.items ?? [];
  return pictures.flatMap((item) =>
    item.kind === 'clip' ? statSync(join(folder, places.get(item.mediaId) ?? '')).ino : [],
  );
}

test.describe.configure({ timeout: 240_000 });
test.use({
  toleratedComplaints: /net::ERR_/,
  hasProject: { script, visualStyle: { type: 'STOCK' }, autoExport: true },
});

test('an edit saved over a delivered document comes back in sentences, becomes the next version, and takes the project’s later changes', async ({
  page,
  address,
  app,
}) => {
  await openPage(page, address);
  const out = join(app.folder, 'out');
  mkdirSync(out);
  await page.keyboard.press('Control+,');
  await page.getByText('General', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(out);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+2');
  await page.getByRole('option', { name: 'Harbour lights' }).first().click();
  await page.getByRole('button', { name: /^Send to editor/ }).click();
  await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible({ timeout: 60_000 });
  const nav = page.getByRole('navigation', { name: 'Screens' });
  const inspector = page.getByRole('complementary', { name: 'Harbour lights' });
  await page.keyboard.press('Control+4');
  await page.getByRole('button', { name: 'Make a practice return' }).click();
  await expect(inspector.locator('ol').first()).toContainText(/shortened by .* at its end/);
  await page.screenshot({ path: 'test-results/real/practice-return.png' });
  await inspector.getByRole('button', { name: 'Remove practice return' }).click();
  await expect(page.getByRole('button', { name: 'Make a practice return' })).toBeVisible();
  expect(readdirSync(join(out, 'Harbour lights', 'Harbour lights_v001', 'Returns'))).toEqual([]);

  deleteLastPicture(join(out, 'Harbour lights', 'Harbour lights_v001'));
  await expect(nav.getByRole('button', { name: /Returns/ })).toContainText('1 waits for a decision', {
    timeout: 60_000,
  });
  await page.getByRole('grid').focus();
  await page.keyboard.press('Home');
  await expect(inspector.locator('ol').first()).toContainText(/removed/);
  await page.screenshot({ path: 'test-results/real/returns.png' });
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Harbour lights from Kdenlive is Harbour lights_v002 now')).toBeVisible({
    timeout: 60_000,
  });
  await expect(inspector.getByText('Kept as Harbour lights_v002.')).toBeVisible();

  await inspector.getByRole('button', { name: 'Open project' }).click();
  await page.keyboard.press('Control+r');
  await page.locator('[data-remix-card]', { hasText: 'Other stock pictures' }).first().click();
  await page.getByRole('button', { name: 'Start remix' }).click();
  const remix = page.getByRole('listitem', { name: /^Remix,/ });
  await expect(remix).toContainText('1 action done', { timeout: 120_000 });
  await page.keyboard.press('Control+4');
  await page.getByRole('button', { name: /^Update my edit/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Update my edit' });
  await expect(dialog).toContainText('The project has changed since Harbour lights_v001.', {
    timeout: 60_000,
  });
  await page.screenshot({ path: 'test-results/real/update-edit.png' });
  await dialog.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(inspector.getByText('Kept as Harbour lights_v004.')).toBeVisible({ timeout: 120_000 });
  await expect(dialog).toHaveCount(0);
  await page.screenshot({ path: 'test-results/real/updated.png' });
  await expect(
    page.getByText('Harbour lights: your edit with the project’s changes is Harbour lights_v004 now'),
  ).toBeVisible();
  expect(readdirSync(join(out, 'Harbour lights')).toSorted()).toEqual(
    ['v001', 'v002', 'v003', 'v004'].map((version) => `Harbour lights_${version}`),
  );
  const [edited, present, updated] = ['v001', 'v003', 'v004'].map((version) =>
    picturesOf(join(out, 'Harbour lights', `Harbour lights_${version}`)),
  );
  expect(present, 'what the editor removed').toHaveLength((edited ?? []).length + 1);
  expect(updated, 'the remix’s pictures in the editor’s cut').toEqual(present?.slice(0, -1));
  expect(updated?.filter((picture) => edited?.includes(picture))).toEqual([]);
});
