import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AppContract } from '../../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../../src-shared/ipc/client.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';

test('a delivery folder that goes and comes back is reported to the page without being asked', async () => {
  const { app } = await startApp(await ServiceStandIn.start(), { host: 'browser' });
  const client = createClient<AppContract>({
    invoke: app.router,
    subscribe: (listener) => app.subscribe(listener),
  });
  const folder = join(await makeFolder('watch'), 'deliveries');
  await mkdir(folder);
  await client.call('settings.setDeliveryFolder', { path: folder });
  const states: unknown[] = [];
  onTestFinished(client.on('settings.changed', ({ deliveryFolder }) => states.push(deliveryFolder?.state)));
  await rename(folder, `${folder}-away`);
  await expect.poll(() => states).toEqual(['missing']);
  await rename(`${folder}-away`, folder);
  await expect.poll(() => states).toEqual(['missing', 'ok']);
});
