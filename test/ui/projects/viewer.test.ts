import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';
import { readFrameNumber } from '../support/read-frame-number.ts';

const timecode = (page: Page) => page.getByRole('timer', { name: 'Timecode' });
const position = (page: Page) => page.getByRole('slider', { name: 'Position' });

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Opens a project's workspace by the keyboard and waits for its movie. */
async function openWorkspace(page: Page, address: string, projectId = 'prj_0000'): Promise<void> {
  await openPage(page, `${address}/#/projects/${projectId}`);
  await page.getByRole('listbox', { name: 'Projects' }).getByRole('option', { selected: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour lights' })).toBeVisible();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBe(4);
}

/** Returns the share of the window that the picture covers. */
function coveredShare(page: Page): Promise<number> {
  return page.locator('video').evaluate((video) => {
    const { width, height } = video.getBoundingClientRect();
    return (width * height) / (innerWidth * innerHeight);
  });
}

test('Enter gives the viewer the screen, Esc the list, and the same frame stays', async ({
  page,
  address,
}) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.locator('video').waitFor();
  const before = await coveredShare(page);
  await openWorkspace(page, address);
  await expect(position(page)).toBeFocused();
  expect(await coveredShare(page)).toBeGreaterThan(before * 1.4);
  expect(await coveredShare(page)).toBeGreaterThan(0.3);
  await press(page, 'Shift+ArrowRight', 'ArrowRight');
  await expect(timecode(page)).toHaveText('00:00:01:01');
  await press(page, 'Escape');
  await expect(page.getByRole('option', { name: 'Harbour lights' })).toBeFocused();
  await expect(timecode(page)).toHaveText('00:00:01:01');
  await page.getByRole('button', { name: 'Hide the list' }).click();
  await expect(page.getByRole('listbox', { name: 'Projects' })).toBeHidden();
  await page.getByRole('button', { name: 'Show the list' }).click();
  await expect(page.getByRole('option', { name: 'Harbour lights' })).toBeFocused();
});

test('the panel and the filmstrip get their sizes by the keyboard and keep them', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  const sizes = () =>
    page
      .getByRole('separator')
      .evaluateAll((edges) => edges.map((edge) => Number(edge.getAttribute('aria-valuenow'))));
  const [strip = 0, side = 0] = await sizes();
  await page.getByRole('separator', { name: 'Height of the filmstrip' }).focus();
  await press(page, 'ArrowUp', 'ArrowUp');
  await page.getByRole('separator', { name: 'Width of the panel' }).focus();
  await press(page, 'ArrowRight');
  await expect.poll(sizes).toEqual([strip + 32, side - 16]);
  await page.reload();
  await openWorkspace(page, address);
  await expect.poll(sizes).toEqual([strip + 32, side - 16]);
});

test('F fills the screen with the player, whose keys work there, and Esc leaves it', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  const isFull = () => page.evaluate(() => document.fullscreenElement?.className.includes('player') === true);
  await press(page, 'f');
  await expect.poll(isFull).toBe(true);
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
  await expect.poll(() => coveredShare(page)).toBeGreaterThan(0.6);
  await press(page, 'ArrowRight');
  await expect(timecode(page)).toHaveText('00:00:00:01');
  await press(page, 'Escape');
  await expect.poll(isFull).toBe(false);
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await page.locator('video').dblclick();
  await expect.poll(isFull).toBe(true);
});

test('⇧F moves the viewer to a window of its own, whose keys are those of the page, and brings it back', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  await press(page, 'ArrowRight', 'ArrowRight');
  await expect(timecode(page)).toHaveText('00:00:00:02');
  const opened = page.waitForEvent('popup');
  await press(page, 'Shift+F');
  const view = await opened;
  const place = page.getByText('The viewer is in a window of its own.');
  await expect(place).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await expect(timecode(view)).toHaveText('00:00:00:02');
  expect(await view.title()).toBe('Harbour lights');
  expect(await coveredShare(view)).toBeGreaterThan(0.6);
  await position(view).focus();
  await press(view, 'ArrowRight');
  await expect(timecode(view)).toHaveText('00:00:00:03');
  await press(page, 'Shift+ArrowRight');
  await expect(timecode(view)).toHaveText('00:00:01:03');
  // A tip opened from the viewer appears in the viewer's window.
  await view.getByRole('button', { name: 'Loop' }).hover();
  await expect(view.locator('.tip')).toBeInViewport({ ratio: 1 });
  await expectNoGraveViolations(view);
  await view.setViewportSize({ width: 480, height: 320 });
  expect(await findMisfits(view)).toEqual([]);
  await view.screenshot({ path: 'test-results/viewer/window-small.png' });
  await view.setViewportSize({ width: 1280, height: 800 });
  await view.screenshot({ path: 'test-results/viewer/window.png' });
  await page.screenshot({ path: 'test-results/viewer/window-away.png' });

  await view.getByRole('button', { name: 'Bring the viewer back' }).click();
  await expect(place).toHaveCount(0);
  await expect.poll(() => view.isClosed()).toBe(true);
  await expect(timecode(page)).toHaveText('00:00:01:03');
  await expect.poll(() => readFrameNumber(page)).toBe(33);
});

