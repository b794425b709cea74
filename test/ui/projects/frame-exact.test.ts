import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, openPage, test } from '../support/page-test.ts';

const run = promisify(execFile);
const frameRate = { numerator: 30_000, denominator: 1001 };
const size = { width: 192, height: 108 };
const frameBytes = size.width * size.height * 3;
const frameCount = 720;
/** Pixels of every frame as decoded by ffmpeg. */
let reference: Buffer;
let movie: Buffer;

test.beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dailies-frames-'));
  const path = join(folder, 'moving.mp4');
  const { width, height } = size;
  const input = `testsrc2=size=${String(width)}x${String(height)}:rate=30000/1001`;
  await run('ffmpeg', [
    '-y',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    input,
    '-frames:v',
    String(frameCount),
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-bf',
    '3',
    '-g',
    '48',
    '-movflags',
    '+faststart',
    path,
  ]);
  movie = await readFile(path);
  const raw = ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
  const { stdout } = await run('ffmpeg', raw, { encoding: 'buffer', maxBuffer: frameCount * frameBytes + 1 });
  reference = stdout;
  await rm(folder, { recursive: true });
});

test.beforeEach(async ({ page, address, main, host }) => {
  const [project] = main.projects;
  if (project) main.projects[0] = { ...project, frameRate };
  host.movies.set('prj_0000', movie);
  await openPage(page, `${address}/#/projects/prj_0000`);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState))
    .toBe(4);
  await page.getByRole('slider', { name: 'Position' }).focus();
});

/** Returns the pixels of the displayed frame. */
async function shownPixels(page: Page): Promise<Buffer> {
  const shown = await page.locator('video').evaluate((video: HTMLVideoElement) => {
    const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0);
    return [...(context?.getImageData(0, 0, canvas.width, canvas.height).data ?? [])];
  });
  return Buffer.from(shown);
}

function differenceTo(frame: number, shown: Buffer): number {
  const start = frame * frameBytes;
  let sum = 0;
  for (let pixel = 0; pixel < frameBytes / 3; pixel += 1) {
    for (let part = 0; part < 3; part += 1) {
      sum += Math.abs((reference[start + pixel * 3 + part] ?? 0) - (shown[pixel * 4 + part] ?? 0));
    }
  }
  return sum;
}

/** Returns the ffmpeg frame most similar to the displayed one, among those near the wanted one. */
function nearestFrame(wanted: number, shown: Buffer): number {
  const candidates = [-3, -2, -1, 0, 1, 2, 3]
    .map((offset) => wanted + offset)
    .filter((frame) => frame >= 0 && frame < frameCount);
  return candidates.reduce((best, frame) =>
    differenceTo(frame, shown) < differenceTo(best, shown) ? frame : best,
  );
}

test('fifty random seeks show the very frame ffmpeg decodes there', async ({ page }) => {
  test.setTimeout(240_000);
  let state = 20_261_122;
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return Math.floor((state / 2 ** 32) * frameCount);
  };
  for (const frame of Array.from({ length: 50 }, random)) {
    await page.keyboard.press('=');
    const field = page.getByRole('textbox', { name: 'Type a timecode' });
    await field.fill(`${String(Math.floor(frame / 30))}:${String(frame % 30)}`);
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => nearestFrame(frame, await shownPixels(page)), {
        message: `frame ${String(frame)}`,
        // On a busy computer, decoding and reading a frame may take seconds.
        timeout: 30_000,
      })
      .toBe(frame);
  }
});

interface Measure {
  /** Clock for the seconds: the page's for reverse playback, the movie's own for playback by the browser. */
  readonly clock: 'page' | 'movie';
  readonly seconds: number;
}

/** Measures frames per second by the player's position, from its first change on. */
function measuredRate(page: Page, measure: Measure): Promise<number> {
  return page.getByRole('slider', { name: 'Position' }).evaluate(
    (slider, { clock, seconds }) =>
      new Promise<number>((resolve) => {
        const movie = document.querySelector('video');
        const frame = () => Number(slider.getAttribute('aria-valuenow'));
        const begun = frame();
        let first: { at: number; frame: number } | null = null;
        const look = (timeMs: number) => {
          const at = clock === 'page' ? timeMs / 1000 : (movie?.currentTime ?? 0);
          if (first === null && frame() !== begun) first = { at, frame: frame() };
          if (first !== null && at - first.at > seconds) resolve((frame() - first.frame) / (at - first.at));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    measure,
  );
}

const playbackRate = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.playbackRate);

async function pressShuttle(page: Page, key: 'j' | 'l', speed: number): Promise<void> {
  await page.keyboard.press(key === 'j' ? 'End' : 'Home');
  const presses = Math.log2(speed) + 1;
  for (let count = 0; count < presses; count += 1) await page.keyboard.press(key);
}

/** Returns the rate as a multiple of normal speed. */
async function timesOf(rate: Promise<number>): Promise<number> {
  return (await rate) / (frameRate.numerator / frameRate.denominator);
}

for (const speed of [1, 2, 4]) {
  test(`forwards at ${String(speed)} times the frame rate, the browser plays and the position follows`, async ({
    page,
  }) => {
    await pressShuttle(page, 'l', speed);
    expect(await playbackRate(page)).toBe(speed);
    const times = await timesOf(measuredRate(page, { clock: 'movie', seconds: 1.5 * speed }));
    expect(times).toBeGreaterThan(0.75);
    expect(times).toBeLessThan(1.25);
  });

  test(`backwards at ${String(speed)} times the frame rate, the player seeks by the clock`, async ({
    page,
  }) => {
    await pressShuttle(page, 'j', speed);
    const times = await timesOf(measuredRate(page, { clock: 'page', seconds: 1.5 }));
    expect(-times / speed).toBeGreaterThan(0.75);
    expect(-times / speed).toBeLessThan(1.25);
  });
}
