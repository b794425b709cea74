import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import playwrightConfig from '../../playwright.config.ts';
import { FakeMain } from '../fakes/page/fake-main.ts';
import { buildPage } from '../ui/support/build-page.ts';
import { FakeHost } from '../ui/support/fake-host.ts';
import { type BenchRow, median } from './bench-row.ts';
import { measureCuts } from './cut-ui.ts';
import { measureOpening } from './opening.ts';
import { frameAt, rounds, screen, scroll } from './page-measures.ts';

const projectCount = 10_000;
const rowCount = 100_000;
const scriptLength = 100_000;
const starts = 9;
const keys = 120;
const fewActions = 200;
const manyActions = 2_000;

const plainPages: Readonly<Record<string, string>> = {
  '/empty': '<!doctype html><title>Empty</title><h1>Empty</h1>',
  '/list': `<!doctype html><title>List</title>
<style>body{margin:0}.scroller{height:100vh;overflow:auto}p{height:56px;margin:0}</style>
<div class="scroller">${'<p>A line of text</p>'.repeat(1_000)}</div>`,
};

/** Serves the plain pages for the comparison over the same kind of connection. */
async function servePlainPages(): Promise<{ readonly address: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(plainPages[request.url ?? ''] ?? '');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { address, close };
}

/** Sets `shownAt` to the end of the frame that shows the heading, in milliseconds since the navigation. */
function noteFirstScreen(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => Object.assign(globalThis, { shownAt: performance.now() });
      port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** Measures the time from the address to a usable screen, each time in a browser with an empty cache. */
async function measureStart(browser: Browser, address: string, plainAddress: string): Promise<BenchRow[]> {
  const open = async (url: string): Promise<number> => {
    const page = await browser.newPage(screen);
    await page.addInitScript(noteFirstScreen);
    await page.goto(url, { waitUntil: 'commit' });
    const shown = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt);
    const taken = await shown.jsonValue();
    await page.close();
    return taken ?? Number.NaN;
  };
  const taken: { app: number; empty: number }[] = [];
  for (let round = 0; round < starts; round += 1)
    taken.push({ empty: await open(`${plainAddress}/empty`), app: await open(address) });
  const app = median(taken.map((each) => each.app));
  return [
    {
      name: `start to the first usable screen (${app.toFixed(0)} ms)`,
      value: median(taken.map((each) => each.app / each.empty)),
      unit: '×',
      peer: 'an empty page',
      goal: 7,
    },
  ];
}

/**
 * Types into the middle of a long text. Returns the milliseconds from each key to the end of the frame that shows it.
 */
async function type(page: Page): Promise<number[]> {
  await page.bringToFront();
  const field = page.locator('textarea').first();
  await field.evaluate((element: HTMLTextAreaElement) => {
    element.focus();
    const middle = element.value.length >> 1;
    element.setSelectionRange(middle, middle);
    const taken: number[] = [];
    Object.assign(globalThis, { taken });
    element.addEventListener('keydown', () => {
      const start = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => taken.push(performance.now() - start);
        port2.postMessage(null);
      });
    });
  });
  for (let key = 0; key < keys; key += 1) await page.keyboard.press(key % 6 === 5 ? ' ' : 'e');
  return page.evaluate(() => (globalThis as unknown as { taken: number[] }).taken.sort((a, b) => a - b));
}

/** Shows only a text field in the app's type, because the layout of letters of many widths takes most of the time. */
async function showPlainField(page: Page, address: string): Promise<void> {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(address);
  await page.evaluate(() => {
    document.body.innerHTML =
      '<textarea style="inline-size:40rem;block-size:30rem;font:var(--type-15)"></textarea>';
  });
}

async function measureTyping(browser: Browser, address: string): Promise<BenchRow[]> {
  const sentence = 'Before the first ferry leaves, the gulls own the quay. ';
  const script = sentence.repeat(Math.ceil(scriptLength / sentence.length)).slice(0, scriptLength - keys);
  const taken: { app: number; plain: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = { app: 0, plain: 0 };
    for (const name of ['plain', 'app'] as const) {
      const page = await browser.newPage(screen);
      if (name === 'plain') await showPlainField(page, address);
      else await page.goto(`${address}/#/generate`);
      const field = page.locator('textarea').first();
      await field.fill(script);
      await field.press('Home');
      measured[name] = frameAt(await type(page), 0.95);
      await page.close();
    }
    taken.push(measured);
  }
  return [
    {
      name: `typing into ${String(scriptLength)} characters, p95 (${median(taken.map(({ app }) => app)).toFixed(0)} ms)`,
      value: median(taken.map(({ app, plain }) => app / plain)),
      unit: '×',
      peer: 'a plain text field of the same type',
      goal: 1.5,
    },
  ];
}

