import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { itemsOf } from '../../fakes/page/fake-activity.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { fillConnections } from '../support/fill-connections.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/connections/${name}.png`, animations: 'disabled' });

const list = (page: Page) => page.getByRole('listbox', { name: 'Connections' });
const banners = (page: Page) => page.getByRole('region', { name: 'Work is waiting' });
const notices = (page: Page) => page.getByLabel('Notifications');

test('a service is added by signing in with the browser, and the focus goes with what is to be done', async ({
  page,
  address,
  main,
}) => {
  main.connections.suggestedAddress = 'https://api.studio.example';
  await openPage(page, `${address}/#/connections`);
  await page.getByRole('button', { name: 'Add connection' }).click();
  const field = page.getByRole('textbox', { name: 'Service address' });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('https://api.studio.example');
  await page.keyboard.press('Enter');
  const wait = page.getByRole('group', { name: 'Waiting for your browser' });
  await expect(wait).toBeVisible();
  await shot(page, 'sign-in');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Open the browser again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => main.calls.filter((name) => name === 'connection.signIn')).toHaveLength(1);
  main.connections.endSignIn('con-1', new AppError('sign_in_refused', 'access_denied'));
  await expect(page.getByRole('alert')).toContainText('Signing in was refused');
  await expect(page.getByRole('group', { name: 'api.studio.example' })).toBeFocused();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(wait).toBeFocused();
  main.connections.endSignIn('con-1');
  await expect(page.getByRole('status').filter({ hasText: 'Signed in to api.studio.example' })).toHaveCount(
    1,
  );
  await expect(list(page).getByRole('option', { name: /api\.studio\.example/ })).toContainText('Ines Okafor');
  await expect(page.getByRole('button', { name: 'Make active' })).toBeVisible();
});

test('a sign-in can be cancelled', async ({ page, address, main }) => {
  main.connections.add({ state: 'signed_out', account: null, credentialIn: 'none' });
  await openPage(page, `${address}/#/connections`);
  await list(page).getByRole('option').nth(1).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.getByRole('group', { name: 'api.studio.example' })).toBeFocused();
});

test('an address without https:// is refused at once, and a key is there for another try and then nowhere', async ({
  page,
  address,
  main,
}) => {
  const secret = 'vk_live_canary_8c1f';
  await openPage(page, `${address}/#/connections`);
  await page.getByRole('button', { name: 'Add connection' }).click();
  await page.getByRole('textbox', { name: 'Service address' }).fill('studio.example');
  await page.getByText('API key', { exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('An address begins with https://');
  const key = page.getByLabel('API key', { exact: true }).and(page.locator('input[type=password]'));
  await key.fill(secret);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('An address begins with https://');
  await expect(page.getByRole('textbox', { name: 'Service address' })).toBeFocused();
  expect(main.calls).not.toContain('connection.add');
  await expect(key).toHaveValue(secret);
  await page.getByRole('textbox', { name: 'Service address' }).fill('https://studio.example');
  main.failNext('connection.add', new AppError('unauthorized', 'The service answered 401.'));
  await key.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The credential was not accepted');
  await expect(key).toBeFocused();
  await expect(key).toHaveValue(secret);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'studio.example' })).toBeVisible();
  expect(main.inputsOf('connection.add').map(({ apiKey }) => apiKey)).toEqual([secret, secret]);
  expect(await page.content()).not.toContain(secret);
  expect(
    await page.evaluate(() =>
      JSON.stringify([...Object.entries(localStorage), ...Object.entries(sessionStorage)]),
    ),
  ).not.toContain(secret);
});

test('signing out is undone by signing in again, from its notice', async ({ page, address, main }) => {
  fillConnections(main);
  await openPage(page, `${address}/#/connections`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(notices(page)).toContainText('Signed out of api.studio.example');
  await notices(page).getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('group', { name: 'Waiting for your browser' })).toBeVisible();
});

test('a connection with open jobs is not removed, and why is said; without them it goes', async ({
  page,
  address,
  main,
}) => {
  fillConnections(main);
  await openPage(page, `${address}/#/connections`);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('3 of its jobs have not finished.')).toBeVisible();
  await expectAccessible(page);
  await shot(page, 'remove-refused');
  expect(main.calls).not.toContain('connection.remove');
  await page.getByRole('button', { name: 'Show activity' }).click();
  await expect(page.getByRole('region', { name: 'Activity', exact: true })).toBeVisible();
  await page.keyboard.press('Control+j');
  await list(page).getByRole('option').nth(2).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(list(page).getByRole('option')).toHaveCount(3);
  await notices(page).getByRole('button', { name: 'Add again' }).click();
  await expect(page.getByRole('textbox', { name: 'Service address' })).toHaveValue(
    'https://api.eu.studio.example',
  );
});

