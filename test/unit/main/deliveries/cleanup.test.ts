import { mkdir, readdir, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { compose } from '../../../../src-main/app/compose.ts';
import { Cleanup } from '../../../../src-main/deliveries/cleanup.ts';
import { DeliveryRepository } from '../../../../src-main/state/delivery-repository.ts';
import { KeptLog, makeFolder, openStore } from '../../../fakes/main-fixture.ts';
import { aDelivery } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { SkippingClock, until } from '../../../fakes/turned-clock.ts';

const hourMs = 3_600_000;
const lost = { code: 'download_failed', message: 'Cut off.', details: { reason: 'cut_off' } } as const;

/** Makes a delivery folder that holds the downloads of a failed delivery. */
async function makeDownloads(deliveryId: string) {
  const folder = await makeFolder('delivery');
  const downloads = join(folder, `.dailies-tmp-${deliveryId}`, 'downloads');
  await mkdir(downloads, { recursive: true });
  const makeOld = async (): Promise<void> => {
    const old = new Date(Date.now() - 8 * 24 * hourMs);
    for (const path of [downloads, dirname(downloads)]) await utimes(path, old, old);
  };
  const isGone = async (): Promise<boolean> =>
    (await readdir(folder)).every((name) => !name.startsWith('.dailies-tmp'));
  const failed = aDelivery({ deliveryId, rootFolder: folder, state: 'failed', error: lost });
  return { folder, makeOld, isGone, failed };
}

describe('downloads of a failed delivery are gone a week later', () => {
  test('in an app that is not restarted', async () => {
    const clock = new SkippingClock();
    const { app, platform } = await startApp(await ServiceStandIn.start(), { clock });
    const { folder, makeOld, isGone, failed } = await makeDownloads('failed');
    await app.services.settings.setDeliveryFolder(folder);
    new DeliveryRepository({ state: app.services.state, log: platform.log }).put(failed);
    await makeOld();
    clock.skip(25 * hourMs);
    await until(isGone);
  });

  test('in an earlier delivery folder, however many deliveries came after it', async () => {
    const service = await ServiceStandIn.start();
    const { app, platform } = await startApp(service);
    const { makeOld, isGone, failed } = await makeDownloads('failed');
    const repository = new DeliveryRepository({ state: app.services.state, log: platform.log });
    const { connectionId } = app.services.active();
    repository.put({ ...failed, connectionId });
    const rootFolder = await makeFolder('now');
    for (let number = 0; number < 60; number += 1) {
      const deliveryId = `later-${String(number)}`;
      const createdAt = failed.createdAt + 1 + number;
      repository.put(aDelivery({ deliveryId, connectionId, createdAt, rootFolder, state: 'done' }));
    }
    await makeOld();
    await app.dispose();
    const next = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
    onTestFinished(() => next.dispose());
    await next.start();
    expect(await isGone()).toBe(true);
  });
});

test(
  'the app starts although a drive that a file was saved to never answers',
  { timeout: 5_000 },
  async () => {
    const state = await openStore();
    const log = new KeptLog();
    const cleanup = new Cleanup({
      log,
      clock: new SkippingClock(),
      settings: { deliveryFolderPath: null },
      ledger: { peek: () => null, listUnfinished: () => [] },
      repository: new DeliveryRepository({ state, log }),
      savedFileParts: { isInUse: () => false, removeUnused: () => new Promise(() => undefined) },
    });
    await cleanup.start();
    await cleanup.dispose();
  },
);
