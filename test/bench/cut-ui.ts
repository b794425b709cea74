import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import type { Timeline, TransitionStyle } from '../../src-timeline/model/timeline.ts';
import type { FakeMain } from '../fakes/page/fake-main.ts';
import { CutHost } from '../ui/support/cut/cut-host.ts';
import { clicks, lateness } from '../ui/support/cut/cut-lateness.ts';
import { openCut, seek } from '../ui/support/cut/cut-test.ts';
import { drawScene } from '../ui/support/draw-scene.ts';
import type { FakeHost } from '../ui/support/fake-host.ts';
import { openPlainly, type PlainBrowser } from '../ui/support/plain-browser.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../unit/timeline/formats/sample-timelines.ts';
import { type BenchRow, median } from './bench-row.ts';
import { frameAt, rounds, screen, scroll } from './page-measures.ts';

const sceneCount = 800;
/** An hour of scenes. */
const sceneFrames = (3600 * 30) / sceneCount;
const playSeconds = 10;
const styles: readonly TransitionStyle[] = ['FADE', 'RISE', 'PAN', 'POP', 'WIPE'];
const frameSize = { width: 1920, height: 1080 };

interface Place {
  readonly main: FakeMain;
  readonly host: FakeHost;
  readonly address: string;
}

const indexes = Array.from({ length: sceneCount }, (_, index) => index);

/** An hour of moving stills, every eighth scene a clip, with all transitions and a voice in each scene. */
function hourCut(): Timeline {
  const pictures = indexes.map((index) =>
    index % 8 === 7
      ? videoMedia(`clip-${String(index)}`, 720, { size: { width: 640, height: 360 } })
      : stillMedia(`still-${String(index)}`),
  );
  const voices = indexes.map((index) => audioMedia(`voice-${String(index)}`, sceneFrames, 1));
  const motion = [
    { frame: 0, scale: 1, x: 0, y: 0 },
    { frame: sceneFrames, scale: 1.12, x: 0.02, y: 0 },
  ];
  const shown = pictures.map((media, index) => {
    const style = styles[index % styles.length] ?? 'FADE';
    return clip(media, sceneFrames, {
      linkId: `scene-${String(index)}`,
      note: `A sentence of scene ${String(index + 1)} that is spoken.`,
      ...(media.kind === 'still' && { motion }),
      ...(index > 0 && { transition: { style, durationFrames: 15 } }),
    });
  });
  const said = voices.map((media, index) => clip(media, sceneFrames, { linkId: `scene-${String(index)}` }));
  return timelineOf({
    media: [...pictures, ...voices],
    tracks: [videoTrack('V1', ...shown), audioTrack('A1', 'dialogue', ...said)],
  });
}

/** Gives the scenes stills of a width in pixels. */
async function drawStills(host: FakeHost, width: number): Promise<void> {
  const stills = await Promise.all(
    Array.from({ length: 12 }, (_, seed) => drawScene(seed, width, (width * 9) / 16)),
  );
  const still = (index: number): Buffer => stills[index % stills.length] ?? Buffer.alloc(0);
  for (const index of indexes) host.stills.set(`still-${String(index)}`, still(index));
}

/** Makes your cut of the first project an hour long. */
async function placeHourCut(main: FakeMain): Promise<void> {
  main.cuts.delivered.version = hourCut();
  const input = { projectId: 'prj_0000', deliveryId: 'delivery-1' };
  const reply = await main.invoke({ name: 'cut.restore', input });
  if (!reply.ok) throw new Error(reply.error.message);
}

/** Opens the workspace of the first project. */
async function openHourCut(browser: Browser, address: string): Promise<Page> {
  const page = await browser.newPage(screen);
  await page.addInitScript(countDrawnFrames);
  await page.goto(`${address}/#/projects/prj_0000`);
  await page
    .getByRole('listbox', { name: 'Projects' })
    .getByRole('option', { selected: true })
    .press('Enter');
  await page.getByRole('listbox', { name: 'Filmstrip' }).waitFor();
  await page.locator('.player canvas').waitFor();
  return page;
}

/** Lets `drawn` have the times of all repaints for which something was drawn on a canvas of the page. */
function countDrawnFrames(): void {
  const drawn = new Set<unknown>();
  const { prototype } = CanvasRenderingContext2D;
  // oxlint-disable-next-line typescript/unbound-method
  const { drawImage } = prototype;
  prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    if (this.canvas.isConnected) drawn.add(document.timeline.currentTime);
    Reflect.apply(drawImage, this, given);
  };
  Object.assign(globalThis, { drawn });
}

