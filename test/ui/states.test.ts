import type { Page } from '@playwright/test';
import { AppError } from '../../src-shared/app-error.ts';
import { drawScene } from './support/draw-scene.ts';
import { fillMain, sampleScript } from './support/fill-main.ts';
import { expect, openPage, test } from './support/page-test.ts';

const shot = (page: Page, name: string) =>
  page.screenshot({ path: `test-results/states/${name}.png`, animations: 'disabled' });

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

test('Generate, empty', async ({ page, address }) => {
  await openPage(page, address);
  await expect(page.getByRole('contentinfo')).toContainText('No jobs running');
  await shot(page, 'generate-empty');
});

test('Generate, with material, a style and a voice being chosen', async ({ page, address, main }) => {
  fillMain(main);
  await openPage(page, address);
  await page.getByRole('textbox', { name: 'Script' }).fill(sampleScript);
  const pictures = await Promise.all([0, 1, 2].map((seed) => drawScene(seed, 640, 360)));
  const names = ['Quay before dawn.jpg', 'Pilot boat with a rather long name, second take.jpg', 'Market.png'];
  await page
    .locator('input[type=file]')
    .setInputFiles(
      pictures.map((buffer, index) => ({ name: names[index] ?? '', mimeType: 'image/jpeg', buffer })),
    );
  await expect(page.getByRole('listitem').filter({ hasText: 'Market' })).toBeVisible();
  await page.getByText('Generated', { exact: true }).click();
  await page.getByRole('button', { name: 'Watercolor' }).click();
  await settle(page);
  await shot(page, 'generate-material');
  await page.getByRole('button', { name: /^Voice/ }).click();
  await page.keyboard.type('eng');
  await shot(page, 'generate-voice');
});

test('palette, shortcuts, service, drop', async ({ page, address, main }) => {
  fillMain(main);
  main.setConnection({
    state: 'failed',
    error: { code: 'service_stopped', message: 'exit code 1', details: {} },
  });
  await openPage(page, `${address}/#/projects/prj_0000`);
  await settle(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await shot(page, 'palette');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await shot(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Service/ }).click();
  await page.getByRole('menu').waitFor();
  await shot(page, 'service-failed');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'a.jpg', { type: 'image/jpeg' }));
    document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer: transfer, bubbles: true }));
  });
  await shot(page, 'drop');
});

test('Projects, as a list, with the delivery part in sight', async ({ page, address, main }) => {
  fillMain(main);
  main.deliveries.add({
    projectId: 'prj_0000',
    format: 'OTIO',
    mediaDelivery: 'BUNDLE',
    state: 'failed',
    createdAt: Math.floor(Date.now() / 1000) - 4000,
    error: { code: 'disk_full', message: 'ENOSPC', details: { path: '/media/raid/Dailies' } },
  });
  await openPage(page, `${address}/#/projects/prj_0000`);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('tab', { name: 'Deliver' }).click();
  await expect(page.getByText('Step 2 of 4')).toBeVisible();
  main.deliveries.stepSize = 1;
  for (let steps = 0; steps < 4; steps += 1) main.step();
  await expect(page.getByText('Harbour_lights_v002', { exact: true })).toBeVisible();
  await page.locator('.parts').evaluate((parts) => {
    parts.scrollTop = 196;
  });
  await settle(page);
  await shot(page, 'projects-delivery');
  await page.locator('.parts').evaluate((parts) => {
    parts.scrollTop = parts.scrollHeight;
  });
  await shot(page, 'projects-facts');
});

test('Projects, a vertical one, with the pointer on the time line', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects/prj_0001`);
  await settle(page);
  await page.getByRole('slider', { name: 'Position' }).hover({ position: { x: 230, y: 12 } });
  await page.getByRole('combobox', { name: 'Picture size' }).focus();
  await shot(page, 'projects-vertical');
});

test('Projects, one that is being made', async ({ page, address, main }) => {
  const [project] = main.projects;
  if (project) {
    main.projects[0] = {
      ...project,
      durationSeconds: null,
      scenes: null,
      movie: { ...project.movie, state: 'rendering', progress: 0.4, mediaPath: null },
    };
  }
  await openPage(page, `${address}/#/projects/prj_0000`);
  await settle(page);
  await shot(page, 'projects-rendering');
});

test('Projects, nothing selected', async ({ page, address }) => {
  await openPage(page, `${address}/#/projects`);
  await settle(page);
  await shot(page, 'projects-none-selected');
});

test.describe('without projects and folder', () => {
  test.use({ fakeMain: { projectCount: 0, deliveryFolder: null } });

  test('Projects, empty', async ({ page, address, main }) => {
    main.failNext('delivery.list', new AppError('internal', 'x'));
    await openPage(page, `${address}/#/projects`);
    await settle(page);
    await shot(page, 'projects-empty');
    await openPage(page, `${address}/#/settings`);
    await page.reload();
    await page.getByRole('textbox').waitFor();
    await shot(page, 'settings-no-folder');
  });
});

test.describe('without a folder', () => {
  test.use({ fakeMain: { deliveryFolder: null } });

  test('Projects, asked for the folder', async ({ page, address, main }) => {
    await openPage(page, `${address}/#/projects/prj_0000`);
    main.failNext(
      'settings.setDeliveryFolder',
      new AppError('delivery_folder_not_writable', 'EACCES', { details: { path: '/root/x' } }),
    );
    await page.getByRole('textbox', { name: 'Delivery folder' }).fill('/root/x');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await settle(page);
    await shot(page, 'projects-no-folder');
  });
});

test.describe('when the list cannot be read', () => {
  test('Projects, failed', async ({ page, address, main }) => {
    main.failNext(
      'project.list',
      new AppError('service_unreachable', 'ECONNREFUSED', { details: { host: '127.0.0.1:41873' } }),
    );
    main.failNext('catalogue.voices', new AppError('service_unreachable', 'ECONNREFUSED'));
    main.setConnection({ state: 'starting' });
    await openPage(page, `${address}/#/projects`);
    await page.getByRole('alert').waitFor();
    await shot(page, 'projects-failed');
  });
});