/** Opens the list of all projects, as a search over every title does. */
async function showProjects(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/projects`);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('s');
  await page.getByText(/matches$/).waitFor({ timeout: 120_000 });
  await page.keyboard.press('Escape');
  await page.getByText(`${new Intl.NumberFormat('en-GB').format(projectCount)} projects`).waitFor();
}

async function showActivity(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/activity`);
  await page.getByRole('row').nth(5).waitFor();
}

/** Reads the whole library, as End does. */
async function showFiles(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/#/library`);
  await page.getByRole('option').first().waitFor();
  await page.getByRole('option').first().press('End');
  await page
    .getByText(`${new Intl.NumberFormat('en-GB').format(rowCount)} files`, { exact: true })
    .waitFor({ timeout: 180_000 });
}

async function measureScrolling(
  browser: Browser,
  address: string,
  plainAddress: string,
): Promise<BenchRow[]> {
  const plain = await browser.newPage(screen);
  const projects = await browser.newPage(screen);
  const activity = await browser.newPage(screen);
  const files = await browser.newPage(screen);
  await plain.goto(`${plainAddress}/list`);
  await showProjects(projects, address);
  await showActivity(activity, address);
  await showFiles(files, address);
  const taken: Record<'plain' | 'projects' | 'activity' | 'files', number>[] = [];
  for (let round = 0; round < rounds; round += 1)
    taken.push({
      plain: frameAt(await scroll(plain.locator('.scroller')), 0.99),
      projects: frameAt(await scroll(projects.locator('.scroller')), 0.99),
      activity: frameAt(await scroll(activity.locator('.scroller')), 0.99),
      files: frameAt(await scroll(files.locator('.scroller')), 0.99),
    });
  await Promise.all([plain, projects, activity, files].map((page) => page.close()));
  const row = (name: string, what: 'projects' | 'activity' | 'files'): BenchRow => ({
    name: `${name}, p99 frame (${median(taken.map((each) => each[what])).toFixed(0)} ms)`,
    value: median(taken.map((each) => each[what] / each.plain)),
    unit: '×',
    peer: 'a static list',
    goal: 1.3,
  });
  return [
    row(`scrolling ${String(projectCount)} projects`, 'projects'),
    row(`scrolling ${String(rowCount)} rows of activity`, 'activity'),
    row(`scrolling ${String(rowCount)} files`, 'files'),
  ];
}

/** Performs typical actions of a user, one after another. */
async function act(page: Page, number: number): Promise<void> {
  const steps: readonly (() => Promise<void>)[] = [
    () => page.keyboard.press('Control+2'),
    () =>
      page
        .getByRole('option')
        .nth(number % 9)
        .click(),
    () => page.getByRole('tab', { name: 'Remix' }).click(),
    () => page.getByRole('tab', { name: 'Deliver' }).click(),
    () => page.keyboard.press('Control+j'),
    () => page.getByRole('row').nth(3).click(),
    () => page.keyboard.press('Control+1'),
    () => page.keyboard.press('Control+4'),
    () => page.keyboard.press('Control+,'),
  ];
  await steps[number % steps.length]?.();
}

/** Returns the size of the page's heap in bytes, after garbage collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

async function measureHeap(browser: Browser, address: string): Promise<BenchRow[]> {
  const page = await browser.newPage(screen);
  await page.goto(`${address}/#/projects`);
  await page.getByRole('option').nth(9).waitFor();
  const heaps: number[] = [];
  for (let number = 0; number < manyActions; number += 1) {
    if (number === fewActions) heaps.push(await heapOf(page));
    await act(page, number);
  }
  heaps.push(await heapOf(page));
  await page.close();
  const [few = 1, many = 0] = heaps;
  return [
    {
      name: `heap after ${String(manyActions)} actions (${(many / 1e6).toFixed(1)} MB)`,
      value: many / few,
      unit: '×',
      peer: `after ${String(fewActions)}`,
      goal: 1.2,
    },
  ];
}

/** Measures the page over a fake main with much data, beside plain pages in the same browser. */
export async function benchUi(): Promise<readonly BenchRow[]> {
  await buildPage();
  const main = new FakeMain({ projectCount });
  main.activity.addEnded(rowCount);
  main.library.fill(rowCount);
  const host = new FakeHost(main);
  const plain = await servePlainPages();
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions);
  try {
    const address = await host.start();
    return [
      ...(await measureStart(browser, address, plain.address)),
      ...(await measureTyping(browser, address)),
      ...(await measureScrolling(browser, address, plain.address)),
      ...(await measureOpening(browser, address)),
      ...(await measureCuts(browser, { main, host, address })),
      ...(await measureHeap(browser, address)),
    ];
  } finally {
    await browser.close();
    await host.dispose();
    plain.close();
  }
}
