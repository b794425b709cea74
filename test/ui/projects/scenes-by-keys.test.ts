import type { Locator, Page } from '@playwright/test';
import { yourCut } from '../support/cut/your-cut.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

/** More stops than the page has. */
const mostStops = 150;

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < mostStops; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}.`);
}

test('a cut is changed, compared with the project’s and sent with the keyboard alone', async ({
  page,
  address,
  main,
}) => {
  test.slow(true, 'Every stop of the page is passed several times.');
  const scenes = async () => (await yourCut(main)).scenes;
  const option = page.getByRole('listbox', { name: 'Scenes' }).getByRole('option');
  await openPage(page, address);
  await page.keyboard.press('Control+2');
  await tabTo(page, page.getByRole('listbox', { name: 'Projects' }).getByRole('option').first());
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Filmstrip' }).waitFor();

  await tabTo(page, option.first());
  await page.keyboard.press('ArrowDown');
  await expect(option.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Delete');
  await expect.poll(async () => (await scenes()).length).toBe(5);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await scenes()).length).toBe(6);

  await tabTo(page, page.getByRole('textbox', { name: 'Length', exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4:00');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await scenes()).map(({ durationFrames }) => durationFrames)).toContain(120);
  await tabTo(page, page.getByLabel('Transition'));
  await page.keyboard.type('Wipe');
  await expect
    .poll(async () => (await scenes()).map(({ transition }) => transition?.style))
    .toContain('WIPE');
  await tabTo(page, page.getByLabel('Add a note at the playhead'));
  await page.keyboard.type('Too dark');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await scenes()).flatMap(({ notes }) => notes)).toHaveLength(1);

  await tabTo(page, page.getByRole('button', { name: 'Compare', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.locator('.player canvas')).toHaveCount(2);
  await tabTo(
    page,
    page.getByRole('radiogroup', { name: 'Which cut plays' }).getByRole('radio', { checked: true }),
  );
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Both' })).not.toBeChecked();

  await page.keyboard.press('Control+Shift+e');
  await expect.poll(() => main.deliveries.list(null)[0]?.cutOrigin?.editor).toBe('dailies');
});
