import { AppError, toErrorBody } from '../../../src-shared/app-error.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const available = {
  version: '0.2.0',
  notes: { en: 'Timelines open faster.\nKdenlive 26.08 is found.', de: 'Timelines öffnen sich schneller.' },
};

test('without a feed nothing is said of updates', async ({ page, address }) => {
  await openPage(page, `${address}/#/settings`);
  await expect(page.getByRole('region', { name: 'About' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Updates' })).toHaveCount(0);
});

test('a new version is announced from its download to its installation, and what is new in it', async ({
  page,
  address,
  main,
}) => {
  main.updates.set({});
  await openPage(page, `${address}/#/settings`);
  const section = page.getByRole('region', { name: 'Updates' });
  const status = section.getByRole('status');
  await expect(status).toContainText('Dailies 0.1.0 is the newest version. Last checked:');
  main.updates.set({ available, stage: 'waiting', waitsFor: 'metered', totalBytes: 200_000_000 });
  await expect(status).toHaveText(
    'Version 0.2.0 is available. It will not be downloaded on a metered network.',
  );
  await section.getByRole('button', { name: 'Download now' }).click();
  await expect.poll(() => main.updates.record.stage).toBe('downloading');
  main.updates.set({ receivedBytes: 50_000_000 });
  await expect(section.getByText('Downloading version 0.2.0: 50 MB / 200 MB')).toBeVisible();
  await expect(section.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  const error = toErrorBody(new AppError('update_failed', 'cut', { details: { host: 'example.com' } }));
  main.updates.set({ stage: 'waiting', error });
  await expect(section.getByRole('alert')).toContainText('could not be checked or downloaded');
  await section.getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByRole('alert')).toHaveCount(0);
  main.updates.set({ stage: 'ready' });
  await expect(status).toHaveText('Version 0.2.0 is ready. It is installed when you quit.');
  await section.getByText('What is new in 0.2.0').click();
  await expect(section.getByText('Kdenlive 26.08 is found.')).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Install now' }).click();
  await expect.poll(() => main.inputsOf('updates.install')).toHaveLength(1);
});

test('the status bar says quietly that a version is ready, and leads to it', async ({
  page,
  address,
  main,
}) => {
  main.updates.set({ available, stage: 'ready' });
  await openPage(page, address);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Version 0.2.0 is ready' }).click();
  await expect(page.getByRole('region', { name: 'Updates' })).toBeVisible();
});

test('after an update its notes are shown, and after a way back why', async ({ page, address, main }) => {
  main.updates.set({ news: { version: '0.1.0', notes: { en: 'Captions follow the cut.' } } });
  await openPage(page, `${address}/#/settings`);
  const section = page.getByRole('region', { name: 'Updates' });
  await expect(section.getByText('Dailies was updated to 0.1.0')).toBeVisible();
  await expect(section.getByText('Captions follow the cut.')).toBeVisible();
  const notice = page.getByRole('contentinfo').getByRole('button', { name: 'Dailies was updated to 0.1.0' });
  await expect(notice).toBeVisible();
  await section.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await expect(section.getByText('Captions follow the cut.')).toHaveCount(0);
  main.updates.set({ failedVersion: '0.2.0', previousVersion: '0.0.9' });
  await expect(
    section.getByText('Version 0.2.0 did not start, so Dailies went back to 0.1.0.'),
  ).toBeVisible();
  const statusBar = page.getByRole('contentinfo');
  await expect(statusBar.getByRole('button', { name: 'Version 0.2.0 did not start' })).toBeVisible();
  await expect(section.getByRole('button', { name: 'Open version 0.0.9' })).toBeVisible();
  await section.getByRole('switch', { name: 'Download new versions automatically' }).click();
  await expect.poll(() => main.updates.record.isAutomatic).toBe(false);
});
