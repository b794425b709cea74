import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { SignInServer } from '../fakes/sign-in/sign-in-server.ts';
import { sendJson } from '../fakes/test-server.ts';
import { until } from '../fakes/turned-clock.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { canFakeTime, FakedTime, unfakedReason } from './support/faked-time.ts';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';
import { scenario } from './support/scenario.ts';
import { StartedRun } from './support/started-run.ts';

const part = 'B6 machine: clock';
const hourMs = 3_600_000;
const generation = { kind: 'generation', script: '# Harbour lights\n\nThe harbour wakes.' } as const;
/** Larger than any duration in the app, as after a manual change of the clock or during a sleep. */
const leaps = ['+400d', '-2d'];
const leapsOnTheWay = ['+1d', '-1d', '+10h'];

test.skipIf(!canFakeTime).each(leaps)(
  `a clock that leaps by %s in the middle of a download changes nothing${unfakedReason}`,
  async (leap) => {
    recordFault({ part, fault: `clock leaps by ${leap} in the middle of a download` });
    const held = await HeldDelivery.prepare();
    const time = await FakedTime.start();
    const run = held.site.startBy('env', time.settings);
    await held.half();
    time.leap(leap);
    held.letGo();
    held.expectDone(await run.report(), leap);
    expect(Math.abs(held.lastLoggedMs() - Date.now())).toBeGreaterThan(24 * hourMs);
    const again = await held.site.run(generation);
    expect(again.rows.filter(({ state }) => state === 'succeeded').length).toBeGreaterThan(0);
  },
);

/** Adds headers that say that the limit is used up until half a minute later by the app's clock. */
function emptyWindow(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response);
  const reset = String(Math.ceil(Date.now() / 1000) + 30);
  const spent = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  Object.assign(response, {
    writeHead: (status: number, headers: Record<string, string>) =>
      writeHead(status, { ...headers, ...spent }),
  });
}

test.skipIf(!canFakeTime).each(leapsOnTheWay)(
  `a clock that leaps by %s while a job is followed neither ends it nor holds it up${unfakedReason}`,
  async (leap) => {
    recordFault({ part, fault: `clock leaps by ${leap} while a job is followed and its window is spent` });
    const service = await ServiceStandIn.start();
    service.apiKey = canaryKey;
    service.readsPerRun = Infinity;
    // At this factor, a mistaken wait of an hour exceeds the test's time limit.
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal: generation, hurry: 10 });
    const time = await FakedTime.start();
    const run = site.startBy('env', time.settings);
    const polls = (): number => service.countOf('GET', /^\/v1\/workflows\/runs/);
    await until(() => polls() > 2);
    let isSpent = false;
    service.intercept = ({ url }, response) => {
      if (isSpent || !url.startsWith('/v1/workflows/runs')) return false;
      isSpent = true;
      emptyWindow(response);
      time.leap(leap);
      return false;
    };
    await until(() => isSpent);
    const before = polls();
    await until(() => polls() > before + 3);
    service.readsPerRun = 0;
    expect((await run.report()).rows).toMatchObject([{ state: 'succeeded', error: null }]);
    expect(service.starts).toHaveLength(1);
    const [record] = site.records('generations');
    const wrongByMs = Number(record?.['finishedAt']) * 1000 - Date.now();
    expect(Math.abs(wrongByMs)).toBeGreaterThan(9 * hourMs);
  },
);

/** Prepares a signed-in session of the app in a separate process. */
async function prepareSession() {
  const server = await SignInServer.start();
  const path = join(await makeFolder('secrets'), 'secrets.json');
  server.clients.set('client', 'http://127.0.0.1/callback');
  server.refreshTokens.add('refresh-1');
  const credential = { formatVersion: 1, issuer: server.issuer, clientId: 'client' };
  const secret = JSON.stringify({ ...credential, refreshToken: 'refresh-1', resource: `${server.url}/` });
  writeFileSync(path, JSON.stringify({ 'oauth:1': secret }));
  const time = await FakedTime.start();
  const start = (calls: number): StartedRun =>
    new StartedRun(
      process.execPath,
      [scenario('token-session'), path, server.url, String(calls)],
      time.environment,
    );
  return { server, time, start };
}

test.skipIf(!canFakeTime).each(leaps)(
  `a clock that is wrong by %s renews a sign-in once and uses it${unfakedReason}`,
  async (leap) => {
    recordFault({ part, fault: `clock wrong by ${leap} while a token is renewed` });
    const { server, time, start } = await prepareSession();
    time.leap(leap);
    const run = start(1);
    await run.said('{"outcome":"called"}');
    expect(Math.abs(run.number('time') - Date.now())).toBeGreaterThan(24 * hourMs);
    expect(server.grants).toEqual(['refresh_token']);
  },
);

test.skipIf(!canFakeTime).each(leapsOnTheWay)(
  `a clock that leaps by %s between two calls renews the sign-in when the service asks for it${unfakedReason}`,
  async (leap) => {
    recordFault({ part, fault: `clock leaps by ${leap} between two calls, the token has ended` });
    const { server, time, start } = await prepareSession();
    const answers: number[] = [];
    server.onCall = ({ headers }, response) => {
      const isGood = server.accessTokens.has(headers.authorization?.slice('Bearer '.length) ?? '');
      answers.push(isGood ? 200 : 401);
      sendJson(response, isGood ? 200 : 401, {});
      // The service treats the token as expired at the next call.
      if (answers.length === 1) server.accessTokens.clear();
      time.leap(leap);
    };
    const run = start(3);
    await run.said('{"outcome":"called"}');
    expect(answers).toEqual([200, 401, 200, 200]);
    expect(server.grants).toEqual(['refresh_token', 'refresh_token']);
    expect(Math.abs(run.number('end') - Date.now())).toBeGreaterThan(9 * hourMs);
  },
);
