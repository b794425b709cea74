import type { Page } from '@playwright/test';
import { test } from '../support/composed-app.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, unfoldEditors } from '../support/page-test.ts';

const openShot = '/home/ada/Apps/OpenShot-v3.4.AppImage';
const notes = '/home/ada/notes.txt';

test.use({
  // A project has no poster until its movie is rendered.
  toleratedComplaints: /status of 404/,
  computer: { files: { '/usr/bin/kdenlive': null, [openShot]: null, [notes]: 'Call Mira.' } },
  ports: {
    dialogs: {
      chooseFile: (title) => Promise.resolve(title.includes('OpenShot') ? openShot : notes),
      chooseFolder: () => Promise.resolve(null),
      saveFile: () => Promise.resolve(null),
    },
  },
});

function look(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: `test-results/send/${name}.png`, animations: 'disabled' });
}

test('an editor that was not found is chosen by its program, and forgotten again', async ({
  page,
  address,
  service,
}) => {
  await openPage(page, `${address}#/projects/${service.addProject()}`);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  const editors = page.getByRole('group', { name: 'Editors' });
  await editors.getByText('Not on this computer').click();
  await expect(editors.getByRole('button', { name: /^Choose application/ })).toHaveCount(4);
  await editors.getByRole('checkbox', { name: /OpenShot/ }).scrollIntoViewIfNeeded();
  await look(page, 'choose-program');
  await editors.getByRole('button', { name: 'Choose application for OpenShot…' }).click();
  await expect(editors).toContainText('Chosen by you');
  await expect(editors.getByRole('checkbox', { name: /OpenShot/ })).toBeChecked();
  await expectAccessible(page);
  await look(page, 'chosen-program');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole('option', { name: 'Harbour lights' }).click();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  await expect(editors).toContainText('Chosen by you');
  await look(page, 'chosen-program-narrow');
  await editors.getByRole('button', { name: 'Forget the application chosen for OpenShot' }).click();
  await expect(editors).not.toContainText('Chosen by you');
  await editors.getByRole('button', { name: 'Choose application for Kdenlive…' }).click();
  await expect(page.getByText('This file cannot be run')).toBeVisible();
});
