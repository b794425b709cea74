import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';
import { readFrameNumber } from '../support/read-frame-number.ts';

/** Remixes the first project: removes its first scene, which its movie still shows. */
function remix(main: FakeMain): void {
  const [project] = main.projects;
  if (!project?.scenes) throw new Error('There must be a project.');
  main.projects[0] = {
    ...project,
    updatedAt: project.updatedAt + 60,
    movie: { ...project.movie, isOutdated: true },
    scenes: project.scenes.slice(1, 3).map((scene, index) => ({
      ...scene,
      index,
      startFrame: index * 100,
      durationFrames: 100,
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

test('a movie keeps its own captions and length after a remix, until the user renders it', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await showCaptions(page);
  await expect(player(page).getByText('Before the first ferry leaves')).toBeVisible();
  remix(main);
  await expect(page.getByRole('status').getByText('This movie is older than the project.')).toBeVisible();
  await expect(player(page).getByText('Before the first ferry leaves')).toBeVisible();
  await expect(length(page)).toHaveText('00:00:24:00');
});

test('a movie that is opened after a remix shows no captions of the remix', async ({
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

test('Render starts an export with the options of the movie, and shows how far it is', async ({
  page,
  address,
  main,
}) => {
  remix(main);
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('button', { name: 'Render' }).click();
  await expect.poll(() => main.inputsOf('export.start').map(({ options }) => options)).toEqual([undefined]);
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  main.projects[0] = { ...project, movie: { ...project.movie, newerProgress: 0.4 } };
  main.publish('project.changed', { projectId: project.projectId });
  await expect(page.getByRole('progressbar', { name: 'Rendering the changed movie' })).toBeVisible();
  await expect(page.getByText('This movie is older than the project.')).toHaveCount(0);
});

test('A project without a movie offers to render one', async ({ page, address, main }) => {
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  main.projects[0] = { ...project, movie: { ...project.movie, state: 'none', mediaPath: null } };
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByText('Movie', { exact: true }).click();
  await expect(page.getByText('No movie yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Render' }).click();
  await expect.poll(() => main.inputsOf('export.start')).toHaveLength(1);
});

const looks = [
  { name: 'light', scheme: 'light', language: 'en', width: 1280, height: 800 },
  { name: 'dark', scheme: 'dark', language: 'en', width: 1280, height: 800 },
  { name: '900', scheme: 'dark', language: 'en', width: 900, height: 600 },
  { name: 'arabic', scheme: 'light', language: 'ar', width: 1280, height: 800 },
] as const;

for (const { name, scheme, language, width, height } of looks) {
  test(`an outdated movie and its button fit, ${name}`, async ({ page, address, main }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height });
    main.settings = { ...main.settings, language };
    remix(main);
    await openPage(page, `${address}/#/projects/prj_0000`);
    await expect(page.locator('.outdated button')).toBeVisible();
    await expectAccessible(page);
    expect(await findMisfits(page)).toEqual([]);
    await page.screenshot({ path: `test-results/movie/outdated-${name}.png` });
  });
}

test('a scene of a clip shows the clip where it begins, in the filmstrip and over the time line', async ({
  page,
  address,
  main,
}) => {
  const [project] = main.projects;
  if (!project?.scenes) throw new Error('There is a project.');
  const clip = { clipStartSeconds: 7, thumbnailPath: `projects/${project.projectId}/movie` };
  const scenes = project.scenes.map((scene) => (scene.index === 1 ? { ...scene, ...clip } : scene));
  main.projects[0] = { ...project, scenes };
  await openPage(page, `${address}/#/projects/${project.projectId}`);
  await page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Enter');
  const scene = page.getByRole('listbox', { name: 'Filmstrip' }).getByRole('option').nth(1);
  await scene.waitFor();
  const position = page.getByRole('slider', { name: 'Position' });
  const { width = 0 } = (await position.boundingBox()) ?? {};
  await position.hover({ position: { x: width * 0.2, y: 8 } });
  for (const place of [scene, position]) {
    await expect(place.locator('video')).toBeVisible();
    await expect.poll(() => readFrameNumber(page, place.locator('video'))).toBe(210);
  }
  await page.screenshot({ path: 'test-results/projects/clip-in-filmstrip.png', animations: 'disabled' });
});
