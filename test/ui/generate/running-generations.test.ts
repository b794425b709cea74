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
