import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../fakes/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

async function begin() {
  const service = await ServiceStandIn.start();
  const { app } = await startApp(service);
  const folder = await makeFolder('movies');
  await app.services.settings.setDeliveryFolder(folder);
  const { saves } = app.services.active();
  const id = service.addProject();
  return {
    ...{ service, app, folder, saves },
    save: () => saves.saveMovie(id, 'expo_1'),
    shown: () => saves.list(id),
  };
}

const visible = async (folder: string) => (await readdir(folder)).filter((name) => !name.startsWith('.'));
const partsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith('.dailies-tmp'));

const fileCount = 2_000;
/** Fills the part of a save so that its removal takes longer than a new download. Returns its path. */
const fillPart = async (folder: string): Promise<string> => {
  const [name = ''] = await partsIn(folder);
  const part = join(folder, name);
  for (let file = 0; file < fileCount; file += 1) writeFileSync(join(part, String(file)), '');
  return part;
};
const isBeingRemoved = (part: string) =>
  until(() => !existsSync(part) || readdirSync(part).length < fileCount);

test('a movie cancelled, and made again while what it received is still being removed, is saved', async () => {
  const { service, app, save, saves, shown, folder } = await begin();
  service.intercept = ({ url }) => url.startsWith('/storage/');
  await save();
  await until(() => service.countOf('GET', /storage/) > 0);
  const [transferId = ''] = shown().map(({ transfer }) => transfer.transferId);
  const part = await fillPart(folder);
  await app.services.transfers.cancel(transferId);
  await isBeingRemoved(part);
  service.intercept = () => false;
  saves.retry(transferId);
  expect(existsSync(part)).toBe(true);
  await until(() => ['done', 'failed'].includes(shown()[0]?.transfer.state ?? ''));
  expect(shown()).toMatchObject([{ transfer: { state: 'done', error: null } }]);
  expect(await visible(folder)).toEqual(['Harbour lights.mp4']);
});

test('a movie that failed and is retried while another save removes what it received is saved', async () => {
  const { service, save, saves, shown, folder } = await begin();
  service.intercept = ({ url }, response) => {
    if (!url.startsWith('/storage/')) return false;
    response.writeHead(503).end();
    return true;
  };
  await save();
  await until(() => shown()[0]?.transfer.state === 'failed');
  const [transferId = ''] = shown().map(({ transfer }) => transfer.transferId);
  const part = await fillPart(folder);
  let isHeld = false;
  // The other save receives nothing, so that the place stays free.
  service.intercept = ({ url }) => {
    const holds = !isHeld && url.startsWith('/storage/');
    isHeld ||= holds;
    return holds;
  };
  await Promise.all([save(), isBeingRemoved(part)]);
  saves.retry(transferId);
  expect(existsSync(part)).toBe(true);
  const retried = () => shown().find(({ transfer }) => transfer.transferId === transferId);
  await until(() => ['done', 'failed'].includes(retried()?.transfer.state ?? ''));
  expect(retried()).toMatchObject({ transfer: { state: 'done', error: null } });
  expect(await visible(folder)).toEqual(['Harbour lights.mp4']);
});
