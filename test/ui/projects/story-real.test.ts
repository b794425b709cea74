import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect as usualExpect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { primaryTrackIndex } from '../../../src-timeline/model/timeline.ts';
import { deleteLastPicture, readDelivered } from '../../support/kdenlive-edit.ts';
import { expectCutPlays, expectCutShown } from '../support/expect-cut-plays.ts';
import { openPage, unfoldEditors } from '../support/page-test.ts';
import { test } from '../support/real-app.ts';

test.describe.configure({ timeout: 600_000 });
// The app ends while the page is open. A project has no poster until its movie is rendered.
test.use({ toleratedComplaints: /net::ERR_|status of 404/, viewerSource: 'cut' });

const slow = { timeout: 120_000 };
/** Each step waits for the service, the disk and the page. */
const expect = usualExpect.configure({ timeout: 30_000 });
const title = 'Harbour lights';
const named = 'Siobhan lights the first lamp.';
const reworded = 'The ferry leaves before dawn.';
const note = 'Too dark';
/** Each paragraph is a scene, the title too. */
const script = [
  title,
  named,
  'The ferry leaves at dawn.',
  'Gulls own the quay.',
  'Fog takes the pier.',
  'Nobody counts the lamps.',
  'Then the town wakes up.',
].join('\n\n');

const mendedWords = [
  title,
  named,
  reworded,
  'Nobody counts the lamps.',
  'Fog takes the pier.',
  'Then the town wakes up.',
];

const rows = (page: Page): Locator => page.getByRole('listbox', { name: 'Scenes' }).getByRole('option');
const takesOf = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Takes of the picture' }).getByRole('option');

/** Selects a scene by its number. */
async function select(page: Page, scene: number): Promise<void> {
  await rows(page)
    .nth(scene - 1)
    .click();
  await page.getByRole('group', { name: `Scene ${String(scene)}`, exact: true }).waitFor();
}

/** Returns the file names of the scenes' pictures, in order. */
async function picturesIn(page: Page): Promise<string[]> {
  const labels = await rows(page).evaluateAll((all) => all.map((row) => row.ariaLabel ?? ''));
  return labels.map((label) => /\S+$/.exec(label)?.[0] ?? '');
}

async function drawCrane(folder: string): Promise<string> {
  const path = join(folder, 'crane.png');
  const magenta = { width: 640, height: 360, channels: 3, background: '#ff00ff' } as const;
  await sharp({ create: magenta }).png().toFile(path);
  return path;
}

/** Chooses a file with a button of the selected scene. */
async function chooseFile(page: Page, button: string, path: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: button }).click();
  await (await choosing).setFiles(path);
}

async function replacePicture(page: Page, scene: number, path: string): Promise<void> {
  await select(page, scene);
  await chooseFile(page, 'File…', path);
  const crane = takesOf(page).filter({ hasText: 'crane.png' });
  await expect(crane).toHaveAttribute('aria-selected', 'true');
}

async function rewordCaption(page: Page, scene: number, text: string): Promise<void> {
  await select(page, scene);
  await page.getByRole('textbox', { name: 'Caption 1 (en)' }).fill(text);
  await page.keyboard.press('Tab');
  await expect(rows(page).nth(scene - 1)).toContainText(text);
}

/** Has two pictures made for a scene and shows the second. */
async function generatePicture(page: Page, scene: number): Promise<void> {
  await select(page, scene);
  await page.getByRole('button', { name: 'Generate…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Generate takes' });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue(/^Fog takes the pier\./);
  await dialog.getByLabel('Number of results').fill('2');
  await dialog.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(takesOf(page)).toHaveCount(3, slow);
  await takesOf(page).nth(2).click();
  await expect(takesOf(page).nth(2)).toHaveAttribute('aria-selected', 'true');
}

/** Has the line of the second scene said again with its name respelled. */
async function sayAgain(page: Page): Promise<void> {
  await select(page, 2);
  await page.getByRole('button', { name: 'Say it again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Say it again' });
  await expect(dialog.getByRole('textbox', { name: 'Spoken text' })).toHaveValue(named);
  await dialog.getByLabel('Word 1').fill('Siobhan');
  await dialog.getByLabel('Said as 1').fill('Shivawn');
  await dialog.getByRole('button', { name: 'Say it', exact: true }).click();
  await expect(page.getByText('Spoken: Shivawn lights the first lamp.')).toBeVisible(slow);
  await expect(page.getByRole('textbox', { name: 'Caption 1 (en)' })).toHaveValue(named);
}