test('another API key takes the place of the old one once it was tested', async ({ page, address, main }) => {
  fillConnections(main);
  await openPage(page, `${address}/#/connections`);
  await list(page).getByRole('option').nth(2).click();
  await page.getByRole('button', { name: 'Replace API key' }).click();
  const key = page.getByLabel('New API key');
  await expect(key).toBeFocused();
  main.failNext('connection.setApiKey', new AppError('unauthorized', 'The service answered 401.'));
  await key.fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Replace API key' }).getByRole('alert')).toContainText(
    'The credential was not accepted',
  );
  await expect(key).toHaveValue('wrong');
  await key.fill('right');
  await page.keyboard.press('Enter');
  await expect(notices(page)).toContainText('The API key of api.eu.studio.example was replaced');
  await expect(page.getByRole('group', { name: 'api.eu.studio.example' })).toBeFocused();
  expect(main.inputsOf('connection.setApiKey').map(({ apiKey }) => apiKey)).toEqual(['wrong', 'right']);
  await page.getByRole('button', { name: 'Replace API key' }).click();
  await page.keyboard.press('Escape');
  await expect(key).toHaveCount(0);
});

test('a test says when the service answered, or what it met', async ({ page, address, main }) => {
  fillConnections(main);
  await openPage(page, `${address}/#/connections`);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText(/^Tested at \d\d:\d\d:\d\d/)).toBeVisible();
  main.failNext('connection.test', new AppError('service_failed', 'The service answered 503.'));
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(notices(page).getByRole('alert')).toContainText('Service error');
});

test('the list and the menu are worked by keys alone', async ({ page, address, main }) => {
  fillConnections(main);
  await openPage(page, address);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('go to connections');
  await page.keyboard.press('Enter');
  const options = list(page).getByRole('option');
  await expect(options.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(options.nth(3)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('heading', { name: 'api.eu.studio.example' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'api.eu.studio.example' })).toBeFocused();
  await page.getByRole('button', { name: /^Service/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toContainText('api.studio.example');
  const first = page.getByRole('menuitemradio').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('contentinfo')).toContainText('Local');
  await expect(page.getByRole('button', { name: /^Service/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Connections' })).toBeChecked();
});

test('another active connection brings its own projects, and none of the old ones', async ({
  page,
  address,
  main,
}) => {
  const { connectionId } = main.connections.add();
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.locator('video').waitFor();
  await page.waitForLoadState('networkidle');
  // Answers all further requests for media, as the service that has these projects would: the fake host forgets them.
  await page.route('**/media/projects/**', (route) => route.fulfill({ status: 200, body: '' }));
  const second = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').nth(1);
  await second.click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByText('2 projects selected')).toBeVisible();
  main.projects.splice(0, main.projects.length - 1);
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menuitemradio', { name: /api\.studio\.example/ }).click();
  await expect(page.getByText('1 project', { exact: true })).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Projects' }).getByRole('option')).toHaveCount(1);
  await expect(page.locator('video')).toHaveCount(0);
  await expect(page.getByText(/projects? selected$/)).toHaveCount(0);
  expect(main.connections.active.connectionId).toBe(connectionId);
});

test('a job of another connection that ends leads to its project there', async ({ page, address, main }) => {
  const { connectionId } = main.connections.add();
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.9, connectionId });
  await openPage(page, `${address}/#/settings`);
  await expect(page.getByRole('contentinfo')).toContainText('Local');
  main.generations.step();
  main.activity.tellReordered(itemsOf({ generations: main.generations.list() }));
  main.generations.stepSize = 1;
  main.step();
  await notices(page).getByRole('button', { name: 'Open project' }).first().click();
  await expect(page.locator('video')).toBeVisible();
  expect(main.connections.active.connectionId).toBe(connectionId);
});

test('A keychain that asks or cannot be used is shown in one banner, which can be dismissed', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, address);
  await expect(page.getByRole('contentinfo')).toContainText('Local');
  main.connections.setKeychain('waiting');
  await expect(banners(page)).toContainText('Your keychain is asking for permission');
  await expect(banners(page).getByRole('button')).toHaveCount(0);
  main.connections.setKeychain('unavailable');
  await banners(page).getByRole('button', { name: 'Try again' }).click();
  await expect(banners(page)).toHaveText('');
  fillConnections(main);
  main.connections.setKeychain('unavailable');
  const error = { code: 'keychain_locked', message: 'Locked.', details: {} } as const;
  main.setConnection({ state: 'signed_out', error });
  await expect(banners(page)).toContainText('new ones are kept only until you quit');
  await expect(banners(page)).not.toContainText('You are signed out');
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banners(page)).toContainText('You are signed out of api.studio.example');
});

