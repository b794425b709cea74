import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import { expect, openPage, test } from '../support/page-test.ts';
import { trayInspector, trayRows } from '../support/tray.ts';

test('starting a script moves nothing beside the button', async ({ page, address }) => {
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
  const place = () => page.getByRole('button', { name: 'Open script' }).boundingBox();
  const before = await place();
  await page.getByRole('button', { name: /^Start generation/ }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  expect((await place())?.x).toBe(before?.x);
});

test('a ready project whose generation still renders its movie shows that on its poster', async ({
  page,
  address,
  main,
}) => {
  const [project] = main.projects;
  if (!project) throw new Error('There is a project.');
  const { projectId, title } = project;
  main.generations.add({ projectId, state: 'running', stage: 'movie', progress: 0.72 });
  await openPage(page, `${address}/#/projects`);
  const card = page.getByRole('option').filter({ hasText: title }).first();
  await expect(card).toContainText('Rendering the movie');
  await expect(card.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '72');
});

test('the stage in which a generation applies its remix actions has words of its own', async ({
  page,
  address,
  main,
}) => {
  main.generations.add({ title: 'Swifts', state: 'running', stage: 'remix', progress: 0.4 });
  await openPage(page, `${address}/#/activity`);
  await expect(trayRows(page).filter({ hasText: 'Swifts' })).toContainText('Finishing');
});

test('a generation that still renders its movie opens its project', async ({ page, address, main }) => {
  const rendering = { state: 'running', projectId: 'prj_0000' } as const;
  main.generations.add({ ...rendering, title: 'Swifts', stage: 'movie' });
  main.generations.add({ ...rendering, title: 'Gulls', stage: 'pictures' });
  await openPage(page, `${address}/#/activity`);
  const open = trayInspector(page).getByRole('button', { name: 'Open project' });
  await trayRows(page).filter({ hasText: 'Gulls' }).click();
  await expect(trayInspector(page).getByRole('button', { name: 'Duplicate as a draft' })).toBeVisible();
  await expect(open).toHaveCount(0);
  await trayRows(page).filter({ hasText: 'Swifts' }).click();
  await open.click();
  await expect(page.getByRole('region', { name: /^Player/ })).toBeVisible();
});

test('the time left is shown where earlier runs tell it, and is not where they were shorter', async ({
  page,
  address,
  main,
}) => {
  const now = Math.floor(Date.now() / 1000);
  main.generations.add({ title: 'Swifts', state: 'running', progress: 0.2, expectedEndAt: now + 600 });
  main.generations.add({ title: 'Gulls', state: 'running', progress: 0.2, expectedEndAt: now - 5 });
  await openPage(page, `${address}/#/activity`);
  const row = (title: string) => trayRows(page).filter({ hasText: title });
  await expect(row('Swifts')).toContainText(/(10|9) min/);
  await expect(row('Gulls')).toContainText('20%');
  await expect(row('Gulls')).not.toContainText('min');
});

test('a waiting generation says how many are done first, has no percentage and does not count as running', async ({
  page,
  address,
  main,
}) => {
  const now = Math.floor(Date.now() / 1000);
  const waiting = { state: 'running', isWaiting: true, expectedSeconds: 240 } as const;
  main.generations.add({
    title: 'Swifts',
    state: 'running',
    progress: 0.2,
    expectedEndAt: now + 130,
    submittedAtMs: 1,
  });
  main.generations.add({ ...waiting, title: 'Gulls', submittedAtMs: 2 });
  main.generations.add({ ...waiting, title: 'Terns', submittedAtMs: 3 });
  await openPage(page, `${address}/#/activity`);
  const row = (title: string) => trayRows(page).filter({ hasText: title });
  await expect(row('Terns')).toContainText(/Waiting · 2 jobs ahead.*10 min/);
  await expect(row('Gulls')).toContainText(/Waiting · 1 job ahead.*6 min/);
  await expect(row('Terns').getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(/1 running.*2 waiting/);
});

test('the bar of the start button says what is made, its price, and the time where earlier runs tell it', async ({
  page,
  address,
  main,
}) => {
  main.generations.expectedSeconds = 240;
  await openPage(page, address);
  const bar = page.locator('.bar');
  await expect(bar).toContainText('Free draft: typography and drawings, a guide voice');
  await expect(bar).not.toContainText('takes');
  await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
  await expect(bar).toContainText('takes about 4 min');
  await page.getByText('Clip', { exact: true }).click();
  await expect(bar).toContainText('Free draft: typography and drawings');
  await expect(bar).not.toContainText('voice');
});

test('the bar of the start button says that the service has refused the same choices before', async ({
  page,
  address,
  main,
}) => {
  main.generations.refusal = { code: 'forbidden', message: 'No.', details: { requirement: 'upgrade_plan' } };
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
  await expect(page.locator('.bar')).toContainText(
    'Needs a higher plan. The service refused the same choices before.',
  );
});

test.describe('with a hosted service', () => {
  test.use({ fakeMain: { connection: fakeConnection({ budgetLeft: 1 }) } });

  test('the bar of the start button says that credits are used', async ({ page, address }) => {
    await openPage(page, address);
    await expect(page.locator('.bar')).toContainText(
      'Uses credits; the service does not tell how many beforehand',
    );
  });
});
