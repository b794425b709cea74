import type { Page } from '@playwright/test';
import { needsUpgrade } from '../../fakes/page/fake-movies.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { askExport, expect, openPage, openProjectTab, test } from '../support/page-test.ts';

const history = (page: Page) => page.getByRole('listitem', { name: /^Remix,/ });
const queue = (page: Page) => page.getByRole('list', { name: 'Actions in order' });
const add = (page: Page, action: string) =>
  page.locator('[data-remix-card]', { hasText: action }).first().click();

async function openRemix(page: Page, address: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: 'Remix' }).waitFor();
  await page.keyboard.press('Control+r');
  await expect(page.getByRole('tab', { name: 'Remix' })).toHaveAttribute('aria-selected', 'true');
}

test('actions are lined up, set, moved by keys and started as they stand', async ({
  page,
  address,
  main,
}) => {
  await openRemix(page, address);
  const start = page.getByRole('button', { name: 'Start remix' });
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await add(page, 'Slow zoom');
  await expect(queue(page)).toContainText('6 stills get a slow zoom.');
  await expect(page.getByText('Slow zoom was added as number 1')).toBeAttached();
  await add(page, 'Generate music');
  await expect(queue(page)).toContainText('Still needed: Describe the music');
  await expect(start).toHaveAttribute('title', 'Complete the required fields.');
  await page.getByRole('textbox', { name: 'Describe the music' }).fill('Slow waves');
  await add(page, 'Narrator');
  await page.getByRole('button', { name: /^Voice: Choose/ }).click();
  await page.keyboard.type('noor');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Speed' }).fill('9');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert')).toHaveText('0.5 to 2');
  await page.getByRole('textbox', { name: 'Speed' }).fill('1.25');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Narrator', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(queue(page).getByRole('listitem').nth(1)).toContainText('Narrator');
  await add(page, 'Hide captions');
  await page.keyboard.press('Delete');
  await expect(queue(page).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'On a copy' }).check();
  await page.keyboard.press('Control+Enter');
  await expect(history(page)).toContainText('0 of 3 done');
  const [asked] = main.inputsOf('remix.start');
  expect(asked).toMatchObject({ projectId: 'prj_0000', isCopy: true });
  expect(asked?.actions).toEqual([
    { type: 'ADD_ZOOM' },
    { type: 'CHANGE_NARRATOR', voiceId: expect.stringContaining('noor') as unknown, voiceSpeed: 1.25 },
    { type: 'GENERATE_MUSIC', prompt: 'Slow waves' },
  ]);
  await expect(queue(page)).toHaveCount(0);
  main.step();
  main.step();
  await expect(history(page)).toContainText('1 of 3 done');
});

test('a held Delete key removes one action only', async ({ page, address }) => {
  await openRemix(page, address);
  for (const action of ['Slow zoom', 'Hide captions', 'Generate music']) await add(page, action);
  await page.getByRole('button', { name: 'Slow zoom', exact: true }).focus();
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.down('Delete');
  await page.keyboard.up('Delete');
  await expect(queue(page).getByRole('listitem')).toHaveText([/Hide captions/, /Generate music/]);
});

test('a double click removes one action only', async ({ page, address }) => {
  await openRemix(page, address);
  for (const action of ['Slow zoom', 'Hide captions', 'Generate music']) await add(page, action);
  await queue(page).getByRole('button', { name: 'Remove Slow zoom' }).dblclick({ delay: 80 });
  await expect(queue(page).getByRole('listitem')).toHaveText([/Hide captions/, /Generate music/]);
});

