import { AppError } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const found = (editor: 'RESOLVE' | 'PREMIERE' | 'KDENLIVE') =>
  ({ editorId: `${editor}:/apps`, editor, version: null, source: 'system' }) as const;

test('scripts for DaVinci Resolve are installed and removed, and the panel for Premiere Pro is saved', async ({
  page,
  address,
  main,
}) => {
  main.editors.found = [found('RESOLVE'), found('PREMIERE')];
  await openPage(page, `${address}/#/settings`);
  const section = page.getByRole('region', { name: 'Editors', exact: true });
  const resolve = section.getByRole('group', { name: 'DaVinci Resolve' });
  main.failNext(
    'editor.installResolveScripts',
    new AppError('conflict', 'Not ours.', {
      details: { reason: 'foreign_file', file: '/scripts/Import from Dailies.lua' },
    }),
  );
  await resolve.getByRole('button', { name: 'Install the scripts' }).click();
  await expect(page.getByRole('alert')).toContainText('Rename or remove /scripts/Import');
  expect(main.editors.scripts.isInstalled).toBe(false);
  const release = main.hold('editor.installResolveScripts');
  await resolve.getByRole('button', { name: 'Install the scripts' }).press('Enter');
  await expect(resolve.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(resolve.getByRole('button', { name: 'Remove the scripts' })).toBeFocused();
  await expect(resolve.getByRole('status').getByText('Installed in this folder')).toBeVisible();
  await expect(resolve.getByText('DaVinciResolve/Fusion', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await resolve.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/editor-settings/installed.png' });
  await resolve.getByRole('button', { name: 'Remove the scripts' }).click();
  await expect(resolve.getByRole('button', { name: 'Install the scripts' })).toBeVisible();
  const premiere = section.getByRole('group', { name: 'Premiere Pro' });
  await premiere.getByRole('button', { name: 'Save the panel…' }).click();
  await expect(premiere.getByRole('status').first()).toContainText('/home/ada/dailies-premiere.ccx');
  expect(main.editors.savedPanels).toBe(1);
  await premiere.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/editor-settings/saved.png' });
});

test('without an editor that takes scripts or a panel, Settings has no part for them', async ({
  page,
  address,
  main,
}) => {
  const part = page.getByRole('region', { name: 'Editors', exact: true });
  main.editors.found = [found('KDENLIVE'), found('PREMIERE')];
  await openPage(page, `${address}/#/settings`);
  await expect(part).toBeVisible();
  main.editors.found = [found('KDENLIVE')];
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(part).toHaveCount(0);
});
