import type { Browser, Locator } from '@playwright/test';
import { type BenchRow, median } from './bench-row.ts';
import { screen } from './page-measures.ts';

const starts = 9;

/** Emits `drawn` when a canvas of the page shows something. */
function tellDrawing(): void {
  const { prototype } = CanvasRenderingContext2D;
  // oxlint-disable-next-line typescript/unbound-method
  const { drawImage } = prototype;
  prototype.drawImage = function (this: CanvasRenderingContext2D, ...given: unknown[]) {
    if (this.canvas.isConnected) dispatchEvent(new Event('drawn'));
    Reflect.apply(drawImage, this, given);
  };
}

/** Presses a project. Returns its poster, and the milliseconds to the frame that shows it, or the cut. */
function open(option: Locator, wanted: 'poster' | 'cut'): Promise<{ ms: number; poster: string }> {
  return option.evaluate(
    (element: HTMLElement, what) =>
      new Promise<{ ms: number; poster: string }>((resolve) => {
        const start = performance.now();
        let poster = '';
        const end = (): void => {
          requestAnimationFrame(() => {
            resolve({ ms: performance.now() - start, poster });
          });
        };
        const observer = new MutationObserver(() => {
          poster = document.querySelector<HTMLImageElement>('.stage img')?.src ?? '';
          if (poster === '') return;
          observer.disconnect();
          if (what === 'cut') {
            addEventListener('drawn', end, { once: true });
            return;
          }
          const image = new Image();
          image.src = poster;
          void image.decode().then(end);
        });
        observer.observe(document.body, { subtree: true, childList: true });
        element.click();
      }),
    wanted,
  );
}

/** Returns the milliseconds to the frame that shows a picture in a page without anything else. */
async function showAlone(browser: Browser, address: string, poster: string): Promise<number> {
  const page = await browser.newPage(screen);
  await page.goto(`${address}/no-such-page`);
  const ms = await page.evaluate(
    (src) =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        const image = document.body.appendChild(new Image());
        image.src = src;
        void image.decode().then(() => {
          requestAnimationFrame(() => {
            resolve(performance.now() - start);
          });
        });
      }),
    poster,
  );
  await page.close();
  return ms;
}

/** Measures the time from the press on a project to its poster or its cut, beside the poster alone. */
async function measure(browser: Browser, address: string, wanted: 'poster' | 'cut'): Promise<BenchRow> {
  const app = await browser.newPage(screen);
  await app.addInitScript(tellDrawing);
  await app.goto(`${address}/#/projects`);
  await app.getByRole('option').nth(12).waitFor();
  const taken: { ms: number; alone: number }[] = [];
  for (let round = 0; round < starts; round += 1) {
    const option = app.getByRole('option').nth(round + 2);
    await option.scrollIntoViewIfNeeded();
    const { ms, poster } = await open(option, wanted);
    taken.push({ ms, alone: await showAlone(browser, address, poster) });
  }
  await app.close();
  const place = wanted === 'poster' ? 'its poster' : 'the first frame of its cut';
  return {
    name: `opening a project to ${place} (${median(taken.map(({ ms }) => ms)).toFixed(0)} ms)`,
    value: median(taken.map(({ ms, alone }) => ms / alone)),
    unit: '×',
    peer: 'its poster alone',
    goal: 2,
  };
}

export async function measureOpening(browser: Browser, address: string): Promise<BenchRow[]> {
  return [await measure(browser, address, 'poster'), await measure(browser, address, 'cut')];
}