test('the window of the viewer goes with the page, and shows the next project’s movie', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Viewer in its own window' }).click();
  const view = await opened;
  await view.locator('video').waitFor();
  await press(page, 'Control+1');
  await expect(view.locator('video')).toHaveCount(0);
  await press(page, 'Control+2');
  await expect(view.locator('video')).toHaveCount(1);
  await Promise.all([view.waitForEvent('close'), page.reload()]);
  await expect(page.locator('video')).toHaveCount(1);
});

test('in and out points are shown, limit what is played, loop, and are cleared', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  await press(page, 'ArrowDown', 'i', 'Shift+ArrowRight', 'o');
  await expect(position(page)).toHaveAttribute(
    'aria-valuetext',
    '00:00:04:24, plays 00:00:03:24 to 00:00:04:24',
  );
  await press(page, 'Home', 'Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(timecode(page)).toHaveText('00:00:04:24');
  await expect.poll(() => readFrameNumber(page)).toBe(144);
  await press(page, 'Shift+l');
  await expect(page.getByRole('button', { name: 'Loop' })).toHaveAttribute('aria-pressed', 'true');
  const seen = page.locator('video').evaluate(
    (video: HTMLVideoElement) =>
      new Promise<number[]>((resolve) => {
        const seconds: number[] = [];
        let passes = 0;
        const look = () => {
          if (video.currentTime < (seconds.at(-1) ?? 0)) passes += 1;
          seconds.push(video.currentTime);
          if (passes === 2) resolve(seconds);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await press(page, 'Space');
  expect(Math.min(...(await seen))).toBeGreaterThan(3.79);
  await press(page, 'Space', 'Alt+x');
  await expect(position(page)).not.toHaveAttribute('aria-valuetext', /plays/);
  await expect(page.getByRole('button', { name: 'Clear in and out points' })).toHaveCount(0);
});

test('a movie that is there before its timeline stays at its time and plays on', async ({
  page,
  address,
  main,
}) => {
  const [project] = main.projects;
  if (!project) throw new Error('There must be a project.');
  main.projects[0] = { ...project, scenes: null };
  await openWorkspace(page, address);
  await press(page, 'Shift+ArrowRight');
  await expect.poll(() => readFrameNumber(page)).toBe(30);
  main.projects[0] = { ...project, frameRate: { numerator: 25, denominator: 1 } };
  main.publish('project.changed', { projectId: project.projectId });
  await expect(page.getByRole('option', { name: /^Scene 2/ })).toBeVisible();
  await expect(timecode(page)).toHaveText('00:00:01:00');
  await expect.poll(() => readFrameNumber(page)).toBe(30);
  await press(page, 'Space');
  await expect(timecode(page)).toHaveText(/^00:00:0[2-9]/);
});

test('captions, safe areas and sizes of the picture are switched by keys, buttons and the palette', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  const player = page.getByRole('region', { name: 'Player, Harbour lights' });
  await press(page, 'c', 'g');
  await expect(player.getByText('Before the first ferry leaves')).toBeVisible();
  await expect(player.getByText('Title safe')).toBeVisible();
  await press(page, 'ArrowDown');
  await expect(player.getByText('Lamps go out one by one')).toBeVisible();
  await expectNoGraveViolations(page);
  await page.getByRole('button', { name: 'Captions over the picture' }).click();
  await press(page, 'Control+k');
  await page.keyboard.type('Safe areas');
  await press(page, 'Enter');
  await expect(player.getByText('Lamps go out')).toHaveCount(0);
  await expect(player.getByText('Title safe')).toHaveCount(0);

  const width = () =>
    page.locator('video').evaluate((video: HTMLVideoElement) => video.getBoundingClientRect().width);
  await page.getByRole('combobox', { name: 'Picture size' }).selectOption('200%');
  await expect.poll(width).toBe(1280);
  await position(page).focus();
  await press(page, '-', '-');
  await expect.poll(width).toBe(320);
  await press(page, 'Shift+Z');
  await expect(page.getByRole('combobox', { name: 'Picture size' })).toHaveValue('fit');
});

test('a picture larger than its room is moved by dragging, which does not play it', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  await press(page, '+', '+', '+');
  const place = () =>
    page.locator('video').evaluate((video) => {
      const stage = video.closest('.stage');
      return [stage?.scrollLeft, stage?.scrollTop];
    });
  await page.locator('.stage').hover();
  await page.mouse.down();
  await page.mouse.move(300, 200);
  await page.mouse.move(260, 170);
  await page.mouse.up();
  expect(await place()).not.toEqual([0, 0]);
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test('a pressed timecode takes another one, and says when it cannot be one', async ({ page, address }) => {
  await openWorkspace(page, address);
  await page.getByRole('button', { name: 'Type a timecode' }).click();
  const field = page.getByRole('textbox', { name: 'Type a timecode' });
  await field.fill('7:00');
  await press(page, 'Enter');
  await expect(timecode(page)).toHaveText('00:00:07:00');
  await expect.poll(() => readFrameNumber(page)).toBe(210);
  await press(page, '=');
  await field.fill('later');
  await press(page, 'Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('+15');
  await press(page, 'Enter');
  await expect(timecode(page)).toHaveText('00:00:07:15');
  await press(page, '=', 'Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour lights' })).toBeVisible();
});

/** Makes a movie of the default length with the sound of an ffmpeg source; null for no sound. */
async function movieWithSound(source: string | null): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-sound-'));
  const path = join(folder, 'movie.mp4');
  const sound = source === null ? [] : ['-f', 'lavfi', '-i', source, '-c:a', 'aac'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=192x108:rate=30'];
  await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...picture, ...sound, '-t', '24', path]);
  const movie = await readFile(path);
  await rm(folder, { recursive: true });
  return movie;
}

test('the sound is drawn under the filmstrip, and kept for the next time', async ({
  page,
  address,
  host,
}) => {
  host.movies.set('prj_0000', await movieWithSound("aevalsrc='0.8*sin(1400*t)*lt(t,12)':s=48000"));
  await openWorkspace(page, address);
  const canvas = page.locator('.waveform canvas');
  /** Returns how much of the left and of the right half is drawn. */
  const halves = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element;
      const shareOf = (left: number) => {
        const pixels = element.getContext('2d')?.getImageData(left, 0, width / 2, height).data ?? [];
        return pixels.filter((value, index) => index % 4 === 3 && value > 0).length / (pixels.length / 4);
      };
      return [shareOf(0), shareOf(width / 2)];
    });
  await expect(canvas).toBeVisible();
  const [left = 0, right = 1] = await halves();
  expect(left).toBeGreaterThan(0.6);
  expect(right).toBeLessThan(0.05);
  await page.locator('.waveform').click({ position: { x: 2, y: 10 } });
  await expect(timecode(page)).toHaveText('00:00:00:01');
  const kept = await page.evaluate(async () => (await (await caches.open('dailies.peaks')).keys()).length);
  expect(kept).toBe(1);
  const drawn = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  const before = await drawn();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(drawn, 'in the colour of the theme').not.toBe(before);
});

