import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { StorageClient } from '../../../../src-main/api/storage/storage-client.ts';
import { ConnectionTeam } from '../../../../src-main/connections/connection-team.ts';
import { HostedService } from '../../../../src-main/connections/hosted-service.ts';
import { Downloader } from '../../../../src-main/transfers/download.ts';
import { TransferEngine } from '../../../../src-main/transfers/engine/transfer-engine.ts';
import { Uploader } from '../../../../src-main/transfers/uploader.ts';
import { AppError } from '../../../../src-shared/app-error.ts';
import { KeptLog, makeFolder } from '../../../fakes/main-fixture.ts';
import { aScriptRequest } from '../../../fakes/main-records.ts';
import { activateHosted, startBoth, startOn } from '../../../fakes/services/two-services.ts';
import { sendJson, TestServer } from '../../../fakes/test-server.ts';
import { createHastyClock, settle, until } from '../../../fakes/turned-clock.ts';

const { signal } = new AbortController();
const account = { email: 'a@example.com', displayName: null, teamId: 'team-a', credentialName: 'A' };

/** Creates a connection with unfinished work, whose service refuses to identify the user. */
function whileServiceIsIll(baseUrl: string): HostedService {
  const record = { connectionId: '1', kind: 'key', serviceUrl: baseUrl, account, createdAt: 0 } as const;
  return new HostedService({
    kind: 'key',
    baseUrl,
    credential: {
      bearer: () => Promise.resolve('key'),
      renew: () => Promise.resolve(false),
      retry: () => undefined,
      signOut: () => Promise.resolve(),
    },
    team: new ConnectionTeam({
      connectionId: '1',
      repository: { get: () => record, put: () => undefined },
      countUnfinished: () => 1,
    }),
    whoIs: () => () => Promise.reject(new AppError('service_failed', 'Not today.')),
    clock: createHastyClock(),
  });
}

test('files arrive and leave with unfinished work, while the service itself answers nothing', async () => {
  const server = await TestServer.start((_request, response) => response.end('hello'));
  const clock = createHastyClock();
  const log = new KeptLog();
  const engine = new TransferEngine({ clock, log });
  onTestFinished(() => engine.dispose());
  const address = whileServiceIsIll(server.url);
  const folder = await makeFolder();

  const { body } = await new StorageClient({ address }).open(`${server.url}/a`, {}, signal);
  expect((await buffer(body)).toString()).toBe('hello');

  const downloaded = await new Downloader({ engine, address, clock, log }).download({
    url: `${server.url}/a`,
    renewUrl: () => Promise.reject(new Error('nobody should ask')),
    targetPath: join(folder, 'received'),
    expectedBytes: null,
    resume: null,
    onCheckpoint: () => undefined,
    onProgress: () => undefined,
    retry: () => Promise.resolve(false),
    allowance: () => Promise.resolve(),
    signal,
    wantsHash: false,
  });
  expect(downloaded.sizeBytes).toBe(5);

  const path = join(folder, 'sent');
  await writeFile(path, 'hello');
  const { mtimeMs, ino } = statSync(path);
  const { status } = await new Uploader({ engine, address, clock }).put({
    url: `${server.url}/put`,
    path,
    sizeBytes: 5,
    expected: { modifiedAtMs: mtimeMs, inode: String(ino) },
    onProgress: () => undefined,
    allowance: () => Promise.resolve(),
    signal,
  });
  expect(status).toBe(200);
});

test.each([
  [429, 'rate_limited'],
  [503, 'internal'],
])(
  'after a restart with unfinished work, a service that answers %i is asked rarely',
  async (status, code) => {
    const { app, client, hosted, platform } = await startBoth();
    hosted.readsPerRun = 1_000_000;
    await activateHosted({ client, hosted });
    const { generations } = app.services.active();
    for (let count = 0; count < 3; count += 1) {
      const { generationId } = await client.call('generation.start', aScriptRequest());
      await until(() => generations.get(generationId).state === 'running');
    }
    await app.dispose();
    await settle();

    const endMs = platform.clock.monotonicMs() + 300_000;
    let requests = 0;
    hosted.intercept = (_request, response) => {
      if (platform.clock.monotonicMs() < endMs) requests += 1;
      sendJson(response, status, { message: 'Not now.', code });
      return true;
    };
    await startOn(platform);
    await until(() => platform.clock.monotonicMs() > endMs);
    expect(requests).toBeGreaterThan(2);
    expect(requests).toBeLessThan(20);
  },
);
