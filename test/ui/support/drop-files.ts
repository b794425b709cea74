import type { Page } from '@playwright/test';

/** Drops files from the disk at a point of the window, as a file manager does. */
export async function dropFiles(
  page: Page,
  files: readonly string[],
  at: { readonly x: number; readonly y: number } = { x: 700, y: 400 },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at, data });
}
