import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compose } from '../../../../src-main/compose.ts';
import { appContract } from '../../../../src-shared/contract/app-contract.ts';
import { createClient } from '../../../../src-shared/ipc/client.ts';
import { aGeneration } from '../../../fakes/main-records.ts';
import { ServiceStandIn } from '../../../fakes/service-stand-in.ts';
import { startApp } from '../../../fakes/test-platform.ts';
import { until } from '../../../fakes/turned-clock.ts';

test('after the state was lost the app opens, tells it, and finds its jobs at the service again', async () => {
  const service = await ServiceStandIn.start();
  service.readsPerRun = 1_000_000;
  const { app, platform } = await startApp(service);
  const { generations } = app.services.active();
  const { generationId } = generations.startGeneration(aGeneration().request);
  await until(() => generations.get(generationId).state === 'running');
  await app.dispose();
  const folder = platform.paths.userData;
  for (const name of readdirSync(folder)) {
    if (name.includes('.backup-')) rmSync(join(folder, name));
    else if (name === 'state.sqlite') writeFileSync(join(folder, name), 'not a database at all');
  }

  const again = compose(platform, { version: '0', service: { kind: 'address', baseUrl: service.url } });
  onTestFinished(() => again.dispose());
  const client = createClient(appContract, {
    invoke: again.router,
    subscribe: (hear) => again.subscribe(hear),
  });
  await again.start();
  const { notices } = await client.call('app.notices', {});
  expect(notices).toMatchObject([{ code: 'state_unreadable', details: { reason: 'emptied' } }]);
  expect(readdirSync(folder).some((name) => name.includes('.corrupt-'))).toBe(true);
  const rebuilt = again.services.active().generations;
  await until(() => rebuilt.list(10).length === 1);
  const [found] = rebuilt.list(10);
  expect(found).toMatchObject({ state: 'running', title: 'Harbour lights' });
  service.readsPerRun = 1;
  await until(() => rebuilt.list(10)[0]?.state === 'succeeded');
  expect(service.starts).toHaveLength(1);
});
