import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failToSave, openSaves, partsIn, visibleIn } from '../../../fakes/features/saves-fixture.ts';
import { until } from '../../../fakes/turned-clock.ts';

const fileCount = 2_000;
/** Fills the part of a save so that its removal takes longer than a new download. Returns its path. */
const fillPart = async (folder: string): Promise<string> => {
  const [name = ''] = await partsIn(folder);
  const part = join(folder, name);
  for (let file = 0; file < fileCount; file += 1) writeFileSync(join(part, String(file)), '');
  return part;
};
/** Looks at every turn of the event loop, which the removal needs too: the part is still there when this resolves. */
async function isBeingRemoved(part: string): Promise<void> {
  while (existsSync(part) && readdirSync(part).length === fileCount) await setImmediate();
}

test('a movie cancelled, and made again while what it received is still being removed, is saved', async () => {
  const { service, app, save, saves, shown, folder } = await openSaves();
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
  expect(await visibleIn(folder)).toEqual(['Harbour lights.mp4']);
});

test('a movie that failed and is retried while another save removes what it received is saved', async () => {
  const { service, save, saves, shown, folder, transferId } = await failToSave();
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
  expect(await visibleIn(folder)).toEqual(['Harbour lights.mp4']);
});
