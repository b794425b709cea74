import type { Page } from '@playwright/test';
import type { FakeMain } from '../../fakes/page/fake-main.ts';
import { expectNoGraveViolations } from '../support/expect-accessible.ts';
import { sampleReturn } from '../support/fill-returns.ts';
import { expect, openPage, test } from '../support/page-test.ts';

const handles = (page: Page) => page.getByTitle(/^Drag /);

const version: Parameters<FakeMain['deliveries']['add']>[0] = {
  projectId: 'prj_0000',
  format: 'FCPXML',
  mediaDelivery: 'BUNDLE',
  state: 'done',
  folderName: 'Harbour_lights_v001',
  folderPath: '/media/raid/Dailies/Harbour_lights_v001',
};

test.describe('in the desktop app', () => {
  test.use({ fakeMain: { capabilities: { chooseFolder: true, revealFile: true, dragOut: true } } });

  test('a version, its document and what came back are dragged out by their handles', async ({
    page,
    address,
    main,
  }) => {
    const { deliveryId } = main.deliveries.add(version);
    main.returns.put(sampleReturn());
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('tab', { name: 'Deliver' }).click();
    await expect(handles(page)).toHaveCount(2);
    for (const handle of await handles(page).all()) await handle.dispatchEvent('dragstart');
    await expect
      .poll(() => main.inputsOf('drag.start').map(({ dragged }) => dragged))
      .toEqual([
        { kind: 'version', deliveryId },
        { kind: 'document', deliveryId },
      ]);
    await page.screenshot({ path: 'test-results/screens/drag-out.png', animations: 'disabled' });
    await expectNoGraveViolations(page);

    await openPage(page, `${address}/#/returns`);
    await page.getByRole('grid').getByText('Harbour lights').click();
    await handles(page).dispatchEvent('dragstart');
    await expect
      .poll(() => main.inputsOf('drag.start').at(-1))
      .toEqual({ dragged: { kind: 'return', returnId: 'return-1' } });
  });
});

test.describe('the media of a scene', () => {
  test.use({ fakeMain: { capabilities: { revealFile: true, dragOut: true } }, viewerSource: 'cut' });

  test('are saved from its inspector, shown and dragged out', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    await page.getByRole('listbox', { name: 'Scenes' }).getByRole('option').nth(1).click();
    const inspector = page.getByRole('group', { name: 'Scene 2', exact: true });
    await inspector.getByRole('button', { name: 'Save media…' }).click();
    await expect(inspector.getByRole('progressbar')).toBeVisible();
    for (let step = 0; step < 5; step += 1) main.step();
    await expect(inspector.getByText('/media/raid/Dailies/scene-2.png')).toBeVisible();
    await inspector.getByRole('button', { name: 'Show in folder' }).click();
    await expect.poll(() => main.inputsOf('export.revealSaved')).toHaveLength(1);
    await handles(page).dispatchEvent('dragstart');
    const [saved] = main.inputsOf('export.revealSaved');
    await expect.poll(() => main.inputsOf('drag.start')).toEqual([{ dragged: { kind: 'saved', ...saved } }]);
    await expectNoGraveViolations(page);
  });
});

test('in a browser no handle is shown', async ({ page, address, main }) => {
  main.deliveries.add(version);
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await page.getByText('Harbour_lights_v001').waitFor();
  await expect(handles(page)).toHaveCount(0);
});
