import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { drawPicture } from '../../src-media/pictures/draw-picture.ts';
import type { ProjectDetail, ProjectScene } from '../../src-shared/contract/project.ts';
import { expectCutPlays } from './support/expect-cut-plays.ts';
import type { FakeHost } from './support/fake-host.ts';
import { findMisfits } from './support/find-misfits.ts';
import { expect, openPage, test } from './support/page-test.ts';
import { wavFile } from './support/wav-file.ts';

const docs = join(import.meta.dirname, '../../docs');
const picturePath = join(docs, 'app.png');
const namesPath = join(docs, 'app.txt');

/** In an earlier year, so that dates have their year. */
const nowSeconds = Date.UTC(2025, 9, 14, 9, 30) / 1000;

test.use({
  viewerSource: 'cut',
  colorScheme: 'light',
  viewport: { width: 1188, height: 750 },
  deviceScaleFactor: 2,
  fakeMain: { nowSeconds: () => nowSeconds },
});

/** Draws a scene as the local service does. */
async function drawStill({ title, scenes }: ProjectDetail, sceneIndex: number): Promise<Buffer> {
  const { width, height, rgba } = drawPicture({
    scene: { text: scenes?.[sceneIndex]?.text ?? '', isHeading: false, startsParagraph: true },
    sceneIndex,
    projectTitle: title,
    styleText: '',
    languageCode: 'en',
    width: 1280,
    height: 720,
  });
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Returns sound whose loudness rises and falls as in speech, with a pause before each scene. */
function madeUpSpeech(scenes: readonly ProjectScene[]): Buffer {
  const samplesPerSecond = 8_000;
  const lastFrame = scenes.reduce((frames, { durationFrames }) => frames + durationFrames, 0);
  const samples = Buffer.alloc(2 * Math.round((lastFrame / 30) * samplesPerSecond));
  for (let index = 0; index < samples.length / 2; index += 1) {
    const seconds = index / samplesPerSecond;
    const isPause = scenes.some(({ startFrame }) => Math.abs(seconds - startFrame / 30) < 0.25);
    const syllable = Math.sin(11 * seconds + 3 * Math.sin(2.3 * seconds)) ** 2;
    const word = 0.35 + 0.65 * Math.abs(Math.sin(1.7 * seconds + Math.sin(5 * seconds)));
    const loudness = isPause ? 0 : syllable * word;
    samples.writeInt16LE(Math.round(20_000 * loudness * Math.sin(900 * seconds)), 2 * index);
  }
  return wavFile(samples, samplesPerSecond);
}

/** Gives the project the pictures of its scenes, and its movie a sound. */
async function fillProject(host: FakeHost, project: ProjectDetail): Promise<void> {
  const scenes = project.scenes ?? [];
  for (const { index } of scenes) host.stills.set(`still-${String(index)}`, await drawStill(project, index));
  host.movies.set(project.projectId, madeUpSpeech(scenes));
}

/** Returns the colour of the player's picture near its upper left corner. */
function cornerColor(page: Page): Promise<readonly number[]> {
  return page
    .getByRole('region', { name: /^Player, / })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(8, 8, 1, 1).data ?? []),
    ]);
}

test('the picture in the README shows the workspace as it is', async ({ page, address, host, main }) => {
  const [project] = main.projects;
  if (!project) throw new Error('The fake main has no project.');
  main.editors = [
    { editorId: 'KDENLIVE:/usr/bin/kdenlive', editor: 'KDENLIVE', version: '26.08.2', source: 'system' },
    { editorId: 'SHOTCUT:/usr/bin/shotcut', editor: 'SHOTCUT', version: '26.9.27', source: 'system' },
  ];
  const isMadeAnew = ['all', 'changed'].includes(test.info().config.updateSnapshots);
  if (isMadeAnew) {
    test.setTimeout(300_000);
    await fillProject(host, project);
  }
  await openPage(page, `${address}/#/projects/${project.projectId}`);
  await page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Enter');
  await expectCutPlays(page);
  const colorBefore = await cornerColor(page);
  await page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').nth(1).click();
  await page.mouse.move(0, 0);
  await expect.poll(() => cornerColor(page)).not.toEqual(colorBefore);
  await page.waitForLoadState('networkidle');
  expect(await findMisfits(page)).toEqual([]);
  const names = `${await page.locator('body').ariaSnapshot()}\n`;
  if (isMadeAnew) {
    const shown = await page.screenshot({ animations: 'disabled' });
    await writeFile(namesPath, names);
    await writeFile(picturePath, await sharp(shown).png({ palette: true, effort: 10 }).toBuffer());
  }
  const told = 'The workspace has changed since its picture was made. Run `npm run picture` and look at it.';
  expect(names, told).toBe(await readFile(namesPath, 'utf8'));
});
