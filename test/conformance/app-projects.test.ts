import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { RateBudget } from '../../src-main/api/budget/rate-budget.ts';
import { Availability } from '../../src-main/api/http/availability.ts';
import { HttpClient } from '../../src-main/api/http/http-client.ts';
import { Projects } from '../../src-main/api/projects.ts';
import { createSystemClock } from '../../src-main/hosts/node/system-clock.ts';
import { addressOf, KeptLog } from '../fakes/main-fixture.ts';
import { startControlledService } from './support/service-under-test.ts';

test('the app lists projects made on the web beside those made through the API', async () => {
  const service = await startControlledService();
  onTestFinished(() => service.dispose());
  const made = await service.caller.makeProject();
  const onTheWeb = await service.caller.makeProject();
  const database = new DatabaseSync(path.join(service.dataFolder, 'service.db'));
  database.prepare(`UPDATE projects SET origin = 'ui' WHERE project_id = ?`).run(onTheWeb.projectId);
  database.close();
  const clock = createSystemClock();
  const log = new KeptLog();
  const http = new HttpClient({
    address: addressOf(service.url, service.apiKey),
    clock,
    log,
    budget: new RateBudget({ clock }),
    availability: new Availability({ clock, log }),
  });
  const projects = new Projects({ http });
  const { items } = await projects.list(null, 10, new AbortController().signal);
  expect(items.map(({ projectId }) => projectId).sort()).toEqual([made.projectId, onTheWeb.projectId].sort());
});
