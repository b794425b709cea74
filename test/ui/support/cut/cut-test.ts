import { test as base, type Page } from '@playwright/test';
import type { CutMedia } from '../../../../src-renderer/components/player/cut/playable-cut.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { frameBits, frameBitSize } from '../fake-movie.ts';
import { CutHost } from './cut-host.ts';

interface WorkerFixtures {
  /** Serves the page of cuts; its media are the test's. */
  host: CutHost & { readonly address: string };
}

/** Test with a page that plays cuts. */
export const test = base.extend<object, WorkerFixtures>({
  host: [
    // Playwright reads the names of fixtures from the first parameter.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const host = new CutHost();
      const address = await host.start();
      await use(Object.assign(host, { address }));
      await host.dispose();
    },
    { scope: 'worker' },
  ],
});

/** Returns media of the host by id, named like the cut's files. */
export function servedMedia({ media }: Timeline): Record<string, CutMedia> {
  return Object.fromEntries(
    media.map(({ mediaId, fileName }) => [
      mediaId,
      { url: `/media/${fileName}`, state: 'ready', label: fileName } as const,
    ]),
  );
}

/** Opens a cut and waits until its first frame is drawn. */
export async function openCut(page: Page, address: string, timeline: Timeline): Promise<void> {
  await page.goto(address);
  await page.evaluate(([cut, media]) => window.openCut(cut, media), [
    timeline,
    servedMedia(timeline),
  ] as const);
  await seek(page, 0);
}

/** Seeks as the player does, and waits until the frame is shown. */
export async function seek(page: Page, frame: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const { movie, playback } = window.cutPage;
        movie.addEventListener('seeked', () => resolve(), { once: true });
        playback.seek(wanted);
      }),
    frame,
  );
}

/** Returns red, green and blue at places of the canvas, given as fractions of its sides. */
export function colorsAt(
  page: Page,
  ...places: readonly (readonly [number, number])[]
): Promise<readonly (readonly number[])[]> {
  return page.evaluate((wanted) => {
    const { canvas } = window.cutPage;
    const context = canvas.getContext('2d');
    return wanted.map(([x, y]) => {
      const left = Math.min(canvas.width - 1, Math.floor(x * canvas.width));
      const top = Math.min(canvas.height - 1, Math.floor(y * canvas.height));
      return [...(context?.getImageData(left, top, 1, 1).data ?? [])].slice(0, 3);
    });
  }, places);
}

/** Reads the number that a clip of `numberedClip` shows, filling the canvas. */
export function shownNumber(page: Page): Promise<number> {
  return page.evaluate(
    ({ bits, size }) => {
      const { canvas } = window.cutPage;
      const scale = canvas.width / 640;
      const row = canvas.height - Math.round((size / 2) * scale);
      const pixels = canvas.getContext('2d')?.getImageData(0, row, canvas.width, 1).data;
      return Array.from({ length: bits }, (_, bit) =>
        (pixels?.[Math.round((bit + 0.5) * size * scale) * 4] ?? 0) > 128 ? 2 ** bit : 0,
      ).reduce((sum, each) => sum + each, 0);
    },
    { bits: frameBits, size: frameBitSize },
  );
}

export { expect } from '@playwright/test';
