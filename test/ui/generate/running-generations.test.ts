import { fakeConnection } from '../../fakes/page/fake-main-data.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test('starting a script moves nothing beside the button, and the bars of all generations are equally long', async ({
  page,
  address,
  main,
}) => {
  main.generations.add({ title: 'Short', state: 'running', progress: 0.01 });
  main.generations.add({ title: 'Long', state: 'running', progress: 0.99 });
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
  const place = () => page.getByRole('button', { name: 'Open script' }).boundingBox();
  const before = await place();
  await page.getByRole('button', { name: /^Start generation/ }).click();
  await expect(page.getByRole('button', { name: 'Start again' })).toBeVisible();
  expect((await place())?.x).toBe(before?.x);
  await page.reload();
  const widthOf = async (title: string) =>
    (await page.getByRole('progressbar', { name: `Progress of ${title}` }).boundingBox())?.width;
  expect(await widthOf('Short')).toBe(await widthOf('Long'));
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
  await openPage(page, address);
  await expect(page.getByRole('listitem', { name: 'Swifts' })).toContainText('Applying the remix actions');
});

test('a generation that still renders its movie opens its project', async ({ page, address, main }) => {
  const rendering = { state: 'running', projectId: 'prj_0000' } as const;
  main.generations.add({ ...rendering, title: 'Swifts', stage: 'movie' });
  main.generations.add({ ...rendering, title: 'Gulls', stage: 'pictures' });
  await openPage(page, address);
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Gulls').getByRole('button', { name: 'Open project' })).toHaveCount(0);
  await row('Swifts').getByRole('button', { name: 'Open project' }).click();
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
  await openPage(page, address);
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Swifts')).toContainText(/about (10|9) min left/);
  await expect(row('Gulls')).toContainText('20%');
  await expect(row('Gulls')).not.toContainText('left');
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
  await openPage(page, address);
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(row('Terns')).toContainText('Waiting · 2 jobs ahead · about 10 min left');
  await expect(row('Gulls')).toContainText('Waiting · 1 job ahead · about 6 min left');
  await expect(row('Terns').getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText(/1 running.*2 waiting/);
});

test('only generations since the window was opened are listed, and earlier ones on demand', async ({
  page,
  address,
  main,
}) => {
  main.generations.add({ title: 'Swifts', state: 'succeeded', projectId: 'prj_0000', finishedAt: 1_000 });
  main.generations.add({ title: 'Gulls', state: 'running', progress: 0.2 });
  await openPage(page, address);
  const rows = page.getByRole('region', { name: 'Generations' }).getByRole('listitem');
  await expect(rows).toHaveText([/Gulls/]);
  main.generations.stepSize = 1;
  main.step();
  await expect(rows).toHaveText([/Gulls.*Done/s]);
  await page.getByRole('button', { name: 'Show 1 earlier' }).click();
  await expect(rows).toHaveText([/Gulls/, /Swifts/]);
  await page.getByRole('button', { name: 'Hide earlier' }).click();
  await expect(rows).toHaveText([/Gulls/]);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 900, height: 600 },
]) {
  test(`the form keeps half of the window with many generations, ${String(viewport.height)} pixels high`, async ({
    page,
    address,
    main,
  }) => {
    await page.setViewportSize(viewport);
    for (let count = 0; count < 12; count += 1)
      main.generations.add({ title: `Take ${String(count)}`, state: 'running', progress: 0.2 });
    await openPage(page, address);
    await page.getByRole('textbox', { name: 'Script' }).fill('The harbour wakes.');
    await page.getByRole('button', { name: 'New draft' }).click();
    await expect(page.getByRole('group', { name: 'Drafts' })).toBeVisible();
    const form = await page.locator('.editor').boundingBox();
    expect(form?.height).toBeGreaterThanOrEqual(viewport.height / 2);
  });
}

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

test.describe('with a hosted service', () => {
  test.use({ fakeMain: { connection: fakeConnection({ budgetLeft: 1 }) } });

  test('the bar of the start button says that credits are used', async ({ page, address }) => {
    await openPage(page, address);
    await expect(page.locator('.bar')).toContainText(
      'Uses credits; the service does not tell how many beforehand',
    );
  });
});
