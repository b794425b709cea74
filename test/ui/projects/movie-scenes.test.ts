import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expect, openPage, test } from '../support/page-test.ts';

/** Remixes the first project: removes its first scene while the new movie is still being rendered. */
function remix(main: FakeMain): void {
  const [project] = main.projects;
  if (!project?.scenes) throw new Error('There must be a project.');
  main.projects[0] = {
    ...project,
    updatedAt: project.updatedAt + 60,
    movie: { ...project.movie, newerProgress: 0.4 },
    scenes: project.scenes.slice(1, 3).map((scene, index) => ({
      ...{ ...scene, index, startFrame: index * 100, durationFrames: 100 },
      lines: [{ text: `Remixed ${String(index)}`, startFrame: index * 100, durationFrames: 100 }],
    })),
  };
  main.publish('project.changed', { projectId: project.projectId });
}

const player = (page: Page) => page.getByRole('region', { name: 'Player, Harbour lights' });
const length = (page: Page) => page.getByRole('note', { name: 'Length' });

async function showCaptions(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Position' }).focus();
  await page.keyboard.press('c');
}

test('a movie keeps its own captions and length while that of a remix is rendered', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await showCaptions(page);
  await expect(player(page).getByText('Before the first ferry leaves')).toBeVisible();
  remix(main);
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(player(page).getByText('Before the first ferry leaves')).toBeVisible();
  await expect(length(page)).toHaveText('00:00:24:00');
});

test('a movie that is opened while that of a remix is rendered shows no captions of the remix', async ({
  page,
  address,
  main,
}) => {
  remix(main);
  await openPage(page, `${address}/#/projects/prj_0000`);
  await showCaptions(page);
  await expect(page.getByRole('option', { name: /^Scene 2/ })).toBeVisible();
  await expect(length(page)).toHaveText('00:00:24:00');
  await expect(player(page).getByText('Remixed 0')).toHaveCount(0);
});
