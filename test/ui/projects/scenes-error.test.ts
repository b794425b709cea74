import { AppError } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openPage, test } from '../support/page-test.ts';

function firstProject({ projects: [project] }: FakeMain) {
  if (!project) throw new Error('There is no project.');
  return project;
}

test('a cut that could not be read says why, and is read again when the user asks', async ({
  page,
  address,
  main,
}) => {
  main.failNext('cut.get', new AppError('service_failed', 'x'));
  await openPage(page, `${address}/#/projects/prj_0000`);
  const panel = page.getByRole('tabpanel', { name: 'Scenes' });
  await expect(panel.getByRole('alert')).toBeVisible();
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('listbox', { name: 'Scenes' }).getByRole('option')).toHaveCount(6);
});

test('scenes of before tell their date and why the present ones are missing, until those are read', async ({
  page,
  address,
  main,
}) => {
  main.cuts.unread = { code: 'rate_limited', message: 'x', details: {} };
  await openPage(page, `${address}/#/projects/prj_0000`);
  const panel = page.getByRole('tabpanel', { name: 'Scenes' });
  await expect(panel.getByText(/^These are the scenes of \d/)).toBeVisible();
  await expect(page.getByRole('listbox', { name: 'Scenes' }).getByRole('option')).toHaveCount(6);
  main.cuts.unread = null;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel.getByText(/^These are the scenes of/)).toBeHidden();
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
  await viewer.getByText('Movie', { exact: true }).click();
  await viewer.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  // With the options of the last movie.
  await expect.poll(() => main.inputsOf('export.start').map(({ options }) => options)).toEqual([undefined]);
});