async function addNote(page: Page, scene: number): Promise<void> {
  await select(page, scene);
  await page.getByLabel('Add a note at the playhead').fill(note);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(`Done: ${note}`)).toBeVisible();
}

/** Content of a delivered document, by the names of its media, all of which are there. */
interface Delivered {
  readonly pictures: readonly string[];
  readonly sounds: readonly string[];
  readonly captions: readonly string[];
  /** Names of its markers: the scenes and your notes. */
  readonly markers: readonly string[];
}

function deliveredIn(folder: string): Delivered {
  const { tracks, media, captionTracks, markers = [] } = readDelivered(folder).cut;
  for (const { location } of media) expect(statSync(join(folder, location)).size).toBeGreaterThan(0);
  const names = new Map(media.map(({ mediaId, fileName }) => [mediaId, fileName]));
  const namesOn = ({ items }: (typeof tracks)[number]): string[] =>
    items.flatMap((item) => (item.kind === 'clip' ? (names.get(item.mediaId) ?? '') : []));
  return {
    pictures: tracks.slice(primaryTrackIndex(tracks)).slice(0, 1).flatMap(namesOn),
    sounds: tracks.filter(({ kind }) => kind === 'audio').flatMap(namesOn),
    captions: captionTracks.flatMap(({ captions }) => captions.map(({ lines }) => lines.join(' '))),
    markers: markers.map(({ name }) => name),
  };
}

/** Returns the folder of one of the project's versions. */
function versionIn(out: string, version: string): string {
  return join(out, title, `${title}_${version}`);
}

/** Sends your cut to Kdenlive, which opens it. */
async function sendToKdenlive(page: Page, out: string): Promise<void> {
  mkdirSync(out);
  await page.getByRole('button', { name: 'Change folder' }).click();
  await page.getByRole('textbox', { name: 'Delivery folder' }).fill(out);
  await page.keyboard.press('Enter');
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await unfoldEditors(page);
  await page.getByRole('checkbox', { name: /^Kdenlive/ }).check();
  await page.getByRole('button', { name: 'Open in Kdenlive', exact: true }).click();
  await expect(page.getByText(`Kdenlive is starting with ${title}_v001`)).toBeVisible(slow);
}

async function addMusic(page: Page): Promise<void> {
  await page.keyboard.press('Control+r');
  await page.locator('[data-remix-card]', { hasText: 'Generate music' }).first().click();
  await page.getByRole('textbox', { name: 'Describe the music' }).fill('calm piano');
  await page.getByRole('button', { name: 'Start remix' }).click();
  await expect(page.getByRole('listitem', { name: /^Remix,/ })).toContainText('1 action done', slow);
}

