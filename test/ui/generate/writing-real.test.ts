import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../support/expect-accessible.ts';
import { openPage } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';

test.describe.configure({ timeout: 180_000 });
test.use({ toleratedComplaints: /net::ERR_/ });

const first = 'The ferry leaves the quay before the sun is up.';
const script = `${first} Nobody speaks until the coffee is poured.

The gulls come in from the breakwater. The crew has been awake for hours.`;
const slow = { timeout: 60_000 };

async function write(page: Page, task: string): Promise<void> {
  await page.getByRole('button', { name: 'Write', exact: true }).first().click();
  await page.getByRole('menuitem', { name: task }).click();
}

test('a script is shortened, put back and given a title, and a refusal is told', async ({
  page,
  address,
}) => {
  await openPage(page, address);
  const field = page.getByRole('textbox', { name: 'Script', exact: true });
  const pane = page.getByRole('region', { name: 'Writing help' });
  await field.fill(script);
  await write(page, 'Shorter');
  const use = pane.getByRole('button', { name: 'Use as script' });
  await expect(use).toBeVisible(slow);
  await expectAccessible(page);
  await use.click();
  await expect(pane).toHaveCount(0);
  await expect(field).not.toHaveValue(script);
  await expect(field).toHaveValue(new RegExp(`^${first}`));
  await expect(field).toBeFocused();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue(script);

  await write(page, 'Titles');
  await expect(pane.getByText('The Ferry Leaves the Quay Before the Sun Is Up')).toBeVisible(slow);
  await expect(use).toHaveCount(0);
  await field.focus();
  await page.keyboard.press('Control+Home');
  await pane.getByRole('button', { name: 'The Ferry Leaves the Quay Before the Sun Is Up' }).click();
  await expect(field).toHaveValue(/^The Ferry Leaves the Quay Before the Sun Is Up\n/);

  await page.getByRole('button', { name: 'Write', exact: true }).first().click();
  await expect(page.getByRole('menuitem', { name: 'In another language…' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Your own instruction…' }).click();
  await pane.getByRole('textbox', { name: 'Instruction' }).fill('Translate this into German.');
  await pane.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(pane.getByText(/^Translating is not possible here/)).toBeVisible(slow);
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(field).toBeFocused();

  await field.fill('gulls '.repeat(17_000));
  await write(page, 'Titles');
  await expect(pane.getByRole('alert')).toContainText('This input is not valid', slow);
  await expect(pane.getByRole('button', { name: 'Again' })).toBeVisible();
});

const aboutGulls = `The gulls come in from the breakwater. The crew has been awake for hours.
Nobody speaks until the coffee is poured.`;
const shorter = /^The gulls come in/;

/** Has a field's text shortened and used, by keys alone. */
async function shorten(page: Page, field: string, use: string): Promise<void> {
  await page.getByRole('button', { name: `Write: ${field}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Shorter' }).focus();
  await page.keyboard.press('Enter');
  const pane = page.getByRole('region', { name: 'Writing help' });
  await expect(pane.getByText(field, { exact: true })).toBeVisible();
  await pane.getByRole('button', { name: use }).focus(slow);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(pane).toHaveCount(0);
}

test('texts of slides, cards and rows are written where they are typed, and put back', async ({
  page,
  address,
}) => {
  const mode = (name: string) =>
    page.getByRole('radiogroup', { name: 'What the movie is made from' }).getByText(name, { exact: true });
  const undo = page.getByLabel('Notifications').getByRole('button', { name: 'Undo' });
  await openPage(page, address);

  await mode('Slideshow').click();
  await page.getByRole('radiogroup', { name: 'Narration' }).getByText('Custom text', { exact: true }).click();
  await page.getByRole('button', { name: 'Add slide' }).click();
  const slide = page.getByRole('textbox', { name: 'Slide 2' });
  await slide.fill(aboutGulls);
  await shorten(page, 'Slide 2', 'Use this text');
  await expect(slide).toBeFocused();
  await expect(slide).toHaveValue(shorter);
  await expect(slide).not.toHaveValue(aboutGulls);
  await expect(page.getByRole('textbox', { name: 'Slide 1' })).toHaveValue('');
  await page.keyboard.press('Control+z');
  await expect(slide).toHaveValue(aboutGulls);
  await expect(undo).toHaveCount(0);

  await mode('Storyboard').click();
  await page.getByRole('button', { name: 'Add card' }).click();
  await page.getByRole('button', { name: 'Add card' }).click();
  const card = page.getByRole('listitem', { name: 'Card 2' });
  const said = card.getByRole('textbox', { name: 'What to say' });
  await said.fill(aboutGulls);
  await shorten(page, 'Card 2 · What to say', 'Use this text');
  await expect(said).toHaveValue(shorter);
  await expect(card.getByRole('textbox', { name: 'What to show' })).toHaveValue('');
  await said.press('End');
  await said.pressSequentially(' And then?');
  await undo.click();
  await expect(said).toHaveValue(aboutGulls);

  await mode('Script').click();
  const rows = `name;script;language\nGulls;${aboutGulls.replace('\n', ' ')};English\nQuay;Nobody speaks.;English`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([{ name: 'news.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }]);
  const row = page.getByRole('table', { name: 'Rows of the batch' }).getByRole('row', { name: 'Gulls' });
  const count = row.getByRole('cell').nth(1);
  await expect(count).toHaveText('21');
  await shorten(page, 'Gulls', 'Use as script');
  await expect(count).not.toHaveText('21');
  await expect(row).toContainText('The gulls come in');
  await undo.last().click();
  await expect(count).toHaveText('21');
});
