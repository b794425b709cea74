import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../fakes/services/service-stand-in.ts';
import { startApp } from '../../fakes/test-platform.ts';
import { createHastyClock } from '../../fakes/turned-clock.ts';
import { PickyWire } from './picky-wire.ts';

/** Starts the whole app, a service, and a wire between them for both the API and the storage. */
export async function startWiredApp() {
  const service = await ServiceStandIn.start();
  const wire = await PickyWire.start(service.url);
  service.publicUrl = wire.url;
  // Not faster, because a busy computer would count as a stalled connection.
  const { app, platform } = await startApp(service, { clock: createHastyClock(20) });
  const deliveryFolder = join(await makeFolder('delivery'), 'out');
  const { settings, active, transfers } = app.services;
  await settings.setDeliveryFolder(deliveryFolder);
  return { service, wire, app, platform, deliveryFolder, transfers, ...active() };
}

/** Movie of the user for uploads. */
export const clip = Buffer.concat([
  Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0', 'latin1'),
  Buffer.alloc(900_000, 'a movie of the user '),
]);

export async function makeClip(): Promise<string> {
  const path = join(await makeFolder('source'), 'clip.mp4');
  await writeFile(path, clip);
  return path;
}
