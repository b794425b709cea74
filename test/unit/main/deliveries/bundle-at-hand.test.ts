import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readManifest } from '../../../../src-main/deliveries/version/manifest.ts';
import type { AppContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { createDeliveringApp } from '../../../fakes/features/delivering-app.ts';
import { changeOf } from '../cuts/cuts-fixture.ts';

/** The test runs real threads on a possibly busy computer. */
vi.setConfig({ testTimeout: 120_000 });

/** Sends the project, then changes your cut. `downloads` are the addresses of the storage that were read since. */
async function sendThenChange() {
  const made = await createDeliveringApp();
  const { app, projectId, service } = made;
  const client = createClient<AppContract>({ invoke: app.router, subscribe: () => () => undefined });
  await client.call('cut.get', { projectId, of: { kind: 'project' } });
  const send = async () => {
    const { deliveries } = app.services.active();
    const { deliveryId } = await deliveries.startDelivery(projectId, null, 'BUNDLE', {
      editors: ['KDENLIVE'],
    });
    await deliveries.settled(deliveryId);
    const record = deliveries.get(deliveryId);
    expect(record).toMatchObject({ state: 'done', error: null });
    return record.folderPath ?? '';
  };
  const first = await send();
  await changeOf(client, projectId)({ kind: 'remove', sceneId: '1' });
  const downloads: string[] = [];
  service.intercept = ({ url }) => {
    if (url !== undefined && /storage/.test(url)) downloads.push(url);
    return false;
  };
  return { ...made, send, first, downloads };
}

async function mediaOf(folder: string) {
  const manifest = await readManifest(folder);
  return manifest?.media.map(({ path }) => join(folder, path)) ?? [];
}

const inodesOf = async (paths: readonly string[]) =>
  new Set(await Promise.all(paths.map(async (path) => (await stat(path)).ino)));

test('your cut is sent with the media of the version at hand, without a download', async () => {
  const { send, first, downloads } = await sendThenChange();
  const second = await send();
  expect(downloads).toEqual([]);
  const before = await mediaOf(first);
  const after = await mediaOf(second);
  expect(after.length).toBeGreaterThan(0);
  expect(await inodesOf(after)).toEqual(await inodesOf(before));
  expect(await readFile(join(second, 'README.txt'), 'utf8')).toContain('with your changes');
});

test('the media are downloaded again if those at hand were changed', async () => {
  const { send, first, downloads } = await sendThenChange();
  const [path = ''] = await mediaOf(first);
  await appendFile(path, 'changed');
  const second = await send();
  expect(downloads).not.toEqual([]);
  const [downloaded = ''] = await mediaOf(second);
  expect((await stat(downloaded)).size).toBeLessThan((await stat(path)).size);
});