/** Returns how many frames of a playing canvas are dropped, of 30 a second. */
async function droppedFrames(page: Page): Promise<number> {
  await page.bringToFront();
  const shown = await page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const { drawn } = globalThis as unknown as { drawn: Set<unknown> };
        drawn.clear();
        setTimeout(() => {
          resolve(drawn.size);
        }, ms);
      }),
    playSeconds * 1000,
  );
  return Math.max(0, playSeconds * 30 - shown);
}

/** Shows only a picture that grows 30 times a second, as those of the cut do, on a canvas as large as the player's. */
async function openMovingCanvas(browser: Browser, address: string, player: Page): Promise<Page> {
  const box = await player.locator('.player canvas').boundingBox();
  const page = await browser.newPage(screen);
  await page.addInitScript(countDrawnFrames);
  await page.goto(`${address}/no-such-page`);
  await page.evaluate(
    async ({ size, shownWidth }) => {
      const picture = new Image();
      picture.src = '/media/cuts/local/prj_0000/yours/still-0';
      await picture.decode();
      const bitmap = await createImageBitmap(picture);
      const canvas = Object.assign(document.createElement('canvas'), size);
      canvas.style.inlineSize = `${String(shownWidth)}px`;
      document.body.replaceChildren(canvas);
      const context = canvas.getContext('2d');
      let last = -1;
      requestAnimationFrame(function draw(now) {
        requestAnimationFrame(draw);
        const frame = Math.floor((now * 30) / 1000);
        if (frame === last) return;
        last = frame;
        const scale = 1 + (frame % 135) / 1125;
        context?.drawImage(bitmap, 0, 0, size.width * scale, size.height * scale);
      });
    },
    { size: frameSize, shownWidth: box?.width ?? 0 },
  );
  return page;
}

async function measurePlaying(browser: Browser, { address }: Place): Promise<BenchRow> {
  const app = await openHourCut(browser, address);
  const canvas = await openMovingCanvas(browser, address, app);
  const taken: { cut: number; moving: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await app.bringToFront();
    await app.keyboard.press('Space');
    await app.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    const cut = await droppedFrames(app);
    await app.keyboard.press('Space');
    taken.push({ cut, moving: await droppedFrames(canvas) });
  }
  await Promise.all([app.close(), canvas.close()]);
  const frames = String(playSeconds * 30);
  const counts = `${String(median(taken.map(({ cut }) => cut)))} and ${String(median(taken.map(({ moving }) => moving)))} of ${frames}`;
  return {
    name: `dropped frames of playing the cut (${counts})`,
    value: median(taken.map(({ cut, moving }) => Math.max(1, cut) / Math.max(1, moving))),
    unit: '×',
    peer: 'a moving canvas of the same size',
    goal: 1.2,
  };
}

/** Returns the median distance of the clicks heard, in milliseconds. */
async function distanceOf(page: Page): Promise<number> {
  return median((await lateness(page, 5)).map(Math.abs));
}

async function measureSound(browser: Browser): Promise<BenchRow> {
  const host = new CutHost();
  const page = await browser.newPage(screen);
  try {
    const address = await host.start();
    const still = stillMedia('still');
    const sound = audioMedia('sound', 600 * 30, 1);
    host.media.set('still.png', { type: 'image/jpeg', body: await drawScene(0, 1920, 1080) });
    host.media.set('sound.wav', { type: 'audio/wav', body: clicks(600) });
    const tracks = [
      videoTrack('V1', clip(still, 600 * 30)),
      audioTrack('A1', 'dialogue', clip(sound, 600 * 30)),
    ];
    await openCut(page, address, timelineOf({ media: [still, sound], tracks }));
    await page.locator('canvas').click();
    await seek(page, 590 * 30);
    const cut = await distanceOf(page);
    await page.evaluate(async () => {
      const element = new Audio('/media/sound.wav');
      const context = new AudioContext();
      context.createMediaElementSource(element).connect(context.destination);
      element.currentTime = 590;
      await new Promise((resolve) => {
        element.addEventListener('seeked', resolve, { once: true });
      });
      const { clock } = window.cutPage;
      Object.assign(window.cutPage, {
        clock: () => ({ time: clock()?.time ?? 0, position: element.currentTime }),
        playback: { toggle: () => void element.play(), pause: () => undefined },
      });
    });
    const element = await distanceOf(page);
    return {
      name: `sound against picture after a seek to 9:50 (the element ${element.toFixed(1)} ms)`,
      value: cut,
      unit: 'ms',
      peer: 'a sound element that plays the same file',
      goal: 20,
    };
  } finally {
    await page.close();
    await host.dispose();
  }
}

