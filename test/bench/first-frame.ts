import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { RealApp } from '../ui/support/real-app.ts';
import type { BenchRow } from './bench-row.ts';
import { screen } from './page-measures.ts';

const timeout = 1_800_000;
const text = join(import.meta.dirname, '../fixtures/scripts/the-cut.md');

/** Seconds from the press on *Start generation*. */
interface Arrivals {
  readonly cut: number;
  readonly movie: number;
}

/** Generates a project with its movie in the app over its local service, and opens it while it is made. */
async function generate(browser: Browser, script: string): Promise<Arrivals> {
  const app = new RealApp();
  const page = await browser.newPage(screen);
  page.setDefaultTimeout(timeout);
  try {
    await page.goto(await app.start());
    await page.getByRole('textbox', { name: 'Script' }).fill(script);
    await page.getByText('Finish with', { exact: true }).click();
    await page.getByRole('switch', { name: 'Render the movie at the end' }).check();
    await page.keyboard.press('Escape');
    const startMs = performance.now();
    const passed = (): number => (performance.now() - startMs) / 1000;
    await page.getByRole('button', { name: 'Start generation' }).click();
    await page.keyboard.press('Control+2');
    await page.getByRole('listbox', { name: 'Projects' }).getByRole('option').click();
    await page.locator('.player canvas').waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('timer', { name: 'Timecode' }).filter({ hasText: /[1-9]/ }).waitFor();
    const cut = passed();
    await page.keyboard.press('Space');
    await page.getByText('Movie', { exact: true }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    return { cut, movie: passed() };
  } finally {
    await page.close();
    await app.dispose();
  }
}

/** Measures how long a user waits for the first played frame of a cut, beside the movie of the same project. */
export async function benchFirstFrame(): Promise<readonly BenchRow[]> {
  const words = (await readFile(text, 'utf8')).split(/(?<=\s)(?=\S)/);
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    const rows: BenchRow[] = [];
    for (const [name, count] of [
      ['script', 79],
      ['article', 379],
    ] as const) {
      const { cut, movie } = await generate(browser, words.slice(0, count).join('').trim());
      const times = `${cut.toFixed(1)} s, movie ${movie.toFixed(1)} s`;
      rows.push({
        name: `first played frame, ${name} of ${String(count)} words (${times})`,
        value: cut / movie,
        unit: '×',
        peer: 'the movie',
        goal: 0.5,
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}
