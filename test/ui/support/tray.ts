import type { Locator, Page } from '@playwright/test';

/** Returns the open tray of jobs and transfers. */
export function trayOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Activity', exact: true });
}

/** Returns the rows of the open tray. */
export function trayRows(page: Page): Locator {
  return trayOf(page).locator('[role=row][aria-selected]');
}

/** Returns the inspector of the row that is selected in the open tray. */
export function trayInspector(page: Page): Locator {
  return trayOf(page).getByRole('complementary');
}
