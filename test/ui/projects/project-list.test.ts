import type { Page } from '@playwright/test';
import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.beforeEach(async ({ page, address }) => {
  await openPage(page, `${address}/#/projects`);
  await page.getByRole('option').first().waitFor();
});

test('the menu of a project opens its parts, copies its id, and comes by key too', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const project = page.getByRole('option', { name: 'The glacier that remembers' });
  await project.click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Actions of The glacier that remembers' });
  await expect(menu.getByRole('menuitem')).toHaveCount(6);
  await expect(project).toHaveAttribute('aria-selected', 'true');
  await expectNoGraveViolations(page);
  await page.screenshot({ path: 'test-results/projects/context-menu.png', animations: 'disabled' });
  await menu.getByRole('menuitem', { name: 'Copy project ID' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('prj_0001');
  await project.focus();
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: 'Remix' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The glacier that remembers' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Remix', selected: true })).toBeVisible();
});

/** Chooses an entry in the menu for the order of the list. */
async function order(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await page.getByRole('menuitemradio', { name, exact: true }).click();
}

test('a project shows its poster where its movie is going to be, while it is read', async ({
  page,
  main,
}) => {
  const inspector = page.getByRole('complementary');
  const release = main.hold('project.get');
  await page.getByRole('option').nth(1).click();
  const poster = inspector.locator('img');
  await expect(poster).toHaveJSProperty('complete', true);
  const source = await poster.getAttribute('src');
  const box = await poster.boundingBox();
  release();
  const movie = inspector.locator('video');
  await expect(movie).toHaveAttribute('poster', source ?? '');
  const room = await movie.locator('xpath=ancestor::*[contains(@class, "room")]').boundingBox();
  expect(room).toEqual(box);
});

test('a project of clips alone shows its first clip as its picture', async ({ page, main }) => {
  const [project] = main.projects;
  if (project) project.thumbnailPath = project.moviePath;
  await page.reload();
  await expect(page.getByRole('option').first().locator('video')).toHaveJSProperty('readyState', 4);
});

test('projects are sorted, which is kept, and filtered, and the page says when none is left', async ({
  page,
}) => {
  const first = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first();
  await expect(first).toContainText('Harbour lights');
  await order(page, 'Title');
  await expect(first).toContainText('A short history of salt');
  await page.getByRole('button', { name: 'Order and filter' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Title', checked: true })).toBeVisible();
  await expectNoGraveViolations(page);
  await page.screenshot({ path: 'test-results/projects/order-menu.png', animations: 'disabled' });
  await page.keyboard.press('Escape');
  await order(page, 'Hidden');
  await expect(page.getByText('No projects to show here')).toBeVisible();
  await page.getByRole('button', { name: 'Show all projects' }).click();
  await page.reload();
  await expect(first).toContainText('A short history of salt');
});

test('a hidden project comes back by Undo, and is found again where hidden ones are shown', async ({
  page,
}) => {
  const project = page.getByRole('option', { name: 'Deep field' });
  const hide = async (): Promise<void> => {
    await project.click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
    await expect(project).toHaveCount(0);
  };
  await hide();
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(project).toBeVisible();
  await hide();
  await order(page, 'Hidden');
  await project.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Show in the list again' }).click();
  await expect(page.getByText('No projects to show here')).toBeVisible();
});

test.describe('several projects', () => {
  test.use({ fakeMain: { connection: fakeConnection({}) } });

  test('are selected by keys and the pointer, and exported, sent, copied and hidden together', async ({
    page,
    main,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const list = page.getByRole('listbox', { name: 'Projects' });
    const chosen = list.getByRole('option', { selected: true });
    await list.getByRole('option').first().click();
    await list.getByRole('option').first().focus();
    await page.keyboard.press('Shift+ArrowDown');
    const count = await chosen.count();
    expect(count).toBeGreaterThan(1);
    await list
      .getByRole('option')
      .nth(6)
      .click({ modifiers: ['ControlOrMeta'] });
    await expect(page.getByText(`${String(count + 1)} projects selected`)).toBeVisible();
    await list
      .getByRole('option')
      .nth(6)
      .click({ modifiers: ['ControlOrMeta'] });
    await list.getByRole('option').nth(1).click();
    await expect(chosen).toHaveCount(1);
    await list
      .getByRole('option')
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await expect(chosen).toHaveCount(3);
    const ids = main.projects.slice(1, 4).map(({ projectId }) => projectId);
    await page.screenshot({ path: 'test-results/screens/projects-selected.png', animations: 'disabled' });

    await chosen.nth(1).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy 3 web links' }).click();
    const links = ids.map((id) => `https://app.studio.example/project/${id}`).join('\n');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(links);

    await chosen.first().focus();
    await page.keyboard.press('Control+e');
    const dialog = page.getByRole('dialog', { name: 'Export 3 movies' });
    await dialog.getByRole('radio', { name: '720p' }).check({ force: true });
    await page.screenshot({ path: 'test-results/screens/export-many.png', animations: 'disabled' });
    await expectNoGraveViolations(page);
    const startAll = dialog.getByRole('button', { name: 'Export', exact: true });
    const release = main.hold('export.start');
    await startAll.click();
    await expect.poll(() => main.calls).toContain('export.start');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    release();
    await expect(page.getByText('1 export started.')).toBeVisible();
    expect(main.inputsOf('export.start')).toHaveLength(1);

    await chosen.first().focus();
    await page.keyboard.press('Control+e');
    await dialog.getByRole('radio', { name: '720p' }).check({ force: true });
    await startAll.click();
    await expect(page.getByText('3 exports started.')).toBeVisible();
    const options = main
      .inputsOf('export.start')
      .slice(1)
      .map((input) => input.options);
    expect(options).toEqual([{ quality: 'HIGH' }, { quality: 'HIGH' }, { quality: 'HIGH' }]);

    const sendAll = page.getByRole('button', { name: 'Send 3 projects to editor' });
    const finish = main.hold('delivery.start');
    await sendAll.click();
    await expect(sendAll).toHaveAttribute('aria-disabled', 'true');
    finish();
    await expect(page.getByText('3 projects are being sent.')).toBeVisible();
    expect(
      main.deliveries
        .list(null)
        .map(({ projectId }) => projectId)
        .sort(),
    ).toEqual(ids);

    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: /^Hide the project/ }).click();
    await expect(page.getByText('3 projects are hidden.')).toBeVisible();
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '21');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '24');

    await list.getByRole('option').first().focus();
    await page.keyboard.press('Control+a');
    await expect(page.getByText('24 projects selected')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(chosen).toHaveCount(1);
    await list.getByRole('option').nth(2).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Open on the web' }).click();
    await expect.poll(() => main.inputsOf('project.openOnWeb')).toEqual([{ projectId: 'prj_0002' }]);
  });
});

