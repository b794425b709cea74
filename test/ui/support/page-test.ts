import { test as base, type Locator, type Page } from '@playwright/test';
import { FakeMain, type FakeMainOptions } from '../../fakes/page/fake-main.ts';
import { FakeHost } from './fake-host.ts';

interface PageFixtures {
  /** Options of the fake main; set with `test.use`. */
  fakeMain: Partial<FakeMainOptions>;
  /** Browser complaints that a test causes on purpose. */
  toleratedComplaints: RegExp | null;
  /** What the viewer shows until the test changes it. */
  viewerSource: 'cut' | 'movie';
  main: FakeMain;
  host: FakeHost;
  /** Address of the page. */
  address: string;
}

/** Collects script errors, failed requests and violations of the security policy. */
async function watchComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} ${message.location().url}`);
  });
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`);
    });
  });
  return complaints;
}

function chooseViewerSource(viewerSource: string): void {
  if (!location.protocol.startsWith('http') || viewerSource === 'cut') return;
  const key = 'dailies.preferences';
  const defaults = { projectView: 'grid', inspectorWidth: 448, volume: 1, isMuted: false };
  if (localStorage.getItem(key) === null)
    localStorage.setItem(key, JSON.stringify({ ...defaults, viewerSource }));
}

/** Test with a page over a fake main. Fails if the browser complains. */
export const test = base.extend<PageFixtures>({
  fakeMain: [{}, { option: true }],
  toleratedComplaints: [null, { option: true }],
  viewerSource: ['movie', { option: true }],
  main: async ({ fakeMain }, use) => {
    await use(new FakeMain(fakeMain));
  },
  host: async ({ main }, use) => {
    const host = new FakeHost(main);
    await use(host);
    await host.dispose();
  },
  address: async ({ host }, use) => {
    await use(await host.start());
  },
  page: async ({ page, toleratedComplaints, viewerSource }, use) => {
    const complaints = await watchComplaints(page);
    await page.addInitScript(chooseViewerSource, viewerSource);
    await use(page);
    base.expect(complaints.filter((each) => toleratedComplaints?.test(each) !== true)).toEqual([]);
  },
});

/** Opens an address of the page and waits until the page is usable. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Shows another screen of an open page, as a link does. @param hash such as `#/library` */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target;
  }, hash);
}

/** Opens the first project at one of its tabs. */
export async function openProjectTab(page: Page, address: string, name: string): Promise<void> {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name }).click();
}

/** Opens the dialog that exports the first project. */
export async function askExport(page: Page, address: string): Promise<Locator> {
  await openProjectTab(page, address, 'Deliver');
  await page.getByRole('button', { name: 'Export movie…' }).click();
  return page.getByRole('dialog', { name: 'Export movie' });
}

/** Shows the editors of the next delivery, which are folded on the tab. */
export async function unfoldEditors(page: Page): Promise<void> {
  await page.getByRole('tabpanel').getByText('Editors', { exact: true }).click();
}

/** Makes the clipboard refuse writes, as if another program held it. */
export function refuseClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused.', 'NotAllowedError'));
  });
}

export { expect } from '@playwright/test';