test('every screen says why work waits, and how to go on', async ({ page, address, main }) => {
  fillConnections(main);
  await openPage(page, address);
  await expect(page.getByRole('contentinfo')).toContainText('api.studio.example');
  main.setConnection({ state: 'offline' });
  await expect(banners(page)).toContainText(/api\.studio\.example has been unreachable since \d\d:\d\d\./);
  await banners(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(banners(page)).toHaveText('');
  main.setConnection({ state: 'ready' });
  main.setConnection({ state: 'offline' });
  await banners(page).getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('api.studio.example');
  main.setConnection({ state: 'offline', error: { code: 'network_sign_in', message: 'x', details: {} } });
  await expect(banners(page)).toContainText('This network asks you to sign in');
  main.setConnection({ state: 'signed_out', error: null });
  await banners(page).getByRole('button', { name: 'Sign in' }).click();
  await expect(banners(page)).toContainText('Waiting for your browser to sign in to api.studio.example');
  main.connections.endSignIn('con-a');
  await expect(banners(page)).toHaveText('');
  await main.connections.handlers()['connection.activate']({ connectionId: 'con-b' });
  await banners(page).getByRole('button', { name: 'Replace API key' }).click();
  await expect(page.getByLabel('New API key')).toBeFocused();
});

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 700, height: 600 } });

  test('the form is brought out as a sheet, and closing it gives it up', async ({ page, address, main }) => {
    fillConnections(main);
    await openPage(page, `${address}/#/connections`);
    const add = page.getByRole('button', { name: 'Add connection' });
    await add.click();
    const sheet = page.getByRole('dialog', { name: 'Add connection' });
    const field = sheet.getByRole('textbox', { name: 'Service address' });
    await expect(field).toBeFocused();
    await shot(page, 'add-700');
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(list(page).getByRole('option', { selected: true })).toBeFocused();
    await add.click();
    await field.fill('https://b.studio.example');
    await page.keyboard.press('Enter');
    const wait = page.getByRole('group', { name: 'Waiting for your browser' });
    await expect(wait).toBeVisible();
    main.connections.endSignIn('con-4');
    await expect(page.getByRole('dialog', { name: 'b.studio.example' })).toContainText('Ines Okafor');
    await expect(page.getByRole('group', { name: 'b.studio.example' })).toBeFocused();
  });

  test('a banner’s action shows the field it names', async ({ page, address, main }) => {
    fillConnections(main);
    await main.connections.handlers()['connection.activate']({ connectionId: 'con-b' });
    await openPage(page, address);
    await banners(page).getByRole('button', { name: 'Replace API key' }).click();
    await expect(page.getByRole('dialog').getByLabel('New API key')).toBeFocused();
  });
});

test('a connection shows the credits told last and what its plan does not include', async ({
  page,
  address,
  main,
}) => {
  const details = { requirement: 'upgrade_plan', reason: 'A paid plan is needed.', refusedAt: 1_764_000_000 };
  main.connections.plan = {
    credits: { remaining: 1_250, toldAt: 1_764_000_000 },
    refusals: [
      { jobId: 'gen-1', title: 'Harbour lights', error: { code: 'forbidden', message: '', details } },
    ],
  };
  await openPage(page, `${address}/#/connections`);
  const plan = page.getByRole('region', { name: 'Plan and credits' });
  await expect(plan.getByText(/1,250 on .*2025/)).toBeVisible();
  await expect(plan.getByText('Harbour lights')).toBeVisible();
  const refusal = plan.getByRole('alert').filter({ hasText: 'Needs a higher plan' });
  await expect(refusal).toContainText('A paid plan is needed.');
  await expectAccessible(page);
});
