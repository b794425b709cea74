import type { Locator } from '@playwright/test';
import { AppError } from '../../src-shared/app-error.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { askExport, expect, openPage, test } from './support/page-test.ts';

test('only screens that work can be gone to, and their keys go there', async ({ page, address }) => {
  await openPage(page, address);
  await expect(page.getByRole('navigation').getByRole('button')).toHaveText([
    /Generate/,
    /Projects/,
    /Library/,
    /Returns/,
    /On this computer/,
    /Settings/,
  ]);
  await page.keyboard.press('Control+2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await page.keyboard.press('Control+,');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings');
  await expect(page.getByRole('radio', { name: 'Connections' })).toBeChecked();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
});

test('the palette runs commands and opens projects', async ({ page, address }) => {
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('theme light');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('glacier');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The glacier that remembers' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzz');
  await expect(page.getByText('No matches for “zzz”')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette scrolls to the item that the keys mark', async ({ page, address }) => {
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Commands' });
  await page
    .getByRole('option', { name: /^Open / })
    .first()
    .waitFor();
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('PageDown');
  const marked = page.locator('[role=option].marked');
  await expect(marked).toHaveText(/Open /);
  await expect(marked).toBeInViewport({ ratio: 1 });
  await expect(marked).toHaveId((await field.getAttribute('aria-activedescendant')) ?? '');
});

for (const [screen, command, field] of [
  ['projects', 'Search projects', 'Search titles'],
  ['activity', 'Search jobs and transfers', 'Search jobs and transfers'],
] as const) {
  test(`“${command}” chosen in the palette focuses the field`, async ({ page, address }) => {
    await openPage(page, `${address}/#/${screen}`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type(command.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('searchbox', { name: field })).toBeFocused();
    await page.keyboard.type('glacier');
    await expect(page.getByRole('searchbox', { name: field })).toHaveValue('glacier');
  });
}

test('a question mark shows every shortcut, but not while one types', async ({ page, address }) => {
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill('');
  await page.keyboard.type('Why?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('heading', { level: 1 }).click();
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
  });
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Send to editor');
  await expect(sheet).toContainText('Shuttle back');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('whoever comes to a screen by its key goes on with the keyboard there', async ({ page, address }) => {
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).focus();
  await page.keyboard.press('Control+2');
  const projects = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
  await expect(projects.first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(projects.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+1');
  await page.keyboard.type('The gulls.');
  await expect(page.getByRole('textbox', { name: 'Script' })).toHaveValue('The gulls.');
});

test('an address that was cut off opens the screen it still names', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects/%E0%A4%A`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects');
  await expect(page.getByText('Select a project to play it')).toBeVisible();
});

test('a project gone back to is the one that is there when Projects is shown again', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('option', { name: 'The glacier that remembers' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('glacier');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/prj_0001$/);
  await page.goBack();
  await expect(page).toHaveURL(/prj_0000$/);
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+2');
  await expect(page).toHaveURL(/prj_0000$/);
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 900, height: 600 } });

  test('a project asked for elsewhere is brought out', async ({ page, address }) => {
    await openPage(page, address);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('glacier');
    await page.getByRole('option', { name: 'Open The glacier that remembers' }).waitFor();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'The glacier that remembers' })).toBeVisible();
    await expect(page.locator('video')).toBeVisible();
  });

  test('a project opened by its address or by a link is shown with all its parts', async ({
    page,
    address,
    main,
  }) => {
    const deliver = page.getByRole('tab', { name: 'Deliver' });
    await openPage(page, `${address}/#/projects/prj_0000`);
    await expect(page.getByRole('dialog', { name: 'Harbour lights' })).toContainText('Deliver');
    await deliver.click();
    await page.reload();
    await expect(deliver).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(deliver).toBeHidden();
    await page.goto(`${address}/#/projects/prj_0001`);
    await expect(page.getByRole('dialog', { name: 'The glacier that remembers' })).toBeVisible();
    await page.goto(`${address}/#/generate`);
    main.open({ kind: 'project', connectionId: 'local', projectId: 'prj_0000', elsewhere: null });
    await expect(page.getByRole('heading', { name: 'Harbour lights', level: 1 })).toBeVisible();
    await expect(deliver).toBeVisible();
  });

  test('a delivery that ends behind the closed sheet is reported', async ({ page, address, main }) => {
    main.deliveries.add({
      projectId: 'prj_0000',
      format: 'SRT',
      mediaDelivery: 'BUNDLE',
      state: 'committing',
      progress: 0.9,
    });
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText('1 running');
    main.step();
    await expect(page.getByLabel('Notifications').getByRole('status')).toContainText('has been delivered');
  });
});

test('a notice is said once: politely where it informs, at once where it is a problem', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  const notices = page.getByLabel('Notifications');
  const polite = notices.getByRole('status');
  await expect(polite).toHaveText('');
  await page.getByRole('textbox', { name: 'Script' }).fill('The gulls.');
  await page.getByRole('button', { name: 'Clear' }).click();
  main.failNext('generation.start', new AppError('service_refused', 'The service answered 400.'));
  await page.getByRole('textbox', { name: 'Script' }).fill('The boats.');
  await page.keyboard.press('Control+Enter');
  const live = (notice: Element): (string | null)[] => {
    const found: (string | null)[] = [];
    for (let each: Element | null = notice; each !== null; each = each.parentElement)
      if (each.matches('[aria-live], [role=alert], [role=status], [role=log]'))
        found.push(each.getAttribute('role'));
    return found;
  };
  await expect(notices.locator('.toast')).toHaveCount(2);
  const info = notices.locator('.toast').first();
  const problem = notices.locator('.toast').last();
  expect([await info.evaluate(live), await problem.evaluate(live)]).toEqual([['status'], ['alert']]);
  await expect(polite).toContainText('cleared');
});