test('a draft is mended scene by scene, sent to Kdenlive and returned, and its update has all three sides', async ({
  page,
  address,
  app,
}) => {
  const out = join(app.folder, 'out');
  const inspector = page.getByRole('complementary', { name: title });
  app.addProgram('kdenlive');
  await openPage(page, address);

  await test.step('a script becomes a cut that plays without a movie', async () => {
    await page.getByRole('textbox', { name: 'Script' }).fill(script);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('button', { name: 'Open project' }).click({ timeout: 120_000 });
    await expectCutPlays(page);
    await expect(rows(page)).toHaveCount(7);
    await page.getByText('Movie', { exact: true }).click();
    await expect(page.getByText('No movie yet.')).toBeVisible();
    await page.getByText('Cut', { exact: true }).click();
  });

  const [first, second, , , , sixth, last] = await picturesIn(page);
  await test.step('its scenes are changed', async () => {
    await replacePicture(page, 3, await drawCrane(app.folder));
    await generatePicture(page, 5);
    await sayAgain(page);
    await rewordCaption(page, 3, reworded);
    await addNote(page, 1);
    await select(page, 4);
    await page.keyboard.press('Delete');
    await expect(rows(page)).toHaveCount(6);
    await select(page, 5);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(rows(page).nth(3)).toContainText('Nobody counts the lamps.');
  });
  const [, , , , generated = ''] = await picturesIn(page);
  const mended = [first, second, 'crane.png', sixth, generated, last];
  expect(await picturesIn(page)).toEqual(mended);
  await page.getByText('Your changes').click();
  const told = page.locator('.changes').getByRole('listitem');
  const sentences = [
    `“${note}” added`,
    /^Scene 2: sound .* replaced by/,
    /^Scene 3: picture .* replaced by “crane\.png”$/,
    `is now “${reworded}”`,
    'Scene 4 removed',
    'Scene 5 moved after scene 6',
    `replaced by “${generated}”`,
  ];
  for (const hasText of sentences) await expect(told.filter({ hasText })).toHaveCount(1);
  await page.screenshot({ path: 'test-results/real/story-changes.png' });

  const sent = await test.step('the version for Kdenlive has every change and every file', async () => {
    await sendToKdenlive(page, out);
    const folder = versionIn(out, 'v001');
    expect(app.opened).toEqual([join(folder, `${title}_v001.kdenlive`)]);
    const delivered = deliveredIn(folder);
    expect(delivered).toMatchObject({ pictures: mended });
    expect(delivered.markers).toContain(note);
    expect(delivered.captions).toEqual(mendedWords);
    expect(delivered.sounds[1]).not.toMatch(/^02_/);
    return delivered;
  });

  await test.step('an edit saved over it is told', async () => {
    deleteLastPicture(versionIn(out, 'v001'));
    const nav = page.getByRole('navigation', { name: 'Screens' });
    await expect(nav.getByRole('button', { name: /Returns/ })).toContainText('1 waits for a decision', slow);
    await page.keyboard.press('Control+4');
    await page.getByRole('grid').focus();
    await page.keyboard.press('Home');
    await expect(inspector.locator('ol').first()).toContainText('Scene 6 removed');
    await page.screenshot({ path: 'test-results/real/story-return.png' });
  });

  await test.step('after a remix, the updated edit has your changes, the editor’s and the remix', async () => {
    await inspector.getByRole('button', { name: 'Open project' }).click();
    await addMusic(page);
    await page.keyboard.press('Control+4');
    await page.getByRole('button', { name: /^Update my edit/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Update my edit' });
    await expect(dialog).toContainText(`The project has changed since ${title}_v001.`, slow);
    await page.screenshot({ path: 'test-results/real/story-update.png' });
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(inspector.getByText(`Kept as ${title}_v003.`)).toBeVisible(slow);
    expect(readdirSync(join(out, title)).toSorted()).toEqual(
      ['v001', 'v002', 'v003'].map((version) => `${title}_${version}`),
    );
    const present = deliveredIn(versionIn(out, 'v002'));
    const updated = deliveredIn(versionIn(out, 'v003'));
    const added = present.sounds.filter((name) => !sent.sounds.includes(name));
    expect([present.pictures, added]).toEqual([mended, [expect.any(String)]]);
    expect(updated).toMatchObject({ pictures: mended.slice(0, -1) });
    expect(updated.markers).toContain(note);
    expect(updated.captions).toEqual(mendedWords.slice(0, -1));
    expect(updated.sounds).toEqual([...sent.sounds.slice(0, -1), ...added]);
  });
});

test.describe('with a project', () => {
  test.use({ hasProject: { script, visualStyle: { type: 'STOCK' } } });

  test('a picture whose file is gone is missing until it is found, and undo over it brings back the rest', async ({
    page,
    address,
    app,
  }) => {
    const crane = await drawCrane(app.folder);
    const takes = join(app.folder, 'user-data', 'takes');
    const openProject = async (url: string): Promise<void> => {
      await openPage(page, url);
      await page.keyboard.press('Control+2');
      await page.getByRole('option', { name: title }).first().click();
      await expectCutShown(page);
    };
    await openProject(address);
    const first = (await picturesIn(page))[2] ?? '';
    await replacePicture(page, 3, crane);
    await rewordCaption(page, 2, reworded);
    await page.goto('about:blank');
    await app.stop('SIGTERM');
    for (const name of readdirSync(takes)) rmSync(join(takes, name));

    await openProject(await app.start());
    const isMissing = rows(page).nth(2).getByText('crane.png · missing');
    await expect(isMissing).toBeVisible();
    await select(page, 3);
    await expect(takesOf(page).filter({ hasText: 'missing · crane.png' })).toBeVisible();
    await page.screenshot({ path: 'test-results/real/missing-take.png' });
    await page.keyboard.press('Control+z');
    await expect(rows(page).nth(1)).toContainText(named);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await picturesIn(page))[2]).toBe(first);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    await expect(rows(page).nth(1)).toContainText(reworded);
    await expect(isMissing).toBeVisible();
    await chooseFile(page, 'Find…', crane);
    await expect(isMissing).toHaveCount(0);
    expect(readdirSync(takes)).toHaveLength(1);
  });
});
