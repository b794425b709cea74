import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createSystemShell } from '../../../src-main/hosts/node/system-shell.ts';
import { makeFolder } from '../../fakes/main-fixture.ts';
import type { ServiceStandIn } from '../../fakes/services/service-stand-in.ts';
import type { TestPlatform } from '../../fakes/test-platform.ts';
import { test } from '../support/composed-app.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage } from '../support/page-test.ts';

// A project has no poster until its movie is rendered.
test.use({ toleratedComplaints: /status of 404/ });

const openProject = (page: Page, address: string, service: ServiceStandIn) =>
  openPage(page, `${address}#/projects/${service.addProject()}`);

const proposedBy = ({ paths }: TestPlatform) => join(paths.movies ?? '', 'Dailies');
/** Bundles that were asked for; the cut of the page is a document without one. */
const sentBy = ({ server }: ServiceStandIn) =>
  server.seen.filter(({ body }) => body.includes('"BUNDLE"')).length;

test('the proposed folder is named beside the button, and the button sends there', async ({
  page,
  address,
  service,
  platform,
}) => {
  const proposed = proposedBy(platform);
  await openProject(page, address, service);
  const named = page.getByText(`FCPXML to ${proposed} (created if needed)`);
  await expect(named).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Delivery folder' })).toHaveCount(0);
  expect(await named.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send to editor' }).click();
  await expect(page.getByText(`FCPXML to ${proposed}`, { exact: true })).toBeVisible();
  await expect.poll(() => sentBy(service)).toBe(1);
  expect(existsSync(proposed)).toBe(true);
});

test('the key sends there too', async ({ page, address, service, platform }) => {
  await openProject(page, address, service);
  await page.getByRole('button', { name: 'Send to editor' }).waitFor();
  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => sentBy(service)).toBe(1);
  expect(existsSync(proposedBy(platform))).toBe(true);
});

test('another folder is typed first, created after a question, by keys alone', async ({
  page,
  address,
  service,
  platform,
  app: {
    services: { settings },
  },
}) => {
  const wanted = join(await makeFolder('edit'), 'Dailies');
  await openProject(page, address, service);
  await page.getByRole('button', { name: 'Change folder' }).press('Enter');
  const field = page.getByRole('textbox', { name: 'Delivery folder' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(proposedBy(platform));
  await field.fill('/mnt/edit');
  await page.keyboard.press('Control+Shift+e');
  await expect(page.getByLabel('Notifications')).toContainText('Choose the delivery folder first');
  await expect(field).toBeFocused();
  await field.fill(wanted);
  await page.keyboard.press('Enter');
  const question = page.getByRole('group', { name: `${wanted} does not exist yet. Create it?` });
  await expect(question.getByRole('button', { name: 'Create folder' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(field).toBeFocused();
  expect([settings.deliveryFolderPath, existsSync(wanted), sentBy(service)]).toEqual([null, false, 0]);
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Create folder' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`FCPXML to ${wanted}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => sentBy(service)).toBe(1);
});

test('the change is taken back', async ({ page, address, service, platform, app }) => {
  await openProject(page, address, service);
  await page.getByRole('button', { name: 'Change folder' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(`FCPXML to ${proposedBy(platform)}`)).toBeVisible();
  expect(app.services.settings.deliveryFolderPath).toBeNull();
});

test('one that went away is asked for at the next try, and taken as it is once it is back', async ({
  page,
  address,
  service,
}) => {
  const folder = await makeFolder('edit');
  const away = `${folder} away`;
  await openProject(page, address, service);
  await page.getByRole('button', { name: 'Change folder' }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(folder);
  await page.keyboard.press('Enter');
  const send = page.getByRole('button', { name: 'Send to editor' });
  const problem = page.getByText('Connect its drive or choose another folder.');
  await expect(page.getByText(`FCPXML to ${folder}`, { exact: true })).toBeVisible();
  renameSync(folder, away);
  await send.click();
  await expect(problem).toBeVisible();
  renameSync(away, folder);
  await page.getByRole('button', { name: 'Use folder' }).click();
  await expect(send).toBeVisible();

  renameSync(folder, away);
  await page.reload();
  await expect(problem).toBeVisible();
  renameSync(away, folder);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(send).toBeVisible();
  expect(sentBy(service)).toBe(0);
});

test('Settings name it and create another after a question', async ({ page, address, platform, app }) => {
  const wanted = join(await makeFolder('edit'), 'Dailies');
  await openPage(page, `${address}#/settings`);
  const field = page.getByRole('textbox', { name: 'Delivery folder' });
  await expect(field).toHaveValue(proposedBy(platform));
  await expect(page.getByText('Suggested. The first delivery creates this folder if needed.')).toBeVisible();
  await field.fill(wanted);
  await page.getByRole('button', { name: 'Use folder' }).click();
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  expect(app.services.settings.deliveryFolderPath).toBe(wanted);
});

test.describe('without a folder for movies', () => {
  test.use({ hasMovies: false });

  test('the folder is asked for in place, and a wrong one is explained', async ({
    page,
    address,
    service,
  }) => {
    await openProject(page, address, service);
    const field = page.getByRole('textbox', { name: 'Delivery folder' });
    await field.fill('Dailies');
    await page.keyboard.press('Enter');
    await expect(page.getByText('This is not a full path')).toBeVisible();
    await field.fill(await makeFolder('edit'));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Send to editor/ }).click();
    await expect.poll(() => sentBy(service)).toBe(1);
  });
});

test.describe('with a native folder chooser', () => {
  const chosen = { path: '' };
  test.use({
    ports: {
      shell: createSystemShell(process.platform, false),
      dialogs: {
        chooseFolder: () => Promise.resolve(chosen.path),
        chooseFile: () => Promise.resolve(null),
        saveFile: () => Promise.resolve(null),
      },
    },
  });

  test('the proposed folder is changed there, and nothing is offered that the host cannot do', async ({
    page,
    address,
    service,
    platform,
  }) => {
    chosen.path = await makeFolder('volume');
    await openProject(page, address, service);
    await expect(page.getByText(`FCPXML to ${proposedBy(platform)}`)).toBeVisible();
    await page.getByRole('button', { name: 'Change folder' }).click();
    await expect(page.getByText(`FCPXML to ${chosen.path}`, { exact: true })).toBeVisible();
    expect(sentBy(service)).toBe(0);
    await page.getByRole('button', { name: /^Send to editor/ }).click();
    await expect(page.getByText('Harbour lights_v001', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Deliver' }).click();
    await expect(page.getByRole('button', { name: 'Show in folder' })).toHaveCount(0);
  });

  test('a change that is refused is taken back, and its error with it', async ({
    page,
    address,
    service,
    platform,
  }) => {
    chosen.path = '/proc';
    await openProject(page, address, service);
    await page.getByRole('button', { name: 'Change folder' }).click();
    const card = page.getByRole('alert').filter({ hasText: 'This folder belongs to the system' });
    await expect(card).toBeVisible();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(card).toHaveCount(0);
    await expect(page.getByText(`FCPXML to ${proposedBy(platform)}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send to editor' })).toBeEnabled();
  });
});
