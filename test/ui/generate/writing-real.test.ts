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
