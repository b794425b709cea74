import type { Page } from '@playwright/test';
import { fillActivity } from './support/fill-activity.ts';
import { fillMain } from './support/fill-main.ts';
import { sampleReturn } from './support/fill-returns.ts';
import { expect, openPage, test } from './support/page-test.ts';

interface Heard {
  readonly role: string;
  readonly name: string;
  readonly isFocusable: boolean;
}

/** Returns what Chromium passes to a screen reader, in order. */
async function heardOn(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => ({
      role: String(role?.value ?? ''),
      name: String(name?.value ?? '').trim(),
      isFocusable: properties.some((each) => each.name === 'focusable' && each.value.value === true),
    }));
}

interface Stop {
  /** Part of the window that contains it. */
  readonly region: string;
  readonly name: string;
  /**
   * True if it follows the previous stop visually: further right on the same line, lower, or in a column further right.
   * The tray lies over the screen, so its first stop may be anywhere.
   */
  readonly isNext: boolean;
}

/** Records the focused element after each press of Tab from the top of the window, until the focus leaves the page. */
async function stopsOn(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    const top = document.createElement('div');
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
  });
  const stops: Stop[] = [];
  for (let press = 0; press < 120; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return null;
      const shared = window as unknown as { lastStop?: Element };
      const trayOf = (element?: Element) => element?.closest('.tray[tabindex]') ?? null;
      const isFirstOfTray = trayOf(activeElement) !== trayOf(shared.lastStop);
      const [before, here] = [shared.lastStop ?? document.body, activeElement].map((element) =>
        element.getBoundingClientRect(),
      );
      shared.lastStop = activeElement;
      if (before === undefined || here === undefined) return null;
      const isOnLine = before.top < here.bottom && here.top < before.bottom;
      const isAfter = isOnLine
        ? here.left >= before.left
        : here.top >= before.bottom || here.left >= before.right;
      const region = activeElement.closest('nav, main, aside, footer')?.localName ?? 'page';
      const name = activeElement.ariaLabel ?? activeElement.textContent;
      return { region, name, isNext: isAfter || isFirstOfTray };
    });
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/** Roles of containers that need no name of their own. */
const holders = new Set(['RootWebArea', 'main', 'generic', 'dialog', 'group', 'Iframe', 'none']);

for (const place of [
  'generate',
  'projects',
  'projects/prj_0000',
  'library',
  'returns',
  'activity',
  'connections',
  'settings',
]) {
  test(`a screen reader hears a name for all that can be reached on ${place}, in the order it is shown`, async ({
    page,
    address,
    main,
  }) => {
    fillMain(main);
    fillActivity(main);
    main.returns.put(sampleReturn());
    await openPage(page, `${address}/#/${place}`);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    const heard = await heardOn(page);
    const nameless = heard.filter(
      ({ role, name, isFocusable }) => isFocusable && name === '' && !holders.has(role),
    );
    expect(nameless).toEqual([]);
    expect(heard.filter(({ role }) => role === 'main')).toHaveLength(1);
    expect(heard.some(({ role, name }) => role === 'heading' && name !== '')).toBe(true);
    const stops = await stopsOn(page);
    expect(stops.filter(({ isNext }) => !isNext)).toEqual([]);
    expect(stops[0]).toMatchObject({ region: 'nav', name: expect.stringContaining('Generate') });
    expect(stops.some(({ region }) => region === 'main')).toBe(true);
    expect(stops.at(-1)?.region).toBe('footer');
  });
}