test('a failure reported again stands there once, and dismissing it gives the focus back', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  const script = page.getByRole('textbox', { name: 'Script' });
  await script.fill('The gulls.');
  const notices = page.getByLabel('Notifications');
  for (let count = 1; count <= 2; count += 1) {
    main.failNext('generation.start', new AppError('service_refused', 'The service answered 400.'));
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => main.calls.filter((name) => name === 'generation.start')).toHaveLength(count);
    await expect(notices.locator('[role=alert]:not([data-seen])')).toHaveCount(1);
    await expect(notices.getByRole('alert')).toHaveCount(1);
    await notices.getByRole('alert').evaluate((alert) => {
      alert.dataset['seen'] = 'yes';
    });
  }
  await notices.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Enter');
  await expect(notices.getByRole('alert')).toHaveCount(0);
  await expect(script).toBeFocused();
});

test('a link dragged over the page does not take it away', async ({ page, address }) => {
  await openPage(page, address);
  const isTaken = (place: Locator) =>
    place.evaluate((target) => {
      const transfer = new DataTransfer();
      transfer.setData('text/uri-list', 'https://example.org/');
      const init = { dataTransfer: transfer, bubbles: true, cancelable: true };
      return !target.dispatchEvent(new DragEvent('dragover', init));
    });
  expect(await isTaken(page.getByRole('main'))).toBe(true);
  expect(await isTaken(page.getByRole('textbox', { name: 'Script' }))).toBe(false);
});

test('a chosen theme is there at the next start before main answers', async ({ page, address }) => {
  await openPage(page, `${address}/#/settings`);
  await page.getByText('Dark', { exact: true }).click();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
});

test('a service that failed is said wherever one is, with why and the way back', async ({
  page,
  address,
  main,
}) => {
  main.setConnection({
    state: 'failed',
    error: { code: 'service_stopped', message: 'exit code 1', details: {} },
  });
  await openPage(page, address);
  const banner = page.getByRole('region', { name: 'Work is waiting' });
  await expect(banner).toContainText('The service on this computer has stopped');
  await expect(page.getByRole('button', { name: 'Service: On this computer, Failed' })).toBeVisible();
  await banner.getByRole('button', { name: 'Show connection' }).click();
  await expect(page.getByRole('alert')).toContainText('It ended unexpectedly');
  await expect(banner).toHaveText('');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Local');
});

test('the status line counts the exports and remixes that run, also those from before the page', async ({
  page,
  address,
  main,
}) => {
  main.activity.addJob({ kind: 'export', state: 'running' });
  const dialog = await askExport(page, address);
  await expect(page.getByRole('contentinfo')).toContainText('1 running');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('contentinfo')).toContainText('2 running');
});

test('a job that ends while one is elsewhere is reported, and leads there', async ({
  page,
  address,
  main,
}) => {
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.9 });
  await openPage(page, `${address}/#/settings`);
  await expect(page.getByRole('contentinfo')).toContainText('1 running');
  main.generations.stepSize = 1;
  main.step();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Open project' }).click();
  await expect(page.locator('video')).toBeVisible();
});

test.describe('when the app behind the page goes away', () => {
  test.use({ toleratedComplaints: /ERR_CONNECTION|ERR_INCOMPLETE|Failed to load resource|net::/ });

  test('the page says so and catches up when it is back', async ({ page, address, host, main }) => {
    await openPage(page, address);
    await expect(page.getByRole('contentinfo')).toContainText('No jobs running');
    const port = Number(new URL(address).port);
    await host.dispose();
    await expect(page.getByRole('alert').filter({ hasText: 'Dailies has stopped' })).toBeVisible();
    main.generations.add({ title: 'Swifts', state: 'running', progress: 0.2 });
    await host.start(port);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toContainText('1 running');
  });
});

test('a page main does not answer says so in words', async ({ page, address, main }) => {
  main.failNext('app.info', new AppError('state_unreadable', 'The database is damaged.'));
  await openPage(page, address);
  await expect(page.getByRole('heading')).toHaveText('Dailies could not start this page');
  await expect(page.getByRole('alert')).toContainText('Dailies’ own records cannot be read');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
});

test('records that were damaged and set back are reported once the page is there, with what to look at', async ({
  page,
  address,
  main,
}) => {
  main.notices = [
    { code: 'state_unreadable', message: 'The last backup took its place.', details: { reason: 'restored' } },
  ];
  await openPage(page, address);
  const notice = page.getByLabel('Notifications').getByRole('alert');
  await expect(notice).toContainText('Dailies’ records were damaged and restored from the last copy');
  await expect(notice).toContainText('Check Activity');
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/states/records-set-back.png', animations: 'disabled' });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
});

test('keys pressed while a screen is loaded are for that screen', async ({ page, address }) => {
  let load = (): void => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/ProjectsScreen.*\.js$/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await openPage(page, address);
  await page.keyboard.press('Control+2');
  await expect(page).toHaveTitle(/Projects/);
  await page.keyboard.press('Control+f');
  load();
  await expect(page.getByRole('searchbox')).toBeFocused();
});

test.describe('a screen that cannot be loaded', () => {
  test.use({ toleratedComplaints: /ERR_FAILED/ });

  test('says so and can be loaded again', async ({ page, address }) => {
    let refusedCount = 0;
    await page.route(/SettingsScreen.*\.js$/, async (route) => {
      refusedCount += 1;
      await (refusedCount <= 2 ? route.abort() : route.continue());
    });
    await page.goto(`${address}/#/settings`);
    // Once at the start, and once when the other screens load in the background.
    await expect.poll(() => refusedCount).toBe(2);
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  });
});
