import { expect, test } from 'vitest';
import { RateBudget } from '../../../../src-main/api/budget/rate-budget.ts';
import { HttpClient } from '../../../../src-main/api/http/http-client.ts';
import { accountAt } from '../../../../src-main/app/compose-api.ts';
import { Connections } from '../../../../src-main/connections/connections.ts';
import { ConnectionRepository } from '../../../../src-main/state/connection-repository.ts';
import { SettingsRepository } from '../../../../src-main/state/settings-repository.ts';
import { addressOf, KeptLog, openStore } from '../../../fakes/main-fixture.ts';
import { TestServer } from '../../../fakes/test-server.ts';
import { createHastyClock } from '../../../fakes/turned-clock.ts';

test('a service that is silent about a key cannot be reached: nobody has cancelled anything', async () => {
  const silent = await TestServer.start(() => undefined);
  const state = await openStore();
  const clock = createHastyClock();
  const log = new KeptLog();
  const connections = new Connections({
    repository: new ConnectionRepository({ state, log }),
    settings: new SettingsRepository({ state }),
    createScope: () => {
      throw new Error('Nothing is made for a key that was not tested.');
    },
    whoIs: (baseUrl, bearer, signal) => {
      const address = addressOf(baseUrl, bearer);
      const http = new HttpClient({ clock, log, address, budget: new RateBudget({ clock }) });
      return accountAt(http, { signal });
    },
    checkTimeoutMs: 100,
    clock,
    log,
    onRemoved: () => undefined,
  });
  await expect(connections.add(silent.url, 'key')).rejects.toMatchObject({
    code: 'service_unreachable',
    details: { host: new URL(silent.url).host, reason: 'ETIMEDOUT' },
  });
});
