import type { Page } from '@playwright/test';
import { AppError } from '../../../src-shared/app-error.ts';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { fillActivity } from '../support/fill-activity.ts';
import { findMisfits } from '../support/find-misfits.ts';
import { expect, openPage, test } from '../support/page-test.ts';
import { pageVariants } from '../support/page-variants.ts';

const sizes = [
  { name: '1280x800', width: 1280, height: 800, scale: 1 },
  { name: '700x600', width: 700, height: 600, scale: 1 },
  { name: '200-percent', width: 640, height: 400, scale: 2 },
] as const;

const grid = (page: Page) => page.getByRole('grid');
const tray = (page: Page) => page.getByRole('region', { name: 'Activity', exact: true });
const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');

async function openFilled(page: Page, address: string, main: FakeMain): Promise<void> {
  fillActivity(main);
  await openPage(page, `${address}/#/activity`);
}

for (const size of sizes) {
  test.describe(size.name, () => {
    test.use({ viewport: { width: size.width, height: size.height }, deviceScaleFactor: size.scale });
    for (const variant of pageVariants) {
      test(`Activity fits at ${size.name}, ${variant.name}`, async ({ page, address, main }) => {
        test.slow(variant.search === '', 'Looking for faults takes its time on a busy machine.');
        fillActivity(main);
        await page.emulateMedia({ colorScheme: variant.colorScheme });
        const shot = async (name: string) => {
          await page.screenshot({
            path: `test-results/screens/${size.name}-${variant.name}-activity-${name}.png`,
            animations: 'disabled',
          });
          expect.soft(await findMisfits(page), name).toEqual([]);
        };
        await openPage(page, `${address}/${variant.search}#/activity`);
        await rows(page).first().waitFor();
        await shot('list');
        const isChecked = variant.search === '';
        if (isChecked) await expectNoGraveViolations(page);
        for (const title of ['rushes 04.mov', 'interview.wav', 'quay.mp4']) {
          await rows(page).filter({ hasText: title }).click();
          await shot(`inspector-${title.slice(0, 4)}`);
          if (isChecked && (size.width === 1280 || title === 'quay.mp4')) await expectNoGraveViolations(page);
          // Closes the inspector where it is a sheet; else the tray.
          if (size.width < 1100) await page.keyboard.press('Escape');
        }
      });
    }
  });
}

test('it is worked by the keyboard from the key that goes there to the last action', async ({
  page,
  address,
  main,
}) => {
  fillActivity(main);
  await openPage(page, address);
  await page.keyboard.press('Control+j');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('End');
  await expect(rows(page).filter({ hasText: 'Wind over Patagonia' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true');
  const active = await grid(page).getAttribute('aria-activedescendant');
  expect(active).toBe(await rows(page).first().getAttribute('id'));
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByRole('complementary', { name: '2 items selected' })).toBeVisible();

  await page.keyboard.press('r');
  await page.keyboard.type('ush');
  await expect(page.getByRole('searchbox')).toHaveValue('rush');
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(grid(page)).toBeFocused();
  const rushes = rows(page).filter({ hasText: 'rushes 04.mov' });
  await expect(rushes).toHaveAttribute('aria-selected', 'true');
  await expect(rushes).toContainText('Paused');
  await page.keyboard.press('Space');
  await expect(rushes).toContainText('Queued');
  await page.keyboard.press('Space');
  await expect(rushes).toContainText('Paused');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page.getByText('rushes 04.mov is now number 2 of 6 in the queue')).toBeAttached();
  await page.keyboard.press('Alt+End');
  await expect(page.getByText('rushes 04.mov is now number 6 of 6 in the queue')).toBeAttached();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Cancel this running job?' });
  await expect(question).toContainText('rushes 04.mov');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(main.calls).not.toContain('transfer.cancel');
  await expect(grid(page)).toBeFocused();
  await page.keyboard.press('Delete');
  await question.getByRole('button', { name: 'Cancel job' }).press('Enter');
  await expect(rushes).toContainText('Cancelled');
  await page.keyboard.press('Control+f');
  await page.keyboard.press('Escape');
  await expect(rows(page).nth(8)).toBeVisible();
});

test('keys pressed before the rows are there act on the rows that come', async ({ page, address, main }) => {
  fillActivity(main);
  const release = main.hold('activity.list');
  await openPage(page, `${address}/#/activity`);
  await grid(page).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+End');
  release();
  await expect(rows(page).last()).toContainText('Wind over Patagonia');
  await expect(page.locator('[role=row][aria-selected=true]')).toHaveCount(2);
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');

  const releaseUploads = main.hold('activity.list');
  await page.getByText('Uploads', { exact: true }).click();
  await grid(page).focus();
  await page.keyboard.press('End');
  releaseUploads();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toHaveAttribute('aria-selected', 'true');

  const releaseFound = main.hold('activity.list');
  await page.getByRole('searchbox').fill('slides');
  await page.keyboard.press('Enter');
  releaseFound();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).filter({ hasText: 'slides.pdf' })).toHaveAttribute('aria-selected', 'true');
});

