import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import {
  fillReturns,
  replacedPicture,
  sampleReturn,
  sampleStaying,
  sampleUpdate,
} from '../support/fill-returns.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const looks = [
  { name: '1280x800-dark', width: 1280, height: 800, scale: 1, search: '', colorScheme: 'dark' },
  { name: '1280x800-light', width: 1280, height: 800, scale: 1, search: '', colorScheme: 'light' },
  { name: '900x600-dark', width: 900, height: 600, scale: 1, search: '', colorScheme: 'dark' },
  { name: '200-percent-light', width: 640, height: 400, scale: 2, search: '', colorScheme: 'light' },
  {
    name: 'right-to-left',
    width: 1280,
    height: 800,
    scale: 1,
    search: '?locale=ar-XB',
    colorScheme: 'light',
  },
] as const;

const grid = (page: Page) => page.getByRole('grid');
const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');

for (const { name, width, height, scale, search, colorScheme } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme });
    test(`Returns fits at ${name}`, async ({ page, address, main }) => {
      // Axe reads 14 states.
      test.slow();
      const look = async (what: string) => {
        const path = `test-results/screens/${name}-returns-${what}.png`;
        await page.screenshot({ path, animations: 'disabled' });
        expect.soft(await findMisfits(page), what).toEqual([]);
        if (search === '') await expectNoGraveViolations(page);
      };
      await openPage(page, `${address}/${search}#/returns`);
      await page.locator('main button').nth(1).waitFor();
      await look('empty');
      fillReturns(main);
      await expect(rows(page)).toHaveCount(4);
      await look('list');
      const readSequence = { name: 'Film', count: 3 };
      const mediaOutside = { count: 3, sizeBytes: 1_200_000_000 };
      main.returns.put(sampleReturn({ readSequence, staying: [...sampleStaying], mediaOutside }));
      await rows(page).first().click();
      await page.getByRole('switch').waitFor();
      await look('keep');
      await page.locator('ol button').first().click();
      await look('edits');
      main.returns.updateOf = sampleUpdate;
      const dialogs = page.getByRole('dialog');
      const dialog = dialogs.last();
      // In a narrow window, the return itself is in a dialog.
      const shown = await dialogs.count();
      const openUpdate = async () => {
        await page.keyboard.press('Control+Shift+Enter');
        await expect(dialogs).toHaveCount(shown + 1);
      };
      const closeUpdate = async () => {
        await page.keyboard.press('Escape');
        await expect(dialogs).toHaveCount(shown);
      };
      await openUpdate();
      await dialog.getByRole('radio').nth(1).check();
      await expect(dialog.getByRole('radio')).toHaveCount(6);
      await look('update');
      await dialog.getByRole('radio').last().focus();
      await look('update-end');
      await closeUpdate();
      main.returns.updateOf = () => ({ ...sampleUpdate({}), conflicts: [replacedPicture()] });
      await openUpdate();
      await dialog.getByRole('radio').nth(2).check();
      await dialog.getByRole('group').scrollIntoViewIfNeeded();
      await expect
        .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
        .toBe(4);
      await look('update-pictures');
      await closeUpdate();
      main.returns.updateOf = () => ({
        ...sampleUpdate({}),
        blocker: 'up-to-date',
        newCut: null,
        carried: [],
        left: [],
        conflicts: [],
      });
      await openUpdate();
      await expect(dialog.getByRole('button')).toHaveCount(2);
      await look('update-nothing');
      await closeUpdate();
      main.returns.updateOf = (choices) => ({ ...sampleUpdate(choices), staying: [...sampleStaying] });
      main.returns.projectState = 'unknown';
      await openUpdate();
      await expect(dialog.getByRole('radio')).toHaveCount(4);
      await look('update-unknown');
      await dialog.getByRole('listitem').last().scrollIntoViewIfNeeded();
      await look('update-staying');
      await closeUpdate();
      main.returns.projectState = 'changed';
      await openUpdate();
      await dialog.getByRole('listitem').first().waitFor();
      await look('update-changed');
      await dialog.locator('.answers button').first().click();
      await dialog.getByRole('progressbar').waitFor();
      await look('update-fetching');
      main.returns.endAwaited('return-1', new AppError('cancelled', 'The delivery was cancelled.'));
      await dialog.getByRole('alert').waitFor();
      await look('update-failed');
    });
  });
}

