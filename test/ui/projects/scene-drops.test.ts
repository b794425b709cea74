import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { yourCut } from '../support/cut/your-cut.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const list = (page: Page) => page.getByRole('listbox', { name: 'Scenes' });
const words = 'Drop a still or clip onto its scene. Review notes go anywhere.';

/** Drags a file of the disk over an element and drops it, as a user does: what covers the element gets it. */
async function dropFile(page: Page, onto: Locator, path: string): Promise<void> {
  const box = await onto.boundingBox();
  if (!box) throw new Error('There is nothing to drop onto.');
  const session = await page.context().newCDPSession(page);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const data = { items: [{ mimeType: 'image/png', data: '' }], files: [path], dragOperationsMask: 1 };
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    session.send('Input.dispatchDragEvent', { type, x, y, data });
  await drag('dragEnter');
  await expect(page.getByText(words)).toBeVisible();
  await drag('dragOver');
  await drag('drop');
  await expect(page.getByText(words)).toBeHidden();
}

test('a still dragged onto a scene becomes its picture', async ({ page, address, main }, info) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  const second = list(page).getByRole('option').nth(1);
  await second.waitFor();
  const still = await page.request.get(`${address}/media/cuts/local/prj_0000/yours/still-4/x`);
  const path = info.outputPath('crane.png');
  writeFileSync(path, await still.body());
  await dropFile(page, second, path);
  await expect(second).toContainText('crane.png');
  const { scenes, takes } = await yourCut(main);
  expect(takes).toMatchObject([{ sceneId: scenes[1]?.sceneId, name: 'crane.png' }]);
});

test('a table of notes is read wherever it is dropped', async ({ page, address, main }, info) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await list(page).getByRole('option').nth(1).waitFor();
  const path = info.outputPath('notes.csv');
  writeFileSync(path, 'Timecode,Comment,Author\n00:00:00:12,Too dark,Ines\n');
  const places = [list(page).getByRole('option').nth(1), page.locator('canvas').first()];
  for (const [index, place] of places.entries()) {
    await dropFile(page, place, path);
    await expect.poll(async () => (await yourCut(main)).scenes[0]?.notes.length).toBe(index + 1);
  }
});
