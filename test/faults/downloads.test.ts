import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { canFakeTime, unfakedReason } from './support/faked-time.ts';
import { recordFault } from './support/fault-table.ts';

const part = 'B7 machine: downloads';
const run = promisify(execFile);
const child = fileURLToPath(new URL('../fakes/programs/download-child.ts', import.meta.url));
const content = randomBytes(200 * 1024 ** 2);
const sha256 = createHash('sha256').update(content).digest('hex');
const whole = { sizeBytes: content.length, sha256 };

let folder = '';
let target = '';
const ranges: (string | undefined)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-faults-'));
  target = join(folder, 'file');
  ranges.length = 0;
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Sends the content from the requested byte on; the first answer stops after `firstBytes`. */
function answerer(firstBytes = content.length) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { range } = request.headers;
    ranges.push(range);
    const start = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
    response.writeHead(start > 0 ? 206 : 200, {
      etag: '"a"',
      'content-length': content.length - start,
      ...(start > 0 && {
        'content-range': `bytes ${String(start)}-${String(content.length - 1)}/${String(content.length)}`,
      }),
    });
    if (start > 0) response.end(content.subarray(start));
    else if (firstBytes < content.length) response.write(content.subarray(0, firstBytes));
    else response.end(content);
  };
}

async function serve(server: ReturnType<typeof createServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

async function serveContent(firstBytes?: number): Promise<string> {
  return `http://127.0.0.1:${String(await serve(createServer(answerer(firstBytes))))}/file`;
}

function parse(stdout: string): unknown {
  return JSON.parse(stdout.replaceAll('progress\n', ''));
}

async function expectWholeFile(): Promise<void> {
  expect(
    createHash('sha256')
      .update(await readFile(target))
      .digest('hex'),
  ).toBe(sha256);
}

test('a process killed in the middle of a download goes on from its last checkpoint', async () => {
  recordFault({ part, fault: 'killed behind a checkpoint' });
  const url = await serveContent(150 * 1024 ** 2);
  const first = spawn(process.execPath, [child, url, target], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(first.stdout, 'data');
  const journal = (): Promise<string> => readFile(`${target}.journal`, 'utf8').catch(() => '');
  await expect.poll(journal, { timeout: 60_000 }).toContain('receivedBytes');
  first.kill('SIGKILL');
  await once(first, 'exit');
  const { receivedBytes } = JSON.parse(await journal()) as { receivedBytes: number };
  expect(receivedBytes).toBeGreaterThan(0);
  expect((await stat(target)).size).toBeGreaterThanOrEqual(receivedBytes);
  const { stdout } = await run(process.execPath, [child, url, target]);
  expect(parse(stdout)).toEqual(whole);
  expect(ranges).toEqual([undefined, `bytes=${String(receivedBytes)}-`]);
  await expectWholeFile();
});

const hasTracer = await run('strace', ['-o', '/dev/null', 'true']).then(
  () => true,
  () => false,
);

/** Runs the child and makes system calls on its target fail. */
async function downloadTraced(...options: readonly string[]): Promise<unknown> {
  const url = await serveContent();
  const traced = ['-f', '-o', '/dev/null', '-P', target, ...options, process.execPath, child, url, target];
  // The tracer counts per thread, so one thread has to do all syncs.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' };
  return parse((await run('strace', traced, { env })).stdout);
}

test.runIf(hasTracer)('a disk that loses bytes once gets the file again, from the start', async () => {
  recordFault({ part, fault: 'EIO once' });
  expect(await downloadTraced('-e', 'inject=fdatasync:error=EIO:when=1')).toEqual(whole);
  expect(ranges).toEqual([undefined, undefined]);
  await expectWholeFile();
});

test.runIf(hasTracer)(
  'a disk that loses bytes again is said so, and nothing of them is counted on',
  async () => {
    recordFault({ part, fault: 'EIO again and again' });
    expect(await downloadTraced('-e', 'inject=fdatasync,fsync:error=EIO')).toMatchObject({
      error: { code: 'delivery_folder_not_writable', details: { reason: 'EIO' } },
    });
    expect(JSON.parse(await readFile(`${target}.journal`, 'utf8'))).toMatchObject({ receivedBytes: 0 });
  },
);

test.runIf(hasTracer)('a disk that runs full in the middle is said so', async () => {
  recordFault({ part, fault: 'ENOSPC in the middle' });
  expect(await downloadTraced('-e', 'inject=pwrite64:error=ENOSPC:when=40+')).toMatchObject({
    error: { code: 'disk_full', details: { reason: 'ENOSPC' } },
  });
});

/**
 * Starts a server whose certificate is for `localhost`. @param wrapper command that runs openssl, for example on
 * another date.
 */
async function serveSecurely(wrapper: readonly string[] = []): Promise<{ port: string; certPath: string }> {
  const keyPath = join(folder, 'key.pem');
  const certPath = join(folder, 'cert.pem');
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'];
  const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:localhost'];
  const request = ['openssl', 'req', ...kind, '-keyout', keyPath, '-out', certPath, ...subject];
  const [program = '', ...args] = [...wrapper, ...request];
  execFileSync(program, args, { stdio: 'pipe' });
  const options = { key: await readFile(keyPath), cert: await readFile(certPath) };
  return { port: String(await serve(createSecureServer(options, answerer()))), certPath };
}

/** Downloads with a program that trusts the certificate, or only the default ones. */
async function downloadFrom(host: string, trustedPath: string | null): Promise<unknown> {
  const trust = trustedPath === null ? {} : { NODE_EXTRA_CA_CERTS: trustedPath };
  const command = [child, `https://${host}/file`, join(folder, randomUUID())];
  return parse((await run(process.execPath, command, { env: { ...process.env, ...trust } })).stdout);
}

test('a server is trusted when its certificate is vouched for, and only for its own name', async () => {
  recordFault({ part, fault: 'certificate of another name, and of nobody', injected: 2 });
  const { port, certPath } = await serveSecurely();
  const tries = [
    ['localhost', certPath],
    ['127.0.0.1', certPath],
    ['localhost', null],
  ] as const;
  const reported = await Promise.all(tries.map(([host, path]) => downloadFrom(`${host}:${port}`, path)));
  expect(reported).toMatchObject([
    whole,
    distrustFor('ERR_TLS_CERT_ALTNAME_INVALID'),
    distrustFor('DEPTH_ZERO_SELF_SIGNED_CERT'),
  ]);
  expect(ranges).toHaveLength(1);
});

test.skipIf(!canFakeTime)(`a certificate that has expired is trusted no more${unfakedReason}`, async () => {
  recordFault({ part, fault: 'certificate that has expired' });
  const { port, certPath } = await serveSecurely(['faketime', '2020-01-01']);
  expect(await downloadFrom(`localhost:${port}`, certPath)).toMatchObject(distrustFor('CERT_HAS_EXPIRED'));
  expect(ranges).toEqual([]);
});

function distrustFor(reason: string): object {
  return { error: { code: 'service_unreachable', details: { reason } } };
}