test('an edit that came back is read, decided on and taken back by the keyboard', async ({
  page,
  address,
  main,
}) => {
  fillReturns(main);
  await openPage(page, address);
  const nav = page.getByRole('navigation', { name: 'Screens' });
  await expect(nav.getByRole('button', { name: /Returns/ })).toContainText('2 wait for a decision');
  await page.keyboard.press('Control+4');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');

  const inspector = page.getByRole('complementary', { name: 'Harbour lights' });
  await expect(inspector.locator('.summary li')).toHaveText([
    'Scene 3 removed',
    'Scene 5 shortened by 1.52 s at its end',
    'Scene 5: picture “title.png” added',
    'Caption “The old pier at night” is now “The old pier at noon”',
  ]);
  const removed = inspector.getByRole('listitem').filter({ hasText: 'Delivered at' }).first();
  await expect(removed).toHaveText(/01:00:08:00.*–.*Scene 3 removed/);
  await expect(inspector.getByRole('group', { name: /^Delivered cut above/ })).toHaveAccessibleName(
    'Delivered cut above, returned cut below: 2 clips removed, 2 clips added',
  );
  await expect(inspector.getByText('sound levels')).toBeVisible();

  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(3);
  await expect(page.getByText('The return of Harbour lights was dismissed. Its file stays.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).first()).toContainText('To review');

  main.failNext('return.keep', new AppError('disk_full', 'No space.'));
  await grid(page).focus();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('button', { name: 'Copy details' })).toBeVisible();
  await expect(rows(page).first()).toContainText('To review');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Harbour lights from Kdenlive is Harbour_lights_v004 now')).toBeVisible();
  await expect(rows(page).first()).toContainText('Kept');
  await expect(nav.getByRole('button', { name: /Returns/ })).toContainText('1 waits for a decision');
});

test('a movie that came back is played, uploaded with one press, and its upload followed', async ({
  page,
  address,
  main,
}) => {
  const movie = sampleReturn({
    kind: 'movie',
    editor: 'movie',
    fileName: 'Harbour_lights_v001 final.mp4',
    summary: [],
    edits: [],
    counts: { edits: 0, losses: 0 },
    strips: null,
    moviePath: 'returns/prj_0000/movie',
  });
  main.returns.put(movie);
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  const inspector = page.getByRole('complementary', { name: 'Harbour lights' });
  const length = () => inspector.locator('video').evaluate((video: HTMLVideoElement) => video.duration);
  await expect.poll(length).toBeGreaterThan(1);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: `test-results/screens/return-movie-${colorScheme}.png`,
      animations: 'disabled',
    });
  }
  await expectNoGraveViolations(page);
  await inspector.getByRole('button', { name: 'Upload movie' }).click();
  await expect(inspector).toContainText('The movie is being uploaded.');
  main.returns.put({ ...movie, state: 'uploaded', uploadId: 'transfer-1' });
  await expect(rows(page).first()).toContainText('Uploaded');
  await inspector.getByRole('button', { name: 'Show in Activity' }).click();
  await expect(page.getByRole('region', { name: 'Activity', exact: true })).toBeVisible();
});

test('an empty screen offers a practice return, says what it needs, shows its changes, and removes it again', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/returns`);
  const make = page.getByRole('button', { name: 'Make a practice return' });
  await expect(make).toHaveAccessibleDescription('Send a project to an editor first');
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    folderName: 'Harbour_lights_v001',
    folderPath: '/media/raid/Dailies/Harbour_lights_v001',
  });
  await page.reload();
  await expect(make).not.toHaveAttribute('aria-disabled', 'true');
  await make.click();
  await expect(page.getByText('No project was sent to an editor yet')).toBeVisible();
  main.returns.taken = sampleReturn({ editor: 'final-cut', fileName: 'Practice return.fcpxml' });
  await make.click();
  const inspector = page.getByRole('complementary', { name: 'Harbour lights' });
  await expect(inspector).toContainText('A practice return. Dailies made it from the newest delivery');
  await expect(rows(page).first()).toContainText('Practice');
  await expect(inspector.locator('.summary li').first()).toHaveText('Scene 3 removed');
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 1280],
    ['dark', 900],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const path = `test-results/screens/return-practice-${colorScheme}-${String(width)}.png`;
    await page.screenshot({ path, animations: 'disabled' });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await inspector.getByRole('button', { name: 'Remove practice return' }).click();
  await expect(make).toBeVisible();
});

test('of more returns than are read at once all are counted, and reached', async ({
  page,
  address,
  main,
}) => {
  const newest = sampleReturn();
  for (let number = 1; number <= 450; number += 1) {
    const returnId = `return-${String(number)}`;
    const state = number > 440 ? 'dismissed' : 'described';
    main.returns.put({ ...newest, returnId, state, returnedAt: newest.returnedAt - number });
  }
  await openPage(page, `${address}/#/returns`);
  const note = page.getByRole('heading', { level: 1 }).locator('..');
  const nav = page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: /Returns/ });
  await expect(note).toContainText('440 returns');
  await expect(nav).toContainText('440 wait for a decision');
  main.returns.put({ ...newest, returnId: 'return-440', state: 'dismissed' });
  await expect(note).toContainText('439 returns');
  await expect(nav).toContainText('439 wait for a decision');
  await grid(page).focus();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return grid(page).getAttribute('aria-rowcount');
    })
    .toBe('440');
  main.returns.put({ ...newest, returnId: 'return-440', returnedAt: newest.returnedAt - 440 });
  await page.reload();
  await page.getByText('Dismissed', { exact: true }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('the list stays where it was scrolled to when others come, and leads to the one that is opened', async ({
  page,
  address,
  main,
}) => {
  const newest = sampleReturn();
  for (let number = 1; number <= 90; number += 1)
    main.returns.put({ ...newest, returnId: `return-${String(number)}`, returnedAt: number });
  await openPage(page, `${address}/#/returns`);
  const scrolled = () => grid(page).evaluate((element) => element.scrollTop);
  await rows(page).first().click();
  await grid(page).evaluate((element) => {
    element.scrollTop = 900;
  });
  const note = page.getByRole('heading', { level: 1 }).locator('..');
  main.returns.put({ ...newest, returnId: 'return-91', returnedAt: 91 });
  await expect(note).toContainText('91 returns');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '92');
  expect(await scrolled()).toBe(900);
  main.open({ kind: 'return', returnId: 'return-1' });
  await expect.poll(scrolled).toBeGreaterThan(1500);
});

