import type { Locator } from '@playwright/test';
import { expect, openPage, test } from './support/page-test.ts';

/** Presses Ctrl with a key as a keyboard of another layout, or with Caps Lock, reports it. */
function pressWithControl(target: Locator, key: string, code: string): Promise<void> {
  return target.dispatchEvent('keydown', { key, code, ctrlKey: true, bubbles: true, cancelable: true });
}

test('Ctrl+A selects all projects with Caps Lock and on an Arabic keyboard', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects`);
  const first = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first();
  for (const key of ['A', 'ش']) {
    await first.click();
    await expect(page.getByText('24 projects selected')).toHaveCount(0);
    await pressWithControl(first, key, 'KeyA');
    await expect(page.getByText('24 projects selected')).toBeVisible();
  }
});

test('Ctrl+Z brings a cleared script back with Caps Lock and on a Russian keyboard', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/generate`);
  const editor = page.getByRole('textbox', { name: 'Script' });
  await editor.fill('An older draft.');
  for (const key of ['Z', 'я']) {
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(editor).toHaveValue('');
    await pressWithControl(editor, key, 'KeyZ');
    await expect(editor).toHaveValue('An older draft.');
  }
});