/** Selects the first project and then others in addition. */
async function selectBeside(page: Page, others: readonly number[]): Promise<void> {
  const options = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
  await options.first().click();
  for (const index of others) await options.nth(index).click({ modifiers: ['ControlOrMeta'] });
}

test('of several selected projects, one that gets the whole screen is the one that the keys work on', async ({
  page,
  main,
}) => {
  const selected = page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true });
  await selectBeside(page, [3, 5]);
  await expect(page.getByText('3 projects selected')).toBeVisible();
  await page.getByRole('button', { name: 'Hide the list' }).click();
  const { projectId, title } = main.projects[5] ?? { projectId: '', title: '' };
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => main.deliveries.list(null).map((each) => each.projectId)).toEqual([projectId]);
  await page.keyboard.press('Escape');
  await expect(selected).toHaveCount(1);
  await expect(page.getByText('projects selected')).toHaveCount(0);
  expect(main.deliveries.list(null)).toHaveLength(1);
});

test('selected projects that a search leaves out are not worked on, and are selected again after it', async ({
  page,
  main,
}) => {
  const search = page.getByRole('searchbox', { name: 'Search titles' });
  await selectBeside(page, [1]);
  await search.fill('harbour');
  await expect(page.getByText('1 project selected')).toBeVisible();
  await search.fill('bees');
  await expect(page.getByRole('listbox', { name: 'Projects' }).getByRole('option')).toHaveCount(1);
  await expect(page.getByText(/projects? selected/)).toHaveCount(0);
  await page.keyboard.press('Control+e');
  await page.getByRole('dialog', { name: 'Export movie' }).getByRole('button', { name: 'Cancel' }).click();
  await search.fill('');
  await expect(page.getByText('2 projects selected')).toBeVisible();
  expect(main.calls).not.toContain('export.start');
});

