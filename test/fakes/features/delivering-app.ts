import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../../src-main/app/compose.ts';
import type { Platform } from '../../../src-main/platform.ts';
import type { DeliveryFormat, MediaDelivery } from '../../../src-shared/contract/delivery.ts';
import { makeFolder } from '../main-fixture.ts';
import { ServiceStandIn } from '../services/service-stand-in.ts';
import { startApp } from '../test-platform.ts';
import { createHastyClock } from '../turned-clock.ts';

/** Not faster, because threads that start on a busy computer would count as stalled. */
export const unhurriedClock = { clock: createHastyClock(20) };

/** Creates an app with a delivery folder, and a service with one project. */
export async function createDeliveringApp(folderName = 'Übergabe & Co', change: Partial<Platform> = {}) {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service, { ...unhurriedClock, ...change });
  const folder = join(await makeFolder('delivery'), folderName);
  await app.services.settings.setDeliveryFolder(folder);
  return { service, app, platform, folder, projectId: service.addProject() };
}

/** Runs a delivery and returns it after its end. */
export async function deliver(
  app: App,
  projectId: string,
  format: DeliveryFormat,
  media: MediaDelivery = 'BUNDLE',
) {
  const { deliveries } = app.services.active();
  const { deliveryId } = await deliveries.startDelivery(projectId, format, media);
  await deliveries.settled(deliveryId);
  return deliveries.get(deliveryId);
}

/** Returns the names in a delivery folder without the app's own files. */
export async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.dailies-'));
}

/** Returns the relative paths of all files, sorted. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
}
