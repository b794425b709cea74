import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import * as api from '../../../src-shared/api/entities.ts';
import { makePicture } from '../../conformance/documented/tiny-media.ts';
import { dropFiles } from '../support/drop-files.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';
import { writePdfDeck } from '../support/real-inputs.ts';
import { fieldPaths } from '../support/request-fields.ts';
import { watchCalls } from '../support/watch-calls.ts';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 20_000, viewport: { width: 1440, height: 900 } });
// The app ends while the page is still open. A picture may be asked for before the service has made it small.
test.use({ toleratedComplaints: /net::ERR_|status of 404/ });

async function openKind(page: Page, kind: string): Promise<void> {
  await page.keyboard.press('Control+3');
  await page.getByRole('button', { name: kind, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible();
}

const inspector = (page: Page) => page.getByRole('complementary');
const notices = (page: Page) => page.getByLabel('Notifications');

async function handOver(page: Page, button: string, ...paths: string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).last().click();
  await (await choosing).setFiles(paths);
}

/** Drops a file from the disk onto a part of the page. */
async function dropOnto(page: Page, part: Locator, file: string): Promise<void> {
  const { x = 0, y = 0 } = (await part.boundingBox()) ?? {};
  await dropFiles(page, [file], { x: x + 60, y: y + 120 });
}

/** Expects that the picture of an item was loaded. */
async function expectPicture(item: Locator): Promise<void> {
  const picture = item.locator('img');
  await expect
    .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

test('a style is created with pictures, edited, tried on a sentence, chosen by its picture in Generate, and archived', async ({
  page,
  app,
  address,
}) => {
  const [harbour, rope, notes] = ['harbour.png', 'rope.png', 'notes.txt'].map((name) =>
    join(app.folder, name),
  ) as [string, string, string];
  writeFileSync(harbour, await makePicture(20));
  writeFileSync(rope, await makePicture(200));
  writeFileSync(notes, 'no picture');
  const asked = watchCalls(page);
  await openPage(page, address);
  await openKind(page, 'Visual styles');
  const grid = page.getByRole('listbox', { name: 'Visual styles' });
  await expect(grid.getByRole('option').first()).toContainText('Built-in');

  // Created with a description and a picture.
  await page.getByRole('button', { name: 'New style' }).click();
  const dialog = page.getByRole('dialog', { name: 'New style' });
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Harbour ink');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Black ink on grey paper');
  await handOver(page, 'Choose pictures', harbour);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toHaveCount(0);
  const poster = grid.getByRole('option', { name: /Harbour ink/ });
  await expect(poster).toContainText('1 reference');
  await expectPicture(poster);
  expect(asked.of('createEntity').map(({ body }) => body)).toEqual([
    { entityType: 'VISUAL_STYLE', name: 'Harbour ink', description: 'Black ink on grey paper' },
  ]);
  const [first] = asked.of('addEntityReference');
  const entityId = first?.path?.['entityId'] ?? '';
  const fileId = (first?.body as { fileId: string }).fileId;
  expect(first?.body, 'defaults are not sent').toEqual({ fileId });

  // A second picture, described and made the default; a text is refused.
  const pane = inspector(page);
  await handOver(page, 'Choose pictures', rope, notes);
  await expect(notices(page)).toContainText('notes.txt is not a picture');
  await expect(poster).toContainText('2 references');
  const rows = pane.getByRole('listitem');
  await rows.nth(1).getByRole('textbox').fill('A coiled rope');
  await rows.nth(1).getByRole('textbox').press('Enter');
  await expect(rows.nth(1).getByRole('textbox')).toHaveValue('A coiled rope');
  await rows.nth(1).getByRole('radio').click();
  await expect(rows.nth(1).getByRole('radio')).toBeChecked();
  const [, second, described, made] = asked.of('addEntityReference');
  const ropeId = (second?.body as { fileId: string }).fileId;
  expect([described?.body, made?.body]).toEqual([
    { fileId: ropeId, description: 'A coiled rope' },
    { fileId: ropeId, description: 'A coiled rope', isDefault: true },
  ]);
  await expectAccessible(page);

  // A file dropped onto the inspector is a reference, too.
  const quay = join(app.folder, 'quay.png');
  writeFileSync(quay, await makePicture(100));
  await dropOnto(page, pane, quay);
  await expect(poster).toContainText('3 references');
  await pane.getByRole('button', { name: 'Remove reference 3' }).click();
  await expect(poster).toContainText('2 references');
  await expect(rows).toHaveCount(2);

  // The first one is removed, and comes back.
  await pane.getByRole('button', { name: 'Remove reference 1' }).click();
  await expect(poster).toContainText('1 reference');
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(poster).toContainText('2 references');
  expect(asked.of('addEntityReference').at(-1)?.body).toEqual({ fileId });

  // Renamed, and the name taken back.
  const name = pane.getByRole('textbox', { name: 'Name' });
  await name.fill('Quay ink');
  await name.press('Enter');
  await expect(notices(page)).toContainText('Renamed to “Quay ink”');
  await notices(page).getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(name).toHaveValue('Harbour ink');
  await pane.getByRole('textbox', { name: 'Description', exact: true }).fill('Red ink');
  await pane.getByRole('textbox', { name: 'Description', exact: true }).blur();
  await expect(notices(page)).toContainText('The description of “Harbour ink” was changed');
  expect(asked.of('updateEntity').map(({ body }) => body)).toEqual([
    { name: 'Quay ink' },
    { name: 'Harbour ink' },
    { description: 'Red ink' },
  ]);

  // Every field of the requests has its control.
  const schemas = {
    createEntity: api.createEntitySchema,
    updateEntity: api.updateEntitySchema,
    addEntityReference: api.addReferenceSchema,
    removeEntityReference: api.removeReferenceSchema,
  };
  for (const [operation, schema] of Object.entries(schemas)) {
    const sent = asked.of(operation).flatMap(({ body }) => Object.keys(body ?? {}));
    expect([...new Set(sent)].sort(), operation).toEqual(fieldPaths(schema).toSorted());
  }

  // Tried on a sentence.
  await pane.getByRole('textbox', { name: 'Sentence' }).fill('A lighthouse at dusk');
  await pane.getByRole('button', { name: 'Make a picture' }).click();
  await expect(pane.getByRole('img', { name: 'A lighthouse at dusk' })).toBeVisible({ timeout: 60_000 });
  expect(asked.of('generateImage').map(({ body }) => body)).toEqual([
    { prompt: 'A lighthouse at dusk', entityIds: [entityId] },
  ]);

  // Chosen by its picture in Generate.
  await page.keyboard.press('Control+1');
  await page.getByRole('radiogroup', { name: 'Visual style' }).getByText('Saved', { exact: true }).click();
  await page.getByRole('button', { name: /^Saved style: / }).click();
  const choice = page.getByRole('option', { name: /Harbour ink/ });
  await expectPicture(choice);
  await choice.click();
  await page.getByPlaceholder(/Paste or write a script/).fill('The harbour wakes.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => asked.of('generation.start').length).toBe(1);
  expect(JSON.stringify(asked.of('generation.start')[0])).toContain(entityId);

  // Archived once the notice is gone, not before; undone, it stays.
  await openKind(page, 'Visual styles');
  await poster.click();
  await page.keyboard.press('Delete');
  await expect(poster).toHaveCount(0);
  await notices(page).getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(poster).toHaveCount(1);
  expect(asked.of('archiveEntity')).toEqual([]);
  await poster.click();
  await pane.getByRole('button', { name: 'Archive' }).click();
  await expect(poster).toHaveCount(0);
  await expect(grid.getByRole('option').first()).toBeVisible();
  await expect.poll(() => asked.of('archiveEntity').length, { timeout: 20_000 }).toBe(1);
  expect(asked.of('archiveEntity')[0]?.path).toEqual({ entityId });
});

test('a theme takes slides, an actor tells its voice, built-in ones are read only, and a search finds by description', async ({
  page,
  app,
  address,
}) => {
  const deck = join(app.folder, 'deck.pdf');
  await writePdfDeck(deck, ['Pier 1']);
  const asked = watchCalls(page);
  await openPage(page, address);
  await openKind(page, 'Slideshow themes');
  await page.getByRole('button', { name: 'New theme' }).click();
  const dialog = page.getByRole('dialog', { name: 'New theme' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('House slides');
  await handOver(page, 'Choose pictures or slides', deck);
  await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(page.getByRole('option', { name: /House slides/ })).toContainText('1 reference');
  expect(asked.of('createEntity').map(({ body }) => body)).toEqual([
    { entityType: 'SLIDESHOW_THEME', name: 'House slides' },
  ]);

  await openKind(page, 'Actors');
  await page.getByRole('option', { name: /Maya/ }).click();
  const pane = inspector(page);
  await expect(pane).toContainText('Comes with the service and cannot be changed.');
  await expect(pane.getByRole('button', { name: /^Copy.*Voice/ })).toBeVisible();
  await expect(pane).toContainText('Can present a movie');
  await expect(pane.getByRole('button', { name: 'Archive' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Control+f');
  await page.keyboard.type('engineer');
  await expect(page.getByRole('listbox', { name: 'Actors' }).getByRole('option')).toHaveText([/Jonas/]);
  await page.keyboard.type(' zebra');
  await expect(page.getByText('No matches for “engineer zebra”')).toBeVisible();
});

test('voices are filtered, heard in place and made favourites, which come first where a voice is chosen', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  await openKind(page, 'Voices');
  const list = page.getByRole('grid', { name: 'Voices' });
  const filters = page.getByRole('group', { name: 'Filters' });
  const rows = list.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await expect(list).toContainText('Deprecated');
  await filters.getByRole('button', { name: /^Language/ }).click();
  await page.keyboard.type('German');
  await page.keyboard.press('Enter');
  await filters.getByText('Female', { exact: true }).click();
  await filters.getByRole('switch', { name: 'Works for single speech' }).check();
  await expect(list).not.toContainText('Only in whole movies');
  await expect(list).not.toContainText('Afrikaans');
  await expectAccessible(page);
  const favourite = rows.last();
  const name = (await favourite.getByRole('gridcell').nth(1).textContent())?.trim() ?? '';
  await favourite.getByRole('button', { name: `Play a sample of ${name}` }).click();
  await expect(page.getByRole('status').filter({ hasText: `Playing ${name}` })).toBeVisible();
  await page
    .getByRole('button', { name: `Stop the sample of ${name}` })
    .last()
    .click();
  await rows
    .last()
    .getByRole('button', { name: `${name}, favorite` })
    .click();
  await expect(rows.nth(1)).toContainText(name);
  await filters.getByRole('switch', { name: 'Favorites' }).check();
  await expect(rows).toHaveCount(2);

  await page.reload();
  await openKind(page, 'Voices');
  await expect(rows.nth(1)).toContainText(name);
  await page.keyboard.press('Control+1');
  await page.getByRole('button', { name: /^Voice: / }).click();
  await expect(page.getByText('Favorites', { exact: true })).toBeVisible();
  await expect(page.getByRole('option').nth(1)).toContainText(name);
});
