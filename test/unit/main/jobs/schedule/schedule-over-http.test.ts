import { expect, onTestFinished, test } from 'vitest';
import { RateBudget } from '../../../../../src-main/api/budget/rate-budget.ts';
import { Availability } from '../../../../../src-main/api/http/availability.ts';
import { HttpClient } from '../../../../../src-main/api/http/http-client.ts';
import type { AddressSource } from '../../../../../src-main/api/http/service-address.ts';
import { Projects } from '../../../../../src-main/api/projects.ts';
import { Workflows } from '../../../../../src-main/api/workflows.ts';
import { createJobReaders } from '../../../../../src-main/jobs/schedule/job-readers.ts';
import { JobSchedule } from '../../../../../src-main/jobs/schedule/job-schedule.ts';
import { KeptLog } from '../../../../fakes/main-fixture.ts';
import { type Answer, sendJson, TestServer } from '../../../../fakes/test-server.ts';
import { createHastyClock, until } from '../../../../fakes/turned-clock.ts';

/** Creates one connection over real sockets, on a clock a hundred times as fast. */
async function create() {
  const clock = createHastyClock();
  const log = new KeptLog();
  let isDone = false;
  const answer: Answer = (request, response) => {
    if (request.headers.authorization !== `Bearer ${service.accepts}`) {
      return sendJson(response, 401, { message: 'No.', code: 'invalid_api_key' });
    }
    return sendJson(response, 200, request.url === '/v1/me' ? account : execution(request.url, isDone));
  };
  const server = await TestServer.start(answer);
  const baseUrl = server.url;
  const service = { server, accepts: 'first', bearer: 'first', finish: () => (isDone = true) };
  const address: AddressSource = {
    current: () => Promise.resolve({ baseUrl, bearer: service.bearer }),
    renew: () => Promise.resolve(false),
  };
  const budget = new RateBudget({ clock });
  const availability = new Availability({ clock, log });
  const http = new HttpClient({ address, budget, clock, log, availability });
  availability.start((signal) => http.probe(signal));
  const schedule = new JobSchedule({
    clock,
    log,
    budget,
    availability,
    power: { onResume: () => () => undefined },
    readers: createJobReaders({ http, workflows: new Workflows({ http }), projects: new Projects({ http }) }),
  });
  schedule.start();
  onTestFinished(async () => {
    await schedule.dispose();
    await availability.dispose();
  });
  let readings = 0;
  const following = schedule.follow(
    { kind: 'tool', jobId: 'vg_tool_1', parentId: null },
    { signal: new AbortController().signal, onUpdate: () => (readings += 1) },
  );
  await until(() => readings > 2);
  return { ...service, service, answer, availability, schedule, following, readings: () => readings };
}

const account = { apiKeyId: 'a', apiKeyNickname: 'b', email: 'c', displayName: null, teamId: 'd' };

function execution(url: string, isDone: boolean) {
  return {
    toolExecutionId: url.split('/').at(-1),
    toolType: 'GENERATE_IMAGE',
    attemptIndex: 0,
    error: null,
    results: [],
    status: isDone ? 'succeeded' : 'running',
    progressPercentage: isDone ? 100 : 10,
  };
}

test('a job is followed on when the service is back', async () => {
  const { server, answer, availability, following, finish } = await create();
  const { port } = server;
  await server.stop();
  await until(() => availability.state === 'offline');
  finish();
  await TestServer.start(answer, port);
  expect(await following).toMatchObject({ status: 'succeeded' });
  expect(availability.state).toBe('online');
});

test('the sign-in page of a network is waited out', async () => {
  const { server, answer, availability, following, finish, readings } = await create();
  server.answerWith((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel</html>');
  });
  await until(() => availability.state === 'offline');
  expect(availability.error?.code).toBe('network_sign_in');
  const before = readings();
  finish();
  server.answerWith(answer);
  expect(await following).toMatchObject({ status: 'succeeded' });
  expect(readings()).toBeGreaterThan(before);
});

test('a revoked credential stops the readings until there is another', async () => {
  const { service, server, availability, following, finish } = await create();
  service.accepts = 'second';
  await until(() => availability.state === 'signed_out');
  // Excludes `/v1/me`, with which the app retries the credential now and then.
  const countReadings = (): number => server.seen.filter(({ url }) => url !== '/v1/me').length;
  const before = countReadings();
  finish();
  // A minute of this clock.
  const endMs = performance.now() + 600;
  await until(() => performance.now() > endMs);
  expect(countReadings()).toBe(before);
  service.bearer = 'second';
  availability.lookNow();
  expect(await following).toMatchObject({ status: 'succeeded' });
});
