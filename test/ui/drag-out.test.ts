import type { Page } from '@playwright/test';
import type { FakeMain } from '../fakes/fake-main.ts';
import { expectNoGraveViolations } from './support/expect-accessible.ts';
import { sampleReturn } from './support/fill-returns.ts';
import { expect, openPage, test } from './support/page-test.ts';

const handles = (page: Page) => page.getByTitle('Drag into another program');

const version: Parameters<FakeMain['deliveries']['add']>[0] = {
  ...{ projectId: 'prj_0000', format: 'FCPXML', mediaDelivery: 'BUNDLE', state: 'done' },
  ...{ folderName: 'Harbour_lights_v001', folderPath: '/media/raid/Dailies/Harbour_lights_v001' },
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
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await expect(handles(page)).toHaveCount(2);
    for (const handle of await handles(page).all()) await handle.dispatchEvent('dragstart');
    await expect
      .poll(() => main.dragged)
      .toEqual([
        { kind: 'version', deliveryId },
        { kind: 'document', deliveryId },
      ]);
    await page.screenshot({ path: 'test-results/screens/drag-out.png', animations: 'disabled' });
    await expectNoGraveViolations(page);

    await openPage(page, `${address}/#/returns`);
    await page.getByRole('grid').getByText('Harbour lights').click();
    await handles(page).dispatchEvent('dragstart');
    await expect.poll(() => main.dragged.at(-1)).toEqual({ kind: 'return', returnId: 'return-1' });
  });
});

test('in a browser no handle is shown', async ({ page, address, main }) => {
  main.deliveries.add(version);
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByText('/media/raid/Dailies/Harbour_lights_v001').waitFor();
  await expect(handles(page)).toHaveCount(0);
});