test('several rows are selected with Shift and Ctrl, and paused together', async ({
  page,
  address,
  main,
}) => {
  for (const displayName of ['a.mov', 'b.mov', 'c.mov', 'd.mov']) main.activity.addTransfer({ displayName });
  await openPage(page, `${address}/#/activity`);
  await rows(page).nth(0).click();
  await rows(page)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 items selected')).toBeVisible();
  await rows(page)
    .nth(1)
    .click({ modifiers: ['Control'] });
  await expect(page.getByText('2 items selected')).toBeVisible();
  await page
    .getByRole('button', { name: /^Pause/ })
    .last()
    .click();
  await expect(rows(page).filter({ hasText: 'Paused' })).toHaveCount(2);
  await expect(rows(page).nth(1)).not.toContainText('Paused');
});

test('the list is narrowed by kind, state and words, and says when nothing is left', async ({
  page,
  address,
  main,
}) => {
  await openFilled(page, address, main);
  await page.getByText('Uploads', { exact: true }).click();
  await expect(rows(page)).toHaveCount(5);
  const failed = page.getByRole('button', { name: /^Failed/ });
  await expect(failed).toHaveText(/Failed\s*1/);
  await failed.click();
  await expect(rows(page)).toHaveText([/quay\.mp4/]);
  await page.getByRole('searchbox').fill('zzz');
  await expect(page.getByText('No titles match “zzz”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page).nth(10)).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue('');
});

test('content the service has already is used or sent, as the user decides', async ({
  page,
  address,
  main,
}) => {
  await openFilled(page, address, main);
  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'running' });
  await expect(opener).toHaveAccessibleName(/1 waits for a decision/);
  await rows(page).filter({ hasText: 'interview.wav' }).click();
  await expect(page.getByText('as “Interview with a clockmaker.wav”')).toBeVisible();
  await page.getByRole('button', { name: 'Use the existing file' }).click();
  await expect(rows(page).filter({ hasText: 'interview.wav' })).toContainText('Done');
  await expect(opener).not.toHaveAccessibleName(/decision/);
  expect(main.activity.decisions).toHaveLength(1);
});

test('a failed transfer tells why, and its facts are copied', async ({ page, address, main, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openFilled(page, address, main);
  await rows(page).filter({ hasText: 'quay.mp4' }).click();
  await expect(page.getByRole('alert')).toContainText('The file cannot be read');
  await tray(page).getByRole('button', { name: 'Copy details' }).click();
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain('file_unreadable');
  await tray(page)
    .getByRole('button', { name: /^Try again/ })
    .click();
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toContainText('Queued');
  await rows(page).filter({ hasText: 'Harbour_lights_v001.zip' }).click();
  await page.getByRole('button', { name: /^Copy SHA-256/ }).click();
  await expect.poll(copied).toMatch(/^[0-9a-f]{64}$/);
});

test('a retry that is being sent is not sent a second time', async ({ page, address, main }) => {
  await openFilled(page, address, main);
  await rows(page).filter({ hasText: 'quay.mp4' }).click();
  const release = main.hold('transfer.retry');
  const retry = tray(page).getByRole('button', { name: /^Try again/ });
  await retry.click();
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  await retry.press('Enter');
  await rows(page).filter({ hasText: 'interview.wav' }).click();
  await rows(page).filter({ hasText: 'quay.mp4' }).click();
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  release();
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toContainText('Queued');
  expect(main.calls.filter((name) => name === 'transfer.retry')).toHaveLength(1);
});

test('all transfers are paused and what ended is cleared', async ({ page, address, main }) => {
  await openFilled(page, address, main);
  await page.getByRole('button', { name: 'Pause all transfers' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Transfers paused');
  await page.getByRole('button', { name: 'Resume all transfers' }).click();
  await expect(page.getByRole('contentinfo')).not.toContainText('Transfers paused');
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'rushes 04.mov' })).toHaveCount(1);
});

test('cleared rows come back unchanged by undo', async ({ page, address, main }) => {
  await openFilled(page, address, main);
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toHaveCount(1);
  const count = await page.getByText(/^\d+ items$/).textContent();
  await page.getByRole('button', { name: 'Clear finished' }).click();
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toHaveCount(0);
  await page.getByLabel('Notifications').getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rows(page).filter({ hasText: 'quay.mp4' })).toHaveCount(1);
  await expect(page.getByText(count ?? '', { exact: true })).toBeVisible();
});

test('a notice moves nothing, and the last row scrolls out from under it', async ({
  page,
  address,
  main,
}) => {
  await openFilled(page, address, main);
  await grid(page).press('End');
  const before = [await tray(page).boundingBox(), await rows(page).last().boundingBox()];
  main.failNext('transfer.pauseAll', new AppError('service_stopped', 'It stopped.'));
  await page.getByRole('button', { name: 'Pause all transfers' }).click();
  await expect(page.getByLabel('Notifications').getByRole('alert')).toBeVisible();
  expect([await tray(page).boundingBox(), await rows(page).last().boundingBox()]).toEqual(before);
  await grid(page).evaluate((list) => {
    list.scrollTop = list.scrollHeight;
  });
  await rows(page).last().click({ trial: true });
});

