import type { Locator, Page } from '@playwright/test';
import { AppError } from '../../src-shared/app-error.ts';
import type { FakeMain } from '../fakes/page/fake-main.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, openPage, openProjectTab, test } from './support/page-test.ts';

test.use({ viewport: { width: 1000, height: 700 } });

const problem = (place: Page | Locator): Locator =>
  place.getByRole('region', { name: 'Notifications' }).getByRole('alert');
const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Harbour lights' });
const sendIn = (sheet: Locator): Locator =>
  sheet.getByRole('button', { name: 'Send to editor', exact: true });

function refuse(main: FakeMain): void {
  main.failNext('delivery.start', new AppError('service_refused', 'The service answered 400.'));
}

async function sendRefused(sheet: Locator, main: FakeMain): Promise<void> {
  refuse(main);
  await sendIn(sheet).click();
}

async function openSheet(page: Page, address: string): Promise<Locator> {
  await openProjectTab(page, address, 'Deliver');
  return sheetOf(page);
}

/** Opens the project's sheet and sends the project in vain. */
async function openAfterRefusal(page: Page, address: string, main: FakeMain): Promise<Locator> {
  const sheet = await openSheet(page, address);
  await sendRefused(sheet, main);
  return sheet;
}

test('a notice of an action in a sheet is inside it, reached by Tab, and covers nothing', async ({
  page,
  address,
  main,
}) => {
  const sheet = await openAfterRefusal(page, address, main);
  await expect(problem(page)).toBeInViewport({ ratio: 1 });
  const dismiss = problem(sheet).getByRole('button', { name: 'Dismiss' });
  await sendIn(sheet).focus();
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(dismiss).toBeFocused({ timeout: 50 });
  }).toPass({ timeout: 10_000 });
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/states/notice-in-sheet.png', animations: 'disabled' });
  await page.keyboard.press('Enter');
  await expect(problem(page)).toHaveCount(0);
  await expect(sheet.locator(':focus')).toHaveCount(1);
  await sendRefused(sheet, main);
  await expect(problem(sheet)).toBeVisible();
  await sendIn(sheet).click({ trial: true });
  await dismiss.click();
  await expect(problem(page)).toHaveCount(0);
  await expect(sheet).toBeVisible();
});

test('a notice goes into the topmost dialog and back, and remains the same element', async ({
  page,
  address,
  main,
}) => {
  const sheet = await openAfterRefusal(page, address, main);
  await problem(sheet).evaluate((alert) => {
    alert.dataset['seen'] = 'yes';
  });
  const seen = page.locator('[data-seen]');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Commands' }).locator('[data-seen]')).toBeInViewport({
    ratio: 1,
  });
  await page.keyboard.press('Escape');
  await expect(sheet.locator('[data-seen]')).toBeInViewport({ ratio: 1 });
  await seen.getByRole('button', { name: 'Dismiss' }).focus();
  // The first press may close the tooltip of the button.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 100 });
  }).toPass({ timeout: 10_000 });
  await expect(seen).toBeInViewport({ ratio: 1 });
  await seen.getByRole('button', { name: 'Dismiss' }).click();
  await expect(problem(page)).toHaveCount(0);
});

test('a notice dismissed in a dialog gives the focus back to where it came from', async ({
  page,
  address,
  main,
}) => {
  const sheet = await openSheet(page, address);
  refuse(main);
  await sendIn(sheet).press('Enter');
  await expect(problem(sheet)).toBeVisible();
  await sendIn(sheet).focus();
  await problem(sheet).getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(sendIn(sheet)).toBeFocused();
});

test('a window widened under a notice keeps it', async ({ page, address, main }) => {
  const sheet = await openAfterRefusal(page, address, main);
  await expect(problem(sheet)).toBeVisible();
  await page.setViewportSize({ width: 1300, height: 700 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(problem(page)).toBeInViewport({ ratio: 1 });
});

test('a notice that leads to another place closes the palette over it', async ({ page, address, main }) => {
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.9 });
  await openPage(page, `${address}/#/settings`);
  await expect(page.getByRole('contentinfo')).toContainText('1 running');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Commands' });
  await palette.waitFor();
  main.generations.stepSize = 1;
  main.step();
  await palette.getByRole('button', { name: 'Open project' }).click();
  await expect(palette).toHaveCount(0);
  await expect(page.locator('video')).toBeVisible();
});

test('a notice stays while it is pointed at or has the focus', async ({ page, address }) => {
  await page.clock.install();
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option', { name: 'Deep field' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
  const undo = page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true });
  await undo.hover();
  await undo.focus();
  await page.mouse.move(10, 10);
  await page.clock.runFor(60_000);
  await expect(undo).toBeFocused();
  await undo.hover();
  await page.getByRole('searchbox').focus();
  await page.clock.runFor(60_000);
  await expect(undo).toBeVisible();
  await page.mouse.move(10, 10);
  await page.clock.runFor(60_000);
  await expect(undo).toHaveCount(0);
});

test('a problem is told in the present language, and leaves with the screen once it was there for a while', async ({
  page,
  address,
  main,
}) => {
  await page.clock.install();
  await openPage(page, `${address}/#/settings`);
  main.failNext('settings.setTheme', new AppError('service_refused', 'No.'));
  await page.getByText('Light', { exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('refused');
  await page.locator('#language').click();
  await page.keyboard.type('Deutsch');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(alert).not.toContainText('refused');
  await expect(alert).toContainText('Dienst');
  await page.screenshot({ path: 'test-results/screens/notice-german.png' });
  await page.keyboard.press('Control+1');
  await expect(alert).toBeVisible();
  await page.clock.runFor(7_000);
  await expect(alert).toBeVisible();
  await page.keyboard.press('Control+2');
  await expect(alert).toHaveCount(0);
});

test('a notice of a start leaves the start button where it is, and free', async ({ page, address }) => {
  await openPage(page, `${address}/#/generate`);
  await page.getByRole('textbox').first().fill('A storm over the harbour.');
  const start = page.getByRole('button', { name: /^Start (generation|again)/ });
  const before = await start.boundingBox();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Notifications').locator('.toast')).toBeVisible();
  expect((await start.boundingBox())?.y).toBe(before?.y);
  await start.click({ trial: true });
});

test('a past problem is told with its time, above a button of its own width', async ({
  page,
  address,
  main,
}) => {
  await page.clock.install({ time: new Date('2026-06-15T09:30:00Z') });
  main.activity.addTransfer({ displayName: 'a.mov' });
  await openPage(page, `${address}/#/activity`);
  main.failNext('transfer.pauseAll', new AppError('service_stopped', 'It stopped.'));
  await page.getByRole('button', { name: 'Pause all transfers' }).click();
  await problem(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.locator('summary').filter({ hasText: 'Problems' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'has stopped' })).toContainText('11:30');
  const clear = page.getByRole('button', { name: 'Clear problems' });
  await page.screenshot({ path: 'test-results/states/past-problems.png', animations: 'disabled' });
  expect((await clear.boundingBox())?.width).toBeLessThan(200);
  await clear.click();
  await expect(clear).toHaveCount(0);
});
