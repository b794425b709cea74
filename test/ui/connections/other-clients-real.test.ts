import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { makePicture } from '../../conformance/documented/tiny-media.ts';
import { dropFiles } from '../support/drop-files.ts';
import { goTo, openPage } from '../support/page-test.ts';
import { testWithScripted as test, useService } from '../support/scripted-service.ts';

test.describe.configure({ timeout: 300_000 });
// The app ends while the page is still open. A picture may be asked for before the service has made it small.
test.use({ toleratedComplaints: /net::ERR_|status of 404/ });

/** Another program that uses the service with a key of the same team. */
class OtherClient {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  }

  async get<Answer>(path: string): Promise<Answer> {
    return (await (await fetch(this.#url + path, { headers: this.#headers })).json()) as Answer;
  }

  async post<Answer>(path: string, body: object): Promise<Answer> {
    const init = { method: 'POST', headers: this.#headers, body: JSON.stringify(body) };
    return (await (await fetch(this.#url + path, init)).json()) as Answer;
  }

  async upload(displayName: string, bytes: Buffer): Promise<void> {
    const made = { displayName, type: 'IMAGE' };
    const { uploadUrl } = await this.post<{ uploadUrl: string }>('/v1/files/upload', made);
    const { ok } = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(bytes) });
    expect(ok).toBe(true);
  }

  async fileNames(): Promise<readonly string[]> {
    const { files } = await this.get<{ files: { displayName: string }[] }>('/v1/files');
    return files.map(({ displayName }) => displayName);
  }
}

/** Comes back to the window, as from another program. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')));

test('files, assets, entities and webhooks of the app and of another client are listed by both', async ({
  page,
  address,
  app,
  hosted,
  service,
}) => {
  await openPage(page, address);
  const key = hosted.makeKey();
  await useService(page, service, key);
  const other = new OtherClient(hosted.url, key);
  const seen = { timeout: 60_000 };

  await goTo(page, '#/library');
  await expect(page.getByText('The library is empty')).toBeVisible();
  const lamp = join(app.folder, 'lamp.png');
  writeFileSync(lamp, await makePicture());
  await dropFiles(page, [lamp]);
  const files = page.getByRole('listbox', { name: 'Files of the library' });
  await expect(files.getByRole('option', { name: 'lamp.png' })).toBeVisible(seen);
  expect(await other.fileNames()).toEqual(['lamp.png']);
  await other.upload('quay.png', readFileSync(lamp));
  await expect.poll(() => other.fileNames()).toEqual(['quay.png', 'lamp.png']);
  await comeBack(page);
  await expect(files.getByRole('option', { name: 'quay.png' })).toBeVisible(seen);

  const tool = { prompt: 'Gulls over the breakwater' };
  const { toolExecutionId } = await other.post<{ toolExecutionId: string }>('/v1/tools/generate-image', tool);
  const status = async () =>
    (await other.get<{ status: string }>(`/v1/tools/executions/${toolExecutionId}`)).status;
  await expect.poll(status, seen).toBe('succeeded');
  await comeBack(page);
  await expect(files.getByRole('option')).toHaveCount(3);
  const made = (await other.fileNames()).find((name) => name !== 'lamp.png' && name !== 'quay.png');
  await files.getByRole('option', { name: made ?? '?' }).click();
  await expect(page.getByRole('button', { name: 'Copy Origin: Image' })).toBeVisible();

  await page.keyboard.press('Control+1');
  await page.getByRole('radiogroup', { name: 'What is made' }).getByText('Asset').click();
  await page.getByLabel('Description', { exact: true }).fill('A red boat');
  await page.getByRole('button', { name: 'Make', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Vary' })).toBeVisible(seen);
  expect(await other.fileNames()).toHaveLength(4);
  const { toolExecutions } = await other.get<{ toolExecutions: unknown[] }>('/v1/tools/executions');
  expect(toolExecutions).toHaveLength(2);

  await goTo(page, '#/library');
  await page.getByRole('button', { name: 'Products', exact: true }).click();
  const products = page.getByRole('listbox', { name: 'Products' });
  await expect(products.getByRole('option').first()).toBeVisible();
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'New product' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Teapot');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(products.getByRole('option', { name: /Teapot/ })).toBeVisible();
  const names = async () => {
    const { entities } = await other.get<{ entities: { name: string }[] }>('/v1/entities?entityType=PRODUCT');
    return entities.map(({ name }) => name);
  };
  expect(await names()).toContain('Teapot');
  await other.post('/v1/entities', { entityType: 'PRODUCT', name: 'Lantern' });
  await comeBack(page);
  await expect(products.getByRole('option', { name: /Lantern/ })).toBeVisible();

  await goTo(page, '#/developer');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9/app');
  await page.getByRole('checkbox', { name: 'Exports', exact: true }).check();
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const { endpoints } = await other.get<{ endpoints: { url: string }[] }>('/v1/webhooks/endpoints');
  expect(endpoints.map(({ url }) => url)).toEqual(['http://127.0.0.1:9/app']);
  await other.post('/v1/webhooks/endpoints', {
    url: 'http://127.0.0.1:9/other',
    events: ['file.upload.completed'],
  });
  await comeBack(page);
  await expect(page.getByRole('listitem').filter({ hasText: '/other' })).toBeVisible();
});