test('a moment is never cut off: of today its time, else its day, and all of it where it is pointed at', async ({
  page,
  address,
  main,
}) => {
  await page.clock.setFixedTime(new Date('2026-06-15T12:00:00Z'));
  const noon = Date.parse('2026-06-15T09:30:00Z') / 1000;
  for (const [displayName, finishedAt] of [
    ['a.mov', noon],
    ['b.mov', noon - 86_400],
    ['c.mov', noon - 86_400 * 300],
  ] as const) {
    main.activity.addTransfer({ displayName, state: 'done', createdAt: finishedAt, finishedAt });
  }
  for (const search of ['', '?locale=en-XA']) {
    await openPage(page, `${address}/${search}#/activity`);
    await rows(page).nth(2).waitFor();
    const cells = rows(page).locator('.when');
    const cut = await cells.evaluateAll(
      (all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    );
    expect(cut).toBe(0);
    if (search === '') {
      await expect(cells).toHaveText(['11:30', 'Yesterday', '19 Aug 2025']);
      await expect(cells.nth(1)).toHaveAttribute('title', 'Yesterday 11:30');
    }
  }
});

test('the list follows what happens, and says it politely', async ({ page, address, main }) => {
  const { transferId } = main.activity.addTransfer({ displayName: 'a.mov', state: 'running' });
  await openPage(page, `${address}/#/activity`);
  await expect(rows(page).first()).toContainText('Downloading');
  main.activity.change(transferId, { doneBytes: 48_000_000, bytesPerSecond: 2_000_000, secondsLeft: 24 });
  await expect(rows(page).first()).toContainText('48 MB / 96 MB');
  await expect(rows(page).first()).toContainText('2 MB/s');
  await expect(rows(page).first()).toContainText('24 s');
  main.activity.change(transferId, { state: 'waiting', waitingFor: 'sign_in' });
  await expect(page.getByText('a.mov: Waiting for sign-in')).toBeAttached();
  main.activity.change(transferId, { state: 'failed' });
  await expect(page.getByText('a.mov: Failed')).toBeAttached();
});

test('the bytes in the status bar lead to the list', async ({ page, address, main }) => {
  fillActivity(main);
  await openPage(page, address);
  const transfers = page.getByRole('contentinfo').getByTitle('Show transfers');
  await expect(transfers).toContainText('38 MB/s');
  await transfers.click();
  await expect(tray(page)).toBeVisible();
});

test('an empty list says what will stand there, and starts it', async ({ page, address }) => {
  await openPage(page, `${address}/#/activity`);
  await expect(page.getByText('No activity yet')).toBeVisible();
  await expectNoGraveViolations(page);
  await page.getByRole('button', { name: 'Write a script' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Generate');
});

test('a hundred thousand rows: only those in sight are in the page, and every place is reached', async ({
  page,
  address,
  main,
}) => {
  main.activity.addEnded(100_000);
  await openPage(page, `${address}/#/activity`);
  await rows(page).first().waitFor();
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '100001');
  await grid(page).focus();
  await page.keyboard.press('End');
  const last = rows(page).filter({ hasText: 'clip 099999.mp4' });
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toBeInViewport();
  expect(await rows(page).count()).toBeLessThan(60);
  await page.keyboard.press('Home');
  await expect(rows(page).first()).toContainText('clip 000000.mp4');
  await expect(rows(page).first()).toBeInViewport();
  await grid(page).evaluate((list) => {
    list.scrollTop = (list.scrollHeight - list.clientHeight) / 2;
  });
  await expect(rows(page).filter({ hasText: 'clip 05000' }).first()).toBeInViewport();
  const places = await rows(page).evaluateAll((found) =>
    found.map((row) => [Number(row.getAttribute('aria-rowindex')) - 2, row.textContent] as const),
  );
  for (const [place, words] of places) expect(words).toContain(`clip ${String(place).padStart(6, '0')}.mp4`);
  expect(await rows(page).count()).toBeLessThan(60);

  const session = await page.context().newCDPSession(page);
  // Counts only the page's own thread, whatever the load of the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const work = new Set(['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']);
    return metrics.filter(({ name }) => work.has(name)).reduce((sum, { value }) => sum + value * 1000, 0);
  };
  const steps = 120;
  const before = await workedMs();
  await grid(page).evaluate(async (list, count) => {
    for (let step = 0; step < count; step += 1) {
      list.scrollTop += 180;
      await new Promise(requestAnimationFrame);
    }
  }, steps);
  const perStepMs = ((await workedMs()) - before) / steps;
  console.log(`scrolling a hundred thousand rows: ${perStepMs.toFixed(1)} ms of work for five rows`);
  expect(perStepMs).toBeLessThan(16);
});
