import { chromium, type Page } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { FakeMain } from '../fakes/fake-main.ts';
import { buildPage } from '../ui/support/build-page.ts';
import { FakeHost } from '../ui/support/fake-host.ts';
import { type BenchRow, median } from './bench-row.ts';

const projectCount = 1_000;
const rounds = 5;
/** A frame of a screen that draws sixty a second may be late by half of its time before one is lost. */
const goal = 1.5;

/** What any page costs here: as many lines of text, and nothing else. */
const plainPage = `<style>body{margin:0}.scroller{height:100vh;overflow:auto}p{height:56px;margin:0}</style>
<div class="scroller">${'<p>A line of text</p>'.repeat(projectCount)}</div>`;

async function showProjects(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/projects`);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('s');
  await page.getByText(/matches$/).waitFor();
  await page.keyboard.press('Escape');
  await page
    .getByRole('option')
    .nth(projectCount - 1)
    .waitFor({ state: 'attached' });
}

/** Scrolls for 180 frames and tells how long each took, in milliseconds, shortest first. */
async function scroll(page: Page): Promise<number[]> {
  await page.bringToFront();
  return page.locator('.scroller').evaluate(
    (scroller) =>
      new Promise<number[]>((resolve) => {
        scroller.scrollTop = 0;
        const taken: number[] = [];
        let last = performance.now();
        requestAnimationFrame(function step(now) {
          taken.push(now - last);
          last = now;
          scroller.scrollTop += 120;
          if (taken.length < 180) requestAnimationFrame(step);
          else resolve(taken.slice(5).sort((a, b) => a - b));
        });
      }),
  );
}

function frameAt(frames: readonly number[], share: number): number {
  return frames[Math.floor((frames.length - 1) * share)] ?? 0;
}

/** Scrolls a thousand projects and a page of plain text in turn, in one browser. */
export async function benchScroll(): Promise<readonly BenchRow[]> {
  await buildPage();
  const host = new FakeHost(new FakeMain({ projectCount }));
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    const viewport = { width: 1280, height: 800 };
    const projects = await browser.newPage({ viewport });
    await showProjects(projects, await host.start());
    const plain = await browser.newPage({ viewport });
    await plain.setContent(plainPage);
    const taken: { projects: number[]; plain: number[] }[] = [];
    for (let round = 0; round < rounds; round += 1)
      taken.push({ plain: await scroll(plain), projects: await scroll(projects) });
    const row = (what: string, share: number): BenchRow => ({
      name: `scroll ${String(projectCount)} projects: ${what}`,
      value: median(taken.map((each) => frameAt(each.projects, share) / frameAt(each.plain, share))),
      unit: '×',
      peer: 'as many lines of plain text',
      goal,
    });
    return [row('the median frame', 0.5), row('the slowest of twenty frames', 0.95)];
  } finally {
    await browser.close();
    await host.dispose();
  }
}
