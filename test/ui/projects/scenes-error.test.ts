import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openPage, test } from '../support/page-test.ts';

function firstProject({ projects: [project] }: FakeMain) {
  if (!project) throw new Error('There is no project.');
  return project;
}

test('scenes that could not be read say why, beside the viewer too, and are asked for again', async ({
  page,
  address,
  main,
}) => {
  const project = firstProject(main);
  main.projects[0] = {
    ...project,
    scenes: null,
    scenesError: { code: 'service_failed', message: 'x', details: {} },
  };
  await openPage(page, `${address}/#/projects/prj_0000`);
  const panel = page.getByRole('tabpanel', { name: 'Scenes' });
  await expect(panel.getByRole('alert')).toBeVisible();
  await expect(panel.getByText('Loading scenes')).toBeHidden();
  await page.getByRole('option', { name: 'Harbour lights' }).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('alert')).toBeVisible();
  main.projects[0] = project;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Scenes' }).getByRole('option')).not.toHaveCount(0);
});

test('a movie that could not be rendered is rendered again when the user asks', async ({
  page,
  address,
  main,
}) => {
  const project = firstProject(main);
  const error = { code: 'service_failed', message: 'x', details: {} } as const;
  main.projects[0] = { ...project, movie: { ...project.movie, state: 'failed', mediaPath: null, error } };
  await openPage(page, `${address}/#/projects/prj_0000`);
  const viewer = page.getByRole('complementary');
  await viewer.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  // With the options of the last movie.
  await expect.poll(() => main.movies.exports).toEqual([undefined]);
});