/** Returns the memory of all pages of a browser, in MB, without what the browser gives back when asked. */
async function memoryOf({ browser, page }: PlainBrowser): Promise<number> {
  await page('HeapProfiler.collectGarbage');
  await page('Memory.simulatePressureNotification', { level: 'critical' });
  await wait(1000);
  const { processInfo } = await browser('SystemInfo.getProcessInfo');
  return (processInfo as { readonly id: number; readonly type: string }[])
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${String(id)}/smaps_rollup`, 'utf8'))?.[1])
    .reduce((sum, kibibytes) => sum + Number(kibibytes) / 1024, 0);
}

async function measureMemory({ address }: Place): Promise<BenchRow> {
  const plain = await openPlainly(`${address}/#/projects/prj_0000`);
  /** Waits for a timecode, or for the first picture. */
  const reach = async (start: string): Promise<void> => {
    const expression = `document.querySelector('.player canvas') && document.querySelector('[role=timer]').textContent`;
    for (;;) {
      const { result } = await plain.page('Runtime.evaluate', { expression });
      if (String((result as { value?: unknown } | undefined)?.value).startsWith(start)) return;
      await wait(100);
    }
  };
  try {
    await reach('00:00:');
    const key = { key: 'l', code: 'KeyL', windowsVirtualKeyCode: 76 };
    for (let press = 0; press < 4; press += 1) {
      await plain.page('Input.dispatchKeyEvent', { type: 'keyDown', text: 'l', ...key });
      await plain.page('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    }
    await reach('00:01:');
    const minute = await memoryOf(plain);
    await reach('00:59:');
    const hour = await memoryOf(plain);
    return {
      name: `memory after an hour of a cut at 8 × (${hour.toFixed(0)} MB)`,
      value: hour / minute,
      unit: '×',
      peer: 'after a minute of it',
      goal: 1.3,
    };
  } finally {
    await plain.close();
  }
}

/** Shows what an element of the app shows in a page with nothing else, all of it laid out. */
async function openStatic(browser: Browser, address: string, app: Page, selector: string): Promise<Page> {
  const shown = await app.locator(selector).evaluate((element) => ({
    html: element.outerHTML,
    css: [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
      .join(''),
    width: element.clientWidth,
    height: element.clientHeight,
  }));
  const page = await browser.newPage(screen);
  await page.goto(`${address}/no-such-page`);
  await page.setContent(
    `<!doctype html><style>${shown.css}*{content-visibility:visible!important}</style>
<div style="width:${String(shown.width)}px;height:${String(shown.height)}px;display:grid">${shown.html}</div>`,
  );
  return page;
}

async function measureScenes(browser: Browser, { address }: Place): Promise<BenchRow[]> {
  const app = await openHourCut(browser, address);
  const rows: BenchRow[] = [];
  for (const [name, selector, axis] of [
    ['the list', '.list:has([role=listbox][aria-label=Scenes])', 'scrollTop'],
    ['the filmstrip', '[role=listbox][aria-label=Filmstrip]', 'scrollLeft'],
  ] as const) {
    const plain = await openStatic(browser, address, app, selector);
    const taken: { app: number; plain: number }[] = [];
    for (let round = 0; round < rounds; round += 1)
      taken.push({
        plain: frameAt(await scroll(plain.locator(selector), axis), 0.99),
        app: frameAt(await scroll(app.locator(selector), axis), 0.99),
      });
    await plain.close();
    rows.push({
      name: `scrolling ${name} of ${String(sceneCount)} scenes, p99 frame (${median(taken.map((each) => each.app)).toFixed(0)} ms)`,
      value: median(taken.map((each) => each.app / each.plain)),
      unit: '×',
      peer: 'the same alone, without scripts',
      goal: 1.3,
    });
  }
  await app.close();
  return rows;
}

/** Measures the player of cuts, beside plain pages in the same browser. */
export async function measureCuts(browser: Browser, place: Place): Promise<BenchRow[]> {
  await placeHourCut(place.main);
  // Small, so that the time is that of lists and not of decoding.
  await drawStills(place.host, 640);
  const scenes = await measureScenes(browser, place);
  await drawStills(place.host, frameSize.width);
  return [
    ...scenes,
    await measurePlaying(browser, place),
    await measureSound(browser),
    await measureMemory(place),
  ];
}
