import { test as base, type Page } from '@playwright/test';
import { FakeMain, type FakeMainOptions } from '../../fakes/fake-main.ts';
import { FakeHost } from './fake-host.ts';

interface PageFixtures {
  /** How main is; set with `test.use`. */
  fakeMain: Partial<FakeMainOptions>;
  /** Complaints of the browser a test brings about on purpose. */
  toleratedComplaints: RegExp | null;
  main: FakeMain;
  host: FakeHost;
  /** Where the page is served. */
  address: string;
}

/** Collects script errors, failed requests and breaches of the security policy. */
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

/** A page over a fake main. A test in which the browser complains has failed. */
export const test = base.extend<PageFixtures>({
  fakeMain: [{}, { option: true }],
  toleratedComplaints: [null, { option: true }],
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
  page: async ({ page, toleratedComplaints }, use) => {
    const complaints = await watchComplaints(page);
    await use(page);
    base.expect(complaints.filter((each) => toleratedComplaints?.test(each) !== true)).toEqual([]);
  },
});

/** Goes to an address of the page and waits until it is there to be used. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** The clipboard refuses what the page puts there, as where another program holds it. */
export function refuseClipboard(page: Page): Promise<void> {
  return page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Refused.', 'NotAllowedError'));
  });
}

export { expect } from '@playwright/test';
