import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const captions =
  '1\n00:00:01,000 --> 00:00:02,000\nThe gulls circle.\n\n2\n00:00:03,000 --> 00:00:04,000\nGo.';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill(captions);
});

test('a script that is captions starts nothing until the user says whether only its words are used', async ({
  page,
  main,
}) => {
  const editor = page.getByRole('textbox', { name: 'Script' });
  await expect(page.getByText('These are captions. Use their words?')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications')).toContainText('Say first whether to use only the words');
  expect(main.generations.requests).toEqual([]);

  await page.getByRole('button', { name: 'Use words' }).click();
  await expect(editor).toHaveValue('The gulls circle. Go.');
  await expect(editor).toBeFocused();
  await expect(page.getByText('These are captions. Use their words?')).toHaveCount(0);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(editor).toHaveValue(captions);
  await page.getByRole('button', { name: 'Use words' }).click();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.generations.requests).toMatchObject([{ script: 'The gulls circle. Go.' }]);
});

test('captions that the user keeps as a script are sent as they are, and are not asked about again', async ({
  page,
  main,
}) => {
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await expect(page.getByText('These are captions. Use their words?')).toHaveCount(0);
  await expect(page.getByText('4 parts are not spoken')).toBeVisible();
  await page.reload();
  await expect(page.getByText('4 parts are not spoken')).toBeVisible();
  await expect(page.getByText('These are captions. Use their words?')).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Script' }).focus();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => main.generations.requests).toMatchObject([{ script: captions }]);
});

test('captions dropped as a script are asked about, and several become rows of their words', async ({
  page,
}) => {
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(captions) });
  await page.getByRole('button', { name: 'Keep as it is' }).click();
  await page.locator('input[type=file]').setInputFiles([file('a.txt')]);
  await page.getByRole('button', { name: 'Use words' }).click();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls circle. Go.');
  await page.locator('input[type=file]').setInputFiles([file('a.txt'), file('b.txt')]);
  await expect(page.getByLabel('Notifications')).toContainText('Only the words of captions are used');
  // Two rows, and the name of the draft before them.
  await expect(page.getByText('The gulls circle. Go.')).toHaveCount(3);
});
