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

/** What Chromium hands to a screen reader, in its order. */
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

/** What has the focus after each press of Tab, until it comes round; the number of its element in the document. */
async function focusOrder(page: Page): Promise<{ readonly at: number; readonly name: string }[]> {
  const order: { at: number; name: string }[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
  });
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      const at = activeElement === null ? -1 : [...document.querySelectorAll('*')].indexOf(activeElement);
      return activeElement === document.body
        ? null
        : { at, name: activeElement?.outerHTML.slice(0, 80) ?? '' };
    });
    if (stop === null || order.some(({ at }) => at === stop.at)) break;
    order.push(stop);
  }
  return order;
}

/** Parts that hold others and are named by them. */
const holders = new Set(['RootWebArea', 'main', 'generic', 'dialog', 'group', 'Iframe', 'none']);

for (const place of [
  'generate',
  'projects',
  'projects/prj_0000',
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
    const order = (await focusOrder(page)).map(({ at }) => at);
    expect(order.length).toBeGreaterThan(5);
    expect(order).toEqual(order.toSorted((left, right) => left - right));
  });
}