test('queued actions stay with their project while other tabs are open, and run once on a copy', async ({
  page,
  address,
  main,
}) => {
  await openRemix(page, address);
  const onCopy = page.getByRole('switch', { name: 'On a copy' });
  await add(page, 'Slow zoom');
  await onCopy.check();
  await page.getByRole('tab', { name: 'Scenes' }).click();
  await page.getByRole('tab', { name: 'Remix' }).click();
  await expect(onCopy).toBeChecked();
  await page.getByRole('option', { name: main.projects[1]?.title ?? '' }).click();
  await expect(onCopy).not.toBeChecked();
  await page.getByRole('option', { name: main.projects[0]?.title ?? '' }).click();
  await page.getByRole('button', { name: 'Start remix' }).click();
  await expect(history(page)).toContainText('0 of 1 done');
  expect(main.inputsOf('remix.start')).toMatchObject([
    { projectId: 'prj_0000', actions: [{ type: 'ADD_ZOOM' }], isCopy: true },
  ]);
  await expect(onCopy).not.toBeChecked();
});

test('actions that are being started cannot be started again from elsewhere', async ({
  page,
  address,
  main,
}) => {
  await openRemix(page, address);
  await add(page, 'Slow zoom');
  const release = ['remix.start', 'export.start'].map((name) => main.hold(name as 'remix.start'));
  const tab = (name: string) => page.getByRole('tab', { name }).click();
  const remix = page.getByRole('button', { name: 'Start remix' });
  await remix.click();
  const movie = page.getByRole('button', { name: 'Export', exact: true });
  await page.keyboard.press('Control+e');
  await movie.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await tab('Remix');
  await expect(remix).toHaveAttribute('aria-disabled', 'true');
  await expect(remix).not.toHaveAttribute('title');
  await page.keyboard.press('Control+e');
  await expect(movie).toHaveAttribute('aria-disabled', 'true');
  for (const each of release) each();
  await expect(movie).not.toHaveAttribute('aria-disabled');
  expect(main.calls.filter((name) => name === 'export.start' || name === 'remix.start')).toEqual([
    'remix.start',
    'export.start',
  ]);
});

test('an export is in the list as soon as it is started, also while the service cannot be asked', async ({
  page,
  address,
  main,
}) => {
  const dialog = await askExport(page, address);
  const release = main.hold('export.list');
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('listitem', { name: /^Export,/ })).toHaveCount(1);
  await expect(dialog).toHaveCount(0);
  release();
});

test('an export that waits for the service is listed when its project is opened again', async ({
  page,
  address,
  main,
}) => {
  main.movies.listError = { code: 'service_unreachable', message: 'Nobody answers.', details: {} };
  main.activity.addJob({ kind: 'export', projectId: 'prj_0000', state: 'queued' });
  await openProjectTab(page, address, 'Deliver');
  const items = page.getByRole('listitem', { name: /^Export,/ });
  await expect(items).toHaveCount(1);
  const retry = page.getByRole('tabpanel').getByRole('button', { name: 'Try again' });
  main.movies.listError = null;
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(items).toHaveCount(1);
});

