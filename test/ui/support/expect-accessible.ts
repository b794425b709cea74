import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What lies over the page stands beside its landmarks, not in them. */
const portalRules = ['region'];

/** Nothing axe complains of, grave or not. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules(portalRules).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}