test('the focus stays in the list when the project that has it is hidden, and goes to what stands in its place', async ({
  page,
  main,
}) => {
  const list = page.getByRole('listbox', { name: 'Projects' });
  const inspector = page.getByRole('complementary');
  const hide = async (name: string): Promise<void> => {
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  const titles = main.projects.map(({ title }) => title);
  await list.getByRole('option').nth(2).click();
  await hide('Hide from the list');
  const next = list.getByRole('option', { name: titles[3] ?? '' });
  await expect(next).toBeFocused();
  await expect(next).toHaveAttribute('aria-selected', 'true');
  await expect(inspector.getByRole('heading', { level: 2 }).first()).toHaveText(titles[3] ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(list.getByRole('option', { name: titles[4] ?? '' })).toBeFocused();

  await order(page, 'Hidden');
  await list.getByRole('option').first().click();
  await hide('Show in the list again');
  await expect(page.getByRole('group', { name: 'No projects to show here' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show all projects' })).toBeFocused();
});

test('a project is hidden and another one shown in its place, also when the list was read again under the menu', async ({
  page,
  main,
}) => {
  const list = page.getByRole('listbox', { name: 'Projects' });
  const [, , chosen, next] = main.projects;
  if (!chosen || !next) throw new Error('There must be four projects.');
  await list.getByRole('option').nth(2).click({ button: 'right' });
  const hide = page.getByRole('menuitem', { name: 'Hide from the list' });
  await hide.waitFor();
  const title = `${chosen.title}, again`;
  main.projects.splice(2, 1, { ...chosen, title });
  main.publish('project.changed', { projectId: chosen.projectId });
  await expect(list.getByText(title)).toBeVisible();
  await hide.click();
  await expect(list.getByRole('option', { name: next.title })).toHaveAttribute('aria-selected', 'true');
  await expect(list.getByText(title)).toHaveCount(0);
});

test('Enter opens the project that has the focus, also one that was just taken out of the selection', async ({
  page,
  main,
}) => {
  await selectBeside(page, [2, 4, 4]);
  const taken = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').nth(4);
  await expect(taken).toBeFocused();
  await expect(taken).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(main.projects[4]?.title ?? '');
});

test.describe('the movie behind a poster', () => {
  const offline = fakeConnection({ offlineSince: 1_763_000_000, state: 'offline' });

  /**
   * Records requested movies and returns a function that moves the mouse to a share of a poster's width. Timers stand
   * still.
   */
  async function watchPosters(page: Page, reducedMotion: 'reduce' | 'no-preference' = 'no-preference') {
    const asked: string[] = [];
    await page.emulateMedia({ reducedMotion });
    page.on('request', (request) => {
      if (request.url().endsWith('/movie')) asked.push(new URL(request.url()).pathname);
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const moveTo = async (index: number, share: number): Promise<void> => {
      const poster = page.getByRole('option').nth(index).locator('.poster');
      const { x, y, width, height } = (await poster.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.move(x + width * share, y + height / 2);
    };
    return { asked, moveTo };
  }

  test('is shown where the mouse rests and moves, one at a time, and never fetched in passing', async ({
    page,
  }) => {
    const { asked, moveTo } = await watchPosters(page);
    for (const index of [0, 1, 2]) await moveTo(index, 0.5);
    await page.clock.runFor(140);
    expect(asked).toEqual([]);
    await page.clock.runFor(20);
    const movie = page.getByRole('option').nth(2).locator('video');
    const timeShown = (): Promise<number> =>
      movie.evaluate((video: HTMLVideoElement) => (video.seeking ? -1 : video.currentTime / video.duration));
    await expect(movie).toHaveCSS('opacity', '1');
    await expect.poll(timeShown).toBeCloseTo(0.5, 1);
    await moveTo(2, 0.25);
    await expect.poll(timeShown).toBeCloseTo(0.25, 1);
    await page.screenshot({ path: 'test-results/projects/hover-scrub.png', animations: 'disabled' });
    await moveTo(3, 0.5);
    await page.clock.runFor(200);
    await expect(page.getByRole('option').nth(3).locator('video')).toHaveCSS('opacity', '1');
    await expect(page.getByRole('option').locator('video')).toHaveCount(1);
    expect(new Set(asked)).toEqual(
      new Set(['/media/projects/prj_0002/movie', '/media/projects/prj_0003/movie']),
    );
    await page.mouse.down();
    await page.mouse.up();
    await moveTo(3, 0.6);
    await page.clock.runFor(200);
    await expect(page.getByRole('option').locator('video')).toHaveCount(0);
  });

  test('is left alone with reduced motion', async ({ page }) => {
    const { asked, moveTo } = await watchPosters(page, 'reduce');
    await moveTo(1, 0.5);
    await page.clock.runFor(1000);
    await expect(page.getByRole('option').locator('video')).toHaveCount(0);
    expect(asked).toEqual([]);
  });

  test.describe('of a service out of reach', () => {
    test.use({ fakeMain: { connection: offline } });

    test('is left alone', async ({ page }) => {
      const { asked, moveTo } = await watchPosters(page);
      await moveTo(1, 0.5);
      await page.clock.runFor(1000);
      await expect(page.getByRole('option').locator('video')).toHaveCount(0);
      expect(asked).toEqual([]);
    });
  });
});

test('a project whose generation was cancelled says so', async ({ page, main }) => {
  const [project] = main.projects;
  if (project) main.projects[0] = { ...project, brokenOff: 'cancelled' };
  await page.reload();
  const first = page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first();
  await expect(first).toContainText('Cancelled');
  await page.screenshot({ path: 'test-results/screens/project-cancelled.png', animations: 'disabled' });
});

test('the button that sends several projects says how many', async ({ page }) => {
  const options = page.getByRole('listbox', { name: 'Projects' }).getByRole('option');
  await options.nth(0).click({ modifiers: ['Control'] });
  await options.nth(1).click({ modifiers: ['Control'] });
  await expect(page.getByRole('button', { name: 'Send 2 projects to editor' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send to editor/ })).toHaveCount(1);
  await page.screenshot({ path: 'test-results/screens/two-projects.png', animations: 'disabled' });
});