test('a wrong number holds a remix up also where its action is folded away, which says so', async ({
  page,
  address,
}) => {
  await openRemix(page, address);
  const start = page.getByRole('button', { name: 'Start remix' });
  const narrator = 'Narrator';
  const zoom = 'Slow zoom';
  await add(page, narrator);
  await page.getByRole('button', { name: /^Voice: Choose/ }).click();
  await page.keyboard.type('noor');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Speed' }).fill('9');
  await page.getByRole('button', { name: narrator, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Speed' })).toBeHidden();
  await expect(queue(page)).toContainText('Correct the invalid number first.');
  await add(page, zoom);
  await expect(start).toHaveAttribute('title', 'Correct the invalid number first.');
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: narrator, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Speed' })).toHaveValue('9');
  await page.getByRole('textbox', { name: 'Speed' }).fill('1.5');
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
});

test('a usual ratio takes the place of a wrong number, for good', async ({ page, address }) => {
  await openRemix(page, address);
  await add(page, 'Aspect ratio');
  const start = page.getByRole('button', { name: 'Start remix' });
  const ratio = page.getByRole('radiogroup', { name: 'Aspect ratio' });
  await ratio.getByText('Other', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Width' }).fill('0');
  await expect(start).toHaveAttribute('aria-disabled', 'true');
  await ratio.getByText('9:16', { exact: true }).click();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await page.getByRole('tab', { name: 'Remix' }).click();
  await page.getByRole('button', { name: 'Aspect ratio', exact: true }).click();
  await expect(ratio.getByRole('radio', { name: /9:16/ })).toBeChecked();
  await expect(start).not.toHaveAttribute('aria-disabled', 'true');
});

test('a project put away in a narrow window is gone with its movie, whatever is wrong in its remix', async ({
  page,
  address,
}) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openRemix(page, address);
  await add(page, 'Narrator');
  await page.getByRole('textbox', { name: 'Speed' }).fill('9');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Remix' })).toHaveCount(0);
  await expect(page.locator('video')).toHaveCount(0);
});

test('a failed remix says why and what still ran, and the rest is tried again', async ({
  page,
  address,
  main,
}) => {
  main.movies.failures.set('TRANSLATE_PROJECT', {
    code: needsUpgrade.code,
    message: needsUpgrade.message,
    details: needsUpgrade.details,
  });
  main.setConnection({ kind: 'oauth' });
  await openRemix(page, address);
  await add(page, 'Slow zoom');
  await add(page, 'Translate');
  await page.getByRole('button', { name: /^Language: Choose/ }).click();
  await page.keyboard.type('spanish');
  await page.keyboard.press('Enter');
  await add(page, 'Hide captions');
  await page.getByRole('button', { name: 'Start remix' }).click();
  await expect(history(page)).toContainText('0 of 3 done');
  const waiting = page.getByRole('listitem').filter({ hasText: /^\s*Translate\s+Waiting/ });
  await expect(waiting.first()).toBeInViewport();
  for (let step = 0; step < 3; step += 1) main.step();
  await expect(history(page)).toContainText('1 of 3 actions was done and kept');
  await expect(history(page).getByRole('listitem')).toHaveText([/Done/, /Failed/, /Not run/]);
  const end = 'Not everything was applied: Slow zoom, Translate, Hide captions';
  await expect(page.getByText(end)).toBeInViewport();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(history(page)).toBeFocused();
  await expect(page.getByRole('alert').filter({ hasText: 'Needs a higher plan' })).toContainText(
    'This needs a paid plan.',
  );
  main.movies.failures.clear();
  const again = history(page).getByRole('button', { name: 'Try again' });
  const release = main.hold('activity.retryJob');
  await again.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(history(page)).toBeFocused();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(page.getByText('0 of 2 done')).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(history(page).filter({ hasText: '1 of 3 actions' })).toBeFocused();
  expect(main.calls.filter((name) => name === 'activity.retryJob')).toHaveLength(1);
});

test('a limit of the service on this computer is said before anything is asked', async ({
  page,
  address,
}) => {
  await openRemix(page, address);
  const card = page.locator('[data-remix-card]', { hasText: 'Translate' });
  await expect(card).toContainText('The service on this computer cannot translate.');
  await expect(card).toHaveAttribute('aria-disabled', 'true');
});

test('a movie is exported with what was chosen alone, saved, shown and linked', async ({
  page,
  address,
  main,
}) => {
  await openProjectTab(page, address, 'Deliver');
  await expect(page.getByText('Nothing has been sent or exported yet.')).toBeVisible();
  await page.keyboard.press('Control+e');
  await expect(page.getByText(/no integrations/)).toBeVisible();
  await page.getByRole('radio', { name: '4K' }).check({ force: true });
  await page
    .getByRole('radiogroup', { name: 'End screen' })
    .getByRole('radio', { name: 'None' })
    .check({ force: true });
  await expect(page.getByText(/An MP4 of “Harbour lights”, 3840×2160/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'test-results/screens/export-dialog.png', animations: 'disabled' });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect
    .poll(() => main.inputsOf('export.start').map(({ options }) => options))
    .toEqual([{ quality: 'ULTRA_HIGH', endScreenMode: 'NONE' }]);
  const item = page.getByRole('listitem', { name: /^Export,/ });
  await expect(item.getByRole('progressbar')).toBeVisible();
  main.step();
  main.step();
  await item.getByRole('button', { name: 'Save movie…' }).click();
  await expect(item.getByText('Saving Harbour lights.mp4')).toBeVisible();
  for (let step = 0; step < 4; step += 1) main.step();
  await expect(item.getByText('/media/raid/Dailies/Harbour lights.mp4')).toBeVisible();
  await item.getByRole('button', { name: 'Show in folder' }).click();
  await expect.poll(() => main.inputsOf('export.revealSaved')).toHaveLength(1);
  await item.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(() => main.inputsOf('export.playSaved')).toEqual(main.inputsOf('export.revealSaved'));
  await expect(item.getByText('19 MB, complete, file size verified.')).toBeVisible();
  await item.getByRole('button', { name: 'Add to library' }).click();
  await expect(page.getByText('“Harbour lights.mp4” is being added to the library.')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/export-saved.png', animations: 'disabled' });
  await page.keyboard.press('Control+e');
  await page.getByRole('radio', { name: '1080p' }).check({ force: true });
  await expect(page.getByText(/About 4\.8 MB, \d+ s, judging by earlier exports/)).toBeVisible();
});

test('a failed export is tried again once', async ({ page, address, main }) => {
  const failed = main.activity.addJob({
    kind: 'export',
    projectId: 'prj_0000',
    state: 'failed',
    finishedAt: 1_700_000_000,
    error: { code: 'service_failed', message: 'It broke.', details: {} },
  });
  await openProjectTab(page, address, 'Deliver');
  const items = page.getByRole('listitem', { name: /^Export,/ });
  const again = items.getByRole('button', { name: 'Try again' });
  const release = main.hold('activity.retryJob');
  await again.click();
  await expect(items).toBeFocused();
  await page.getByRole('tab', { name: 'Scenes' }).click();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await expect(again).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(items).toHaveCount(2);
  await expect(again).toHaveCount(0);
  expect(main.activity.jobs.find(({ jobId }) => jobId === failed.jobId)?.retriedAs).toBeDefined();
});

test('another aspect ratio begins without the sides of the one before', async ({ page, address, main }) => {
  await openRemix(page, address);
  await add(page, 'Aspect ratio');
  const ratio = page.getByRole('radiogroup', { name: 'Aspect ratio' });
  const choose = (name: string) => ratio.getByText(name, { exact: true }).click();
  await choose('Other');
  await page.getByRole('textbox', { name: 'Width' }).fill('4');
  await page.getByRole('textbox', { name: 'Height' }).fill('3');
  await choose('16:9');
  await choose('Other');
  await page.getByRole('textbox', { name: 'Width' }).fill('20');
  await page.getByRole('button', { name: 'Start remix' }).click();
  await expect
    .poll(() => main.inputsOf('remix.start').map(({ actions }) => actions))
    .toEqual([[{ type: 'RESIZE_PROJECT', aspectRatio: { width: 20, height: 9 } }]]);
});

test('a side of a set aspect ratio is cleared and typed anew', async ({ page, address, main }) => {
  await openRemix(page, address);
  await add(page, 'Aspect ratio');
  const [width, height] = ['Width', 'Height'].map((name) => page.getByRole('textbox', { name }));
  await page.getByRole('radiogroup', { name: 'Aspect ratio' }).getByText('Other', { exact: true }).click();
  await width?.fill('3');
  await height?.fill('2');
  const action = page.getByRole('button', { name: 'Aspect ratio', exact: true });
  await action.click();
  await action.click();
  await width?.fill('');
  await width?.fill('4');
  await page.getByRole('button', { name: 'Start remix' }).click();
  await expect
    .poll(() => main.inputsOf('remix.start').map(({ actions }) => actions))
    .toEqual([[{ type: 'RESIZE_PROJECT', aspectRatio: { width: 4, height: 2 } }]]);
});
