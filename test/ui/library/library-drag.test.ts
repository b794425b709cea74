import type { Locator, Page } from '@playwright/test';
import { yourCut } from '../support/cut/your-cut.ts';
import { expectAccessible } from '../support/expect-accessible.ts';
import { words } from '../support/field-steps.ts';
import { expect, openPage, test } from '../support/page-test.ts';

test.use({ viewerSource: 'cut' });

const poster = (page: Page, name: RegExp) => page.getByRole('option', { name });

/** Moves the pointer, which holds a file, to the middle of an element. The second step moves over the element. */
async function dragTo(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox();
  if (!box) throw new Error('There is nothing to drag to.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
  await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2, { steps: 2 });
}

/** Drags a file of the library over a link of the sidebar until its screen is shown. */
async function dragToScreen(page: Page, file: RegExp, screen: string): Promise<void> {
  await poster(page, file).hover();
  await page.mouse.down();
  await dragTo(page, page.getByRole('navigation').getByRole('button', { name: screen }));
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

test('a still dragged from the library over the sidebar is used in the generation without an upload', async ({
  page,
  address,
  main,
}) => {
  await openPage(page, `${address}/#/library`);
  await dragToScreen(page, /Harbour still 05/, 'Generate');
  await dragTo(page, page.locator('main'));
  await expect(page.getByText('Drop for the next generation')).toBeVisible();
  await page.screenshot({ path: 'test-results/screens/library-drag.png', animations: 'disabled' });
  await page.mouse.up();
  await expect(page.getByText('Harbour still 05.png')).toBeVisible();
  await expect(page.getByText('Drop for the next generation')).toBeHidden();
  expect([...main.materials.keys()]).toEqual(['mat-file_05']);
});

test('a still dragged onto the field of a tool is named in its request', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/generate`);
  await page
    .getByRole('radiogroup', { name: words('tool.group') })
    .getByText(words('tool.group.asset'))
    .click();
  await page.locator('summary').click();
  await page.keyboard.press('Control+3');
  await dragToScreen(page, /Harbour still 09/, 'Generate');
  const field = page.locator('[data-field="imageFileIds"]');
  await dragTo(page, field);
  await page.mouse.up();
  await expect(field.getByText('Harbour still 09.png')).toBeVisible();
  await page.getByRole('textbox', { name: words('tool.field.prompt') }).fill('A pier');
  await page.getByRole('button', { name: words('tool.start') }).click();
  await expect
    .poll(() => main.inputsOf('operation.start').map(({ body }) => body))
    .toMatchObject([{ imageFileIds: ['file_09'] }]);
});

test('a clip dragged onto a scene becomes its picture', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').nth(1).waitFor();
  await page.keyboard.press('Control+3');
  await dragToScreen(page, /Ferry at dawn 02/, 'Projects');
  const scene = page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').nth(1);
  await scene.waitFor();
  await dragTo(page, scene);
  await page.mouse.up();
  await expect(scene).toContainText('library.png');
  const { scenes, takes } = await yourCut(main);
  expect(takes).toMatchObject([{ sceneId: scenes[1]?.sceneId, kind: 'picture' }]);
});

test('a file of the library is added to a scene from its menu by keys', async ({ page, address, main }) => {
  await openPage(page, `${address}/#/library`);
  await poster(page, /Harbour still 01/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use in a scene…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Use in a scene' });
  await dialog.getByRole('button', { name: 'Project' }).press('Enter');
  await page.getByRole('option', { name: 'Harbour lights' }).first().click();
  await dialog.getByRole('button', { name: /^Scene/ }).press('Enter');
  await page.getByRole('option', { name: /^2 / }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add as a take' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/Take added to scene 2/)).toBeVisible();
  expect((await yourCut(main)).takes).toMatchObject([{ kind: 'picture' }]);
});
