import type { BrowserContextOptions, Locator } from '@playwright/test';

export const rounds = 5;
export const screen: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Scrolls for 240 frames and tells how long each took, in milliseconds, shortest first. */
export async function scroll(
  scroller: Locator,
  axis: 'scrollTop' | 'scrollLeft' = 'scrollTop',
): Promise<number[]> {
  await scroller.page().bringToFront();
  return scroller.evaluate(
    (element, by) =>
      new Promise<number[]>((resolve) => {
        element[by] = 0;
        const taken: number[] = [];
        let last = performance.now();
        requestAnimationFrame(function step(now) {
          taken.push(now - last);
          last = now;
          element[by] += 120;
          if (taken.length < 240) requestAnimationFrame(step);
          else resolve(taken.slice(5).sort((a, b) => a - b));
        });
      }),
    axis,
  );
}

export function frameAt(frames: readonly number[], share: number): number {
  return frames[Math.floor((frames.length - 1) * share)] ?? 0;
}
