import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const table = `name;script
Harbour;"Lamps go out.
One by one."
Market;By seven the market has taken the square.
Empty;
Broken;Not quoted; at all
Again;By seven the market has taken the square.`;

function csv(body: string) {
  return [{ name: 'news.csv', mimeType: 'text/csv', buffer: Buffer.from(body) }];
}

test.beforeEach(async ({ page, address }) => {
  await openPage(page, address);
});

test('a table becomes a batch that is looked at, survives a restart and is started once with the options', async ({
  page,
  main,
}) => {
  await page.getByText('Fast', { exact: true }).click();
  await page.locator('input[type=file]').first().setInputFiles(csv(table));
  const rows = page.getByRole('table', { name: 'Rows of the batch' }).locator('tbody tr');
  await expect(rows).toHaveText([
    /^2\s*Harbour.*60:0\d/s,
    /^3\s*Market/,
    /^4\s*Empty.*No words/s,
    /^5\s*Broken.*More cells than columns/s,
    /^6\s*Again.*Same words as row 3/s,
  ]);
  await expect(page.getByText('2 rows cannot be used')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove row 6' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Remove row 6' }).click();
  await page.reload();
  await expect(rows).toHaveCount(4);

  // The page reloads before main confirms the batch. A second press of the button must start nothing twice.
  const release = main.hold('generation.startBatch');
  await page.getByRole('button', { name: 'Start 2 generations' }).click();
  await expect.poll(() => main.calls.includes('generation.startBatch')).toBe(true);
  await page.reload();
  release();
  await page.getByRole('button', { name: 'Start 2 generations' }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  expect(main.generations.requests).toMatchObject([
    { workflow: 'script', script: 'Lamps go out.\nOne by one.', visualPacing: 'FAST' },
    { workflow: 'script', script: 'By seven the market has taken the square.', visualPacing: 'FAST' },
  ]);
});

test('several scripts become a batch in a draft of its own, where those before it stay', async ({ page }) => {
  await page.getByRole('textbox', { name: 'Script' }).fill('An older draft.');
  const files = ['One.', '', 'Three words here.'].map((body, index) => ({
    name: `part ${String(index + 1)}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(body),
  }));
  await page.locator('input[type=file]').first().setInputFiles(files);
  const rows = page.getByRole('table', { name: 'Rows of the batch' }).locator('tbody tr');
  await expect(rows).toHaveText([/part 1\.txt/, /part 2\.txt.*No words/s, /part 3\.txt/]);
  await page.getByRole('group', { name: 'Drafts' }).getByRole('button', { name: 'An older draft.' }).click();
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('An older draft.');
});

test('a table of three columns without a known name asks for the column of the scripts', async ({
  page,
  main,
}) => {
  const body = 'Headline, Story, Mood\nHafen, Lichter gehen aus., calm\nMarket, By seven., loud';
  await page.locator('input[type=file]').first().setInputFiles(csv(body));
  const question = page.getByRole('group', { name: 'Which column has the scripts?' });
  await expect(question).toBeVisible();
  const rows = page.getByRole('table', { name: 'Rows of the batch' }).locator('tbody tr');
  await expect(rows).toHaveText([/Hafen · Lichter gehen aus\. · calm/, /Market · By seven\. · loud/]);
  await expect(page.getByRole('button', { name: /^Start 0/ })).toHaveAttribute(
    'title',
    'Choose the column with the scripts first.',
  );
  await expectAccessible(page);
  await question.getByLabel('Story').selectOption('Script');
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: 'Start 2 generations' }).click();
  await expect
    .poll(() => main.generations.requests)
    .toMatchObject([{ script: 'Lichter gehen aus.' }, { script: 'By seven.' }]);
});

test('a table dropped on an outline changes nothing and offers a batch of scripts', async ({ page }) => {
  await page.getByRole('radiogroup', { name: 'What the movie is made from' }).getByText('Outline').click();
  await page.getByRole('textbox', { name: 'Outline' }).fill('# Ferries');
  await page.locator('input[type=file]').first().setInputFiles(csv(table));
  const notice = page.getByRole('alert').filter({ hasText: 'news.csv is a table.' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Outline' })).toHaveValue('# Ferries');
  await notice.getByRole('button', { name: 'Make a batch' }).click();
  await expect(page.getByRole('radio', { name: /^Script/ })).toBeChecked();
  await expect(page.getByRole('table', { name: 'Rows of the batch' })).toBeVisible();
});

test('each row has the language, voice and frame of its columns, whose uses can be changed', async ({
  page,
  main,
}) => {
  const body =
    'Headline;Script;Language;Voice;Ratio;Mood\nHafen;Lichter.;German;;9:16;calm\nMarket;Seven.;Klingon;;;x';
  await page.locator('input[type=file]').first().setInputFiles(csv(body));
  const rows = page.getByRole('table', { name: 'Rows of the batch' }).locator('tbody tr');
  await expect(rows).toHaveText([/German\s*9:16\s*Lichter/, /Klingon.*This service has no such language/s]);
  const columns = page.getByRole('group', { name: 'Columns of the table' });
  await expect(columns.getByLabel('Mood')).toHaveValue('');
  await columns.getByLabel('Headline').selectOption('Title');
  await expect(rows.first()).toContainText('Hafen');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/batch-columns.png' });
  await page.getByRole('button', { name: 'Start 1 generation' }).click();
  await expect
    .poll(() => main.generations.requests)
    .toMatchObject([{ workflow: 'script', script: 'Lichter.', language: 'de', aspectRatio: '9:16' }]);
});
