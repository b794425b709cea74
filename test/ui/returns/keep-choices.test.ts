import type { Page } from '@playwright/test';
import { sampleReturn } from '../support/fill-returns.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const rows = (page: Page) => page.getByRole('grid').locator('[role=row][aria-selected]');

test('a document with several possible sequences asks which one is the cut', async ({
  page,
  address,
  main,
}) => {
  main.returns.put({
    ...sampleReturn({ state: 'failed', summary: [], edits: [], strips: null }),
    error: { code: 'document_unreadable', message: 'Several sequences.', details: {} },
    sequences: [
      { key: 'one', name: 'Film' },
      { key: 'two', name: 'Trailer' },
    ],
  });
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  const choices = page.getByRole('group', { name: 'Which sequence is the cut?' });
  await expect(choices.getByRole('button')).toHaveText(['Film', 'Trailer']);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await choices.getByRole('button', { name: 'Trailer' }).click();
  await expect(choices).toHaveCount(0);
  expect(main.inputsOf('return.chooseSequence').map(({ key }) => key)).toEqual(['two']);
});

test('a document of several sequences names the one that was read without asking', async ({
  page,
  address,
  main,
}) => {
  main.returns.put(sampleReturn({ readSequence: { name: 'Film', count: 3 }, summary: [] }));
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await expect(page.locator('.summary li')).toHaveText(['Read the sequence “Film” of 3']);
});

test('media from outside are collected into the version if the user wants it', async ({
  page,
  address,
  main,
}) => {
  main.returns.put(sampleReturn({ mediaOutside: { count: 3, sizeBytes: 1_200_000_000 } }));
  main.returns.put(sampleReturn({ returnId: 'return-2', returnedAt: 1 }));
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  const collect = page.getByRole('switch', { name: 'Collect 3 files (1.2 GB) into the version' });
  await expect(collect).not.toBeChecked();
  await collect.press(' ');
  await expect(collect).toBeChecked();
  await rows(page).last().click();
  await expect(collect).toHaveCount(0);
  await page.getByRole('button', { name: /^Keep as version/ }).click();
  await rows(page).first().click();
  await page.getByRole('button', { name: /^Keep as version/ }).click();
  await expect
    .poll(() => main.inputsOf('return.keep'))
    .toContainEqual({ returnId: 'return-1', collects: true });
});
