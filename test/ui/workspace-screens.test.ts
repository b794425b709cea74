import { AppError } from '../../src-shared/app-error.ts';
import { workflowNames } from '../../src-shared/contract/start-generation.ts';
import type { FakeMain } from '../fakes/page/fake-main.ts';
import { needsUpgrade } from '../fakes/page/fake-movies.ts';
import { fillConnections } from './support/fill-connections.ts';
import { fillMain } from './support/fill-main.ts';
import { findMisfits } from './support/find-misfits.ts';
import { expect, openPage, test } from './support/page-test.ts';

const looks = [
  { name: '1280x800-dark', width: 1280, height: 800, scale: 1, search: '', colorScheme: 'dark' },
  { name: '900x600-light', width: 900, height: 600, scale: 1, search: '', colorScheme: 'light' },
  { name: '200-percent-dark', width: 640, height: 400, scale: 2, search: '', colorScheme: 'dark' },
  { name: 'long-words', width: 1280, height: 800, scale: 1, search: '?locale=en-XA', colorScheme: 'light' },
  { name: 'right-to-left', width: 900, height: 600, scale: 1, search: '?locale=ar-XB', colorScheme: 'dark' },
] as const;

const offline = new AppError('service_unreachable', 'ENOTFOUND', { details: { host: 'api.studio.example' } });

/** Adds remixes and exports of one project: running, finished, failed, and refused by the plan. */
function fillWorkspace(main: FakeMain): void {
  const { activity } = main;
  const of = { projectId: 'prj_0000', title: 'Harbour lights' };
  const step = { progress: 1, error: null };
  activity.addJob({
    ...of,
    kind: 'remix',
    state: 'failed',
    error: needsUpgrade,
    steps: [
      { type: 'ADD_ZOOM', state: 'succeeded', ...step },
      { type: 'TRANSLATE_PROJECT', state: 'failed', progress: 0, error: needsUpgrade },
      { type: 'DISABLE_CAPTIONS', state: 'cancelled', ...step },
    ],
  });
  activity.addJob({
    ...of,
    kind: 'remix',
    progress: 0.4,
    steps: [{ type: 'GENERATE_MUSIC', state: 'running', progress: 0.4, error: null }],
  });
  activity.addJob({ ...of, kind: 'export', state: 'succeeded', progress: 1 });
  activity.addJob({ ...of, kind: 'export', state: 'failed', error: offline });
  activity.addJob({ ...of, kind: 'export', progress: 0.3 });
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'failed',
    error: new AppError('disk_full', 'ENOSPC', { details: { path: '/media/raid/Dailies' } }),
  });
}

for (const { name, width, height, scale, search, colorScheme } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme });

    test(`working, done, failed and refused work fits in the workspace, ${name}`, async ({
      page,
      address,
      main,
    }) => {
      const look = async (what: string) => {
        const path = `test-results/screens/${name}-workspace-${what}.png`;
        await page.screenshot({ path, animations: 'disabled' });
        expect.soft(await findMisfits(page), what).toEqual([]);
      };
      fillMain(main);
      fillWorkspace(main);
      await openPage(page, `${address}/${search}#/projects/prj_0000`);
      const tabs = page.getByRole('tab');
      await tabs.first().waitFor();
      for (const [index, tab] of (await tabs.all()).entries()) {
        await tab.click();
        await expect(tab).toHaveAttribute('aria-selected', 'true');
        await page.waitForLoadState('networkidle');
        await look(`tab-${String(index)}`);
        await page
          .getByRole('tabpanel')
          .locator('.parts')
          .evaluate((parts) => {
            parts.scrollTop = parts.scrollHeight;
          });
        await look(`tab-${String(index)}-end`);
      }
      await page.keyboard.press('Control+r');
      const cards = page.locator('[data-remix-card]:not([aria-disabled])');
      for (const index of [1, 6, 8]) await cards.nth(index).click();
      await look('remix-queue');
      fillConnections(main);
      await page.reload();
      await page.getByRole('tab').first().waitFor({ state: 'attached' });
      main.setConnection({ state: 'offline', error: null });
      await page.locator('.banner').waitFor();
      await look('offline');
      await page.keyboard.press('Control+j');
      await page.getByRole('row').nth(1).waitFor();
      await look('activity');
    });

    test(`the options of every mode fit, ${name}`, async ({ page, address, main }) => {
      fillMain(main);
      await openPage(page, `${address}/${search}#/generate`);
      const modes = page.locator('.modes .choices label');
      await modes.first().waitFor();
      for (const index of workflowNames.keys()) {
        await modes.nth(index).click();
        if (width < 1100) await page.locator('button:has(.lucide-sliders-horizontal)').click();
        const folded = page.locator('details:not([open]) > summary');
        for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click();
        const look = async (part: string) => {
          const path = `test-results/screens/${name}-mode-${part}.png`;
          await page.screenshot({ path, animations: 'disabled', fullPage: true });
          expect.soft(await findMisfits(page), part).toEqual([]);
        };
        await look(String(index));
        // Voiceover and Storyboard have all controls of the panes.
        const lines = index === 1 || index === 3 ? await page.locator('.choices .line').all() : [];
        for (const [number, pane] of lines.entries()) {
          await pane.click();
          await look(`${String(index)}-pane-${String(number)}`);
          await page.keyboard.press('Escape');
        }
        if (width < 1100) await page.keyboard.press('Escape');
      }
    });
  });
}
