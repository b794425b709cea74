import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConnectProxy } from '../../fakes/connect-proxy.ts';
import { content, rangeStart, sendFrom } from '../../fakes/features/download-fixture.ts';
import { makeFolder } from '../../fakes/main-fixture.ts';
import type { SeenRequest } from '../../fakes/test-server.ts';

// A test starts up to five programs in sequence.
vi.setConfig({ testTimeout: 120_000 });

const child = fileURLToPath(new URL('../../fakes/programs/proxy-child.ts', import.meta.url));
const sha256 = createHash('sha256').update(content).digest('hex');
const whole = { sizeBytes: content.length, sha256 };
const seen: SeenRequest[] = [];
let folder = '';
const server = createServer((request, response) => {
  const { method = '', url = '', headers } = request;
  const kept = { method, url, headers, body: Buffer.alloc(0) };
  seen.push(kept);
  if (url === '/file') sendFrom(kept, response);
  else if (url === '/inward') response.writeHead(302, { location: 'https://10.0.0.1/file' }).end();
  else if (url === '/onward') response.writeHead(302, { location: 'https://other.example/file' }).end();
  else request.resume().on('end', () => response.end('an answer'));
});

/** Starts a server for three hosts that only the proxy resolves, with a self-signed certificate. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dailies-proxies-'));
  const keyPath = join(folder, 'key.pem');
  const certPath = join(folder, 'cert.pem');
  const names = 'subjectAltName=DNS:service.example,DNS:storage.example,DNS:other.example';
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const files = ['-keyout', keyPath, '-out', certPath];
  execFileSync('openssl', ['req', ...kind, ...files, '-subj', '/CN=test', '-addext', names], {
    stdio: 'pipe',
  });
  server.setSecureContext({ key: await readFile(keyPath), cert: await readFile(certPath) });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const targetPort = (): number => (server.address() as AddressInfo).port;
const uploadPath = async (): Promise<string> => {
  const path = join(await makeFolder(), 'upload');
  await writeFile(path, content);
  return path;
};

/** Runs a task in a process with these environment variables and returns its result. */
async function perform(
  environment: Readonly<Record<string, string>>,
  task: string,
  url: string,
  path?: string,
): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [child, task, url, path ?? join(await makeFolder(), 'file')],
    {
      env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'), ...environment },
    },
  );
  return JSON.parse(stdout);
}

function failed(reason: string, more: object = {}): object {
  return { error: { code: 'service_unreachable', details: { reason, ...more } } };
}

test('everything passes the proxy in tunnels, where nobody reads a token', async () => {
  seen.length = 0;
  const proxy = await ConnectProxy.start({
    targetPort: targetPort(),
    authorization: `Basic ${Buffer.from('na:me:pass@word').toString('base64')}`,
  });
  const environment = { HTTPS_PROXY: `http://na%3Ame:pass%40word@${proxy.host}` };
  const reported = [
    await perform(environment, 'api', 'https://service.example/v1/me'),
    await perform(environment, 'signIn', 'https://service.example/token'),
    await perform(environment, 'storage', 'https://storage.example/onward'),
    await perform(environment, 'download', 'https://storage.example/onward'),
    await perform(environment, 'upload', 'https://storage.example/put', await uploadPath()),
  ];
  expect(reported).toEqual([
    { status: 200, text: 'an answer' },
    { status: 200, text: 'an answer' },
    { status: 200, sizeBytes: content.length },
    whole,
    { status: 200 },
  ]);
  const [service, storage, other] = ['service', 'storage', 'other'].map((name) => `${name}.example:443`);
  expect(proxy.asked).toEqual([service, service, storage, other, storage, other, storage]);
  expect(proxy.plain).toEqual([]);
  expect(proxy.seen).not.toContain('token-of-the-user');
  expect(seen[0]?.headers.authorization).toBe('Bearer token-of-the-user');
  for (const { headers } of seen) expect(headers['proxy-authorization']).toBeUndefined();
  for (const { headers } of seen.slice(1)) expect(headers.authorization).toBeUndefined();
});

describe.each(['api', 'signIn', 'storage', 'upload'])('a proxy, asked by %s,', (task) => {
  const url = `https://${task === 'storage' || task === 'upload' ? 'storage' : 'service'}.example/x`;

  test('that wants credentials, refuses the host or is not there is reported as such', async () => {
    const strict = await ConnectProxy.start({ targetPort: targetPort(), authorization: 'Basic eDp5' });
    const refusing = await ConnectProxy.start({
      targetPort: targetPort(),
      refused: [`${new URL(url).host}:443`],
    });
    const path = await uploadPath();
    const of = (host: string) => perform({ https_proxy: `http://${host}` }, task, url, path);
    const about = { host: new URL(url).host, outcome: 'not_sent' };
    expect(await of(strict.host)).toMatchObject(
      failed('proxy_credentials', { ...about, status: 407, proxy: strict.host }),
    );
    expect(await of(refusing.host)).toMatchObject(
      failed('proxy_refused', { ...about, status: 403, proxy: refusing.host }),
    );
    expect(await of('127.0.0.1:1')).toMatchObject(
      failed('proxy_unreachable', { ...about, proxy: '127.0.0.1:1' }),
    );
  });
});

test('a download goes on from where it was when the proxy dies in the middle', async () => {
  seen.length = 0;
  const proxy = await ConnectProxy.start({ targetPort: targetPort(), firstBreaksAfterBytes: 3_000_000 });
  const environment = { HTTPS_PROXY: `http://${proxy.host}` };
  expect(await perform(environment, 'download', 'https://storage.example/file')).toEqual(whole);
  const starts = seen.map(rangeStart);
  expect(starts).toHaveLength(2);
  expect(starts[1]).toBeGreaterThan(0);
});

test('private addresses are refused behind a proxy too, also where a redirect leads to them', async () => {
  const proxy = await ConnectProxy.start({ targetPort: targetPort() });
  const environment = { HTTPS_PROXY: `http://${proxy.host}` };
  const refused = { error: { code: 'download_failed', details: { reason: 'private_address' } } };
  expect(await perform(environment, 'storage', 'https://10.0.0.1/file')).toMatchObject(refused);
  expect(await perform(environment, 'download', 'https://localhost:1/file')).toMatchObject(refused);
  expect(proxy.asked).toEqual([]);
  for (const task of ['storage', 'download']) {
    expect(await perform(environment, task, 'https://storage.example/inward')).toMatchObject(refused);
  }
  expect(proxy.asked).toEqual(['storage.example:443', 'storage.example:443']);
});

test('requests to hosts in NO_PROXY use no proxy', async () => {
  const proxy = await ConnectProxy.start({ targetPort: targetPort() });
  const environment = { HTTPS_PROXY: `http://${proxy.host}`, NO_PROXY: 'localhost, .example' };
  for (const [task, host] of [
    ['api', 'service.example'],
    ['storage', 'storage.example'],
    ['upload', 'storage.example'],
  ]) {
    const reported = await perform(
      environment,
      String(task),
      `https://${String(host)}/x`,
      await uploadPath(),
    );
    expect(reported).toMatchObject({
      error: { code: 'service_unreachable', details: { host, outcome: 'not_sent' } },
    });
    expect(JSON.stringify(reported)).not.toContain('proxy');
  }
  expect(proxy.asked).toEqual([]);
});
