import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What lies over the page stands beside its landmarks, not in them. */
const portalRules = ['region'];

/** A line for each kind of violation. */
async function complaintsOf(page: Page, { isGraveOnly }: { isGraveOnly: boolean }): Promise<string[]> {
  // Legacy mode does without a second page for the report, which only frames of other origins need. Details of what
  // holds are left out; together that takes a fifth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (isGraveOnly ? axe : axe.disableRules(portalRules)).analyze();
  return violations
    .filter(({ impact }) => !isGraveOnly || impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Nothing axe complains of, grave or not. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await complaintsOf(page, { isGraveOnly: false })).toEqual([]);
}

/** Nothing serious or critical, the rules for landmarks included. */
export async function expectNoGraveViolations(page: Page): Promise<void> {
  expect(await complaintsOf(page, { isGraveOnly: true })).toEqual([]);
}