test('a movie that is being uploaded says why it cannot be dismissed', async ({ page, address, main }) => {
  main.returns.put(sampleReturn({ kind: 'movie', uploadId: 'transfer-1', summary: [] }));
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await expect(page.getByRole('button', { name: 'Dismiss return' })).toHaveAccessibleDescription(
    /^The movie is being uploaded/,
  );
});

test('the focus goes to the list when its button is gone, and to what stands in its place after the last return', async ({
  page,
  address,
  main,
}) => {
  for (const returnId of ['a', 'b']) main.returns.put(sampleReturn({ returnId }));
  await openPage(page, `${address}/#/returns`);
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Keep as version' }).press('Enter');
  await expect(rows(page).first()).toContainText('Kept');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(1);
  await expect(grid(page)).toBeFocused();
  main.returns.put(sampleReturn({ returnId: 'a' }));
  await expect(rows(page).first()).toContainText('To review');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('group', { name: 'Nothing has come back yet' })).toBeFocused();
});

test('a dismissed return is found, restored and shown in its folder', async ({ page, address, main }) => {
  main.returns.put(sampleReturn({ state: 'dismissed' }));
  await openPage(page, `${address}/#/returns`);
  await expect(page.getByText('Nothing has come back yet')).toBeVisible();
  await page.getByText('Dismissed', { exact: true }).click();
  await rows(page).first().click();
  await page.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => main.inputsOf('return.reveal')).toEqual([{ returnId: 'return-1' }]);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('radio', { name: 'Inbox' })).toBeChecked();
  await expect(rows(page).first()).toContainText('To review');
});

test('a return is announced on other screens once it can be read, and its version leads to it too', async ({
  page,
  address,
  main,
}) => {
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'FCPXML',
    mediaDelivery: 'BUNDLE',
    state: 'done',
    folderName: 'Harbour_lights_v001',
    folderPath: '/media/raid/Dailies/Harbour_lights_v001',
  });
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await page.getByText('Harbour_lights_v001', { exact: true }).waitFor();
  main.returns.put(sampleReturn({ state: 'settling', summary: [], edits: [], strips: null }));
  await expect(page.getByRole('button', { name: '1 return', exact: true })).toBeVisible();
  await expect(page.getByText(/came back from/)).toHaveCount(0);
  main.returns.put(sampleReturn());
  await expect(
    page.getByText(/Harbour lights came back from Kdenlive: scene 3 removed, scene 5 shortened/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
  await expect(page.getByRole('complementary', { name: 'Harbour lights' })).toContainText('Scene 3 removed');
  await page.keyboard.press('Control+2');
  await page.getByRole('button', { name: '1 return', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');

  await page.keyboard.press('Control+1');
  main.open({ kind: 'return', returnId: 'return-1' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Returns');
});

test('rows of the same name tell a practice return and the times in a narrow list', async ({
  page,
  address,
  main,
}) => {
  await page.setViewportSize({ width: 560, height: 700 });
  for (const [index, isPractice] of [true, false, false].entries())
    main.returns.put(sampleReturn({ returnId: `twin-${String(index)}`, isPractice }));
  await openPage(page, `${address}/#/returns`);
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).getByText('Practice').locator('visible=true')).toHaveCount(1);
  await expect(
    rows(page)
      .getByText(/\d\d:\d\d/)
      .locator('visible=true'),
  ).toHaveCount(2);
});
