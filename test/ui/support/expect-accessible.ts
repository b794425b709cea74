import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Rule for overlays, which stand beside the page's landmarks. */
const portalRules = ['region'];

/** Returns one line for each kind of violation. */
async function complaintsOf(page: Page, { isGraveOnly }: { isGraveOnly: boolean }): Promise<string[]> {
  // Legacy mode needs no second page for the report, which only frames of other origins require. Omitting details of
  // passed rules as well reduces the time to a fifth.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (isGraveOnly ? axe : axe.disableRules(portalRules)).analyze();
  return violations
    .filter(({ impact }) => !isGraveOnly || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Expects no violation of any severity. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await complaintsOf(page, { isGraveOnly: false })).toEqual([]);
}

/** Expects no serious or critical violation, including the rules for landmarks. */
export async function expectNoGraveViolations(page: Page): Promise<void> {
  expect(await complaintsOf(page, { isGraveOnly: true })).toEqual([]);
}