test('a movie without sound has no waveform', async ({ page, address, host }) => {
  host.movies.set('prj_0000', await movieWithSound(null));
  await openWorkspace(page, address);
  const drawn = page.waitForEvent('worker').then((worker) => worker.waitForEvent('close'));
  await press(page, 'Escape', 'Enter');
  await drawn;
  await expect(page.locator('.waveform')).toHaveCount(0);
});

test('the transcript follows the movie, jumps to what is pressed, and is searched', async ({
  page,
  address,
}) => {
  await openWorkspace(page, address);
  const lines = page.getByRole('listbox', { name: 'Transcript' }).getByRole('option');
  const marked = page.getByRole('listbox', { name: 'Transcript' }).getByRole('option', { selected: true });
  await expect(marked).toContainText('Before the first ferry leaves, the');
  await lines.filter({ hasText: 'turn, slow as clocks' }).click();
  await expect(timecode(page)).toHaveText('00:00:09:04');
  await expect.poll(() => readFrameNumber(page)).toBe(274);
  await expect(marked).toContainText('turn, slow as clocks');
  await marked.focus();
  await press(page, 'ArrowDown');
  await expect(marked).toContainText('A pilot boat');
  await expect(marked).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search the words' }).fill('sea EVERYONE');
  await expect(lines).toHaveCount(1);
  await expect(page.getByText('1 match')).toBeVisible();
  await press(page, 'Enter');
  await expect(marked).toContainText('Nobody looks at the sea. Everyone');
  await expectNoGraveViolations(page);
  await press(page, 'Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test.describe('a movie that fails', () => {
  test.use({ toleratedComplaints: /404/ });

  test('is played after another try, and when the service is there again', async ({
    page,
    address,
    main,
  }) => {
    let isThere = false;
    await page.route(/\/media\/.*movie/, (route) =>
      isThere ? route.continue() : route.fulfill({ status: 404 }),
    );
    await openPage(page, `${address}/#/projects/prj_0000`);
    const notice = page.getByRole('alert').filter({ hasText: 'This movie cannot be played here.' });
    await expect(notice).toBeVisible();
    await page.screenshot({ path: 'test-results/projects/movie-failed.png', animations: 'disabled' });
    main.setConnection({ state: 'offline' });
    isThere = true;
    main.setConnection({ state: 'ready' });
    const state = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState);
    await expect.poll(state).toBe(4);
    isThere = false;
    await page.getByRole('option').nth(1).click();
    await expect(notice).toBeVisible();
    isThere = true;
    await page.getByRole('complementary').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(state).toBe(4);
  });
});
