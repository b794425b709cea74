import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { resolveScriptsFolder } from '../../../src-main/editors/resolve-scripts.ts';
import { macWith } from '../../fakes/rooted-system.ts';
import { holdCalls } from '../support/call-main.ts';
import { test } from '../support/composed-app.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage } from '../support/page-test.ts';

const resolveApp = '/Applications/DaVinci Resolve/DaVinci Resolve.app';
const premiereApp = '/Applications/Adobe Premiere Pro 2026/Adobe Premiere Pro 2026.app';
const kdenliveApp = '/Applications/kdenlive.app';

test.use({
  computer: macWith({
    [resolveApp]: ['com.blackmagic-design.DaVinciResolve', '21.1.1'],
    [premiereApp]: ['com.adobe.PremierePro.26', '26.2.0'],
    [kdenliveApp]: ['org.kde.Kdenlive', '26.08.2'],
  }),
});

test('scripts for DaVinci Resolve are installed and removed, and the panel for Premiere Pro is saved', async ({
  page,
  address,
  system,
  platform,
}) => {
  const scripts = resolveScriptsFolder(system);
  const foreign = join(scripts, 'Import from Dailies.lua');
  await mkdir(scripts, { recursive: true });
  await writeFile(foreign, 'print("not ours")');
  await openPage(page, `${address}#/settings`);
  const section = page.getByRole('region', { name: 'Editors', exact: true });
  const resolve = section.getByRole('group', { name: 'DaVinci Resolve' });
  await resolve.getByRole('button', { name: 'Install the scripts' }).click();
  await expect(page.getByRole('alert')).toContainText(`Rename or remove ${foreign}`);
  expect(await readdir(scripts)).toHaveLength(1);
  await rm(foreign);
  const release = await holdCalls(page, 'editor.installResolveScripts');
  await resolve.getByRole('button', { name: 'Install the scripts' }).press('Enter');
  await expect(resolve.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(resolve.getByRole('button', { name: 'Remove the scripts' })).toBeFocused();
  await expect(resolve.getByRole('status').getByText('Installed in this folder')).toBeVisible();
  await expect(resolve.getByText('DaVinci Resolve/Fusion', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await resolve.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/editor-settings/installed.png' });
  await resolve.getByRole('button', { name: 'Remove the scripts' }).click();
  await expect(resolve.getByRole('button', { name: 'Install the scripts' })).toBeVisible();
  expect(await readdir(scripts)).toEqual([]);
  const premiere = section.getByRole('group', { name: 'Premiere Pro' });
  await premiere.getByRole('button', { name: 'Save the panel…' }).click();
  await expect(premiere.getByRole('status').first()).toContainText('dailies-premiere.ccx');
  expect(platform.revealed).toEqual([join(platform.paths.userData, 'dailies-premiere.ccx')]);
  await premiere.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/editor-settings/saved.png' });
});

test('without an editor that takes scripts or a panel, Settings has no part for them', async ({
  page,
  address,
  system,
}) => {
  const part = page.getByRole('region', { name: 'Editors', exact: true });
  await openPage(page, `${address}#/settings`);
  await expect(part).toBeVisible();
  for (const app of [resolveApp, premiereApp]) await rm(system.placeOf(app), { recursive: true });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(part).toHaveCount(0);
});
