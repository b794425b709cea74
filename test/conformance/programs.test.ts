import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '../fakes/temporary-folder.ts';
import { Caller } from './support/caller.ts';
import { spawnService } from './support/service-process.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTemporaryFolder();
});

/** Listens on a free port and returns it. */
async function takePort(): Promise<string> {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  onTestFinished(() => void server.close());
  const address = server.address();
  return String(typeof address === 'object' && address !== null ? address.port : 0);
}

test('the program tells its address, key and sign-in code as one line of JSON, answers, and stops in order', async () => {
  const { child, ready, exited } = spawnService('cli', ['--port', '0', '--data', folder]);
  const { url, apiKey, signInCode } = await ready;
  expect(apiKey.length).toBeGreaterThanOrEqual(43);
  expect((await new Caller({ url, apiKey }).get('/v1/me')).status).toBe(200);
  child.kill('SIGTERM');
  const { code, output } = await exited;
  expect(code).toBe(0);
  expect(signInCode).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/);
  expect(output).toBe(`${JSON.stringify({ url, apiKey, signInCode })}\n`);
});

test('a program that lets nobody sign in has no code to tell', async () => {
  const { ready } = spawnService('cli', ['--data', folder, '--no-sign-in']);
  expect(Object.keys(await ready)).toEqual(['url', 'apiKey']);
});

test('a key and a plan can be given', async () => {
  const args = ['--data', folder, '--api-key', 'sk_given_0123456789', '--plan', 'free'];
  const { ready } = spawnService('cli', args);
  const { url, apiKey } = await ready;
  expect(apiKey).toBe('sk_given_0123456789');
  expect((await new Caller({ url, apiKey }).get('/v1/me')).status).toBe(200);
});

test('a key can come from the environment, where other users cannot read it', async () => {
  const { ready, child, exited } = spawnService('cli', ['--data', folder], {
    environment: { DAILIES_SERVICE_KEY: 'sk_from_environment' },
  });
  expect((await ready).apiKey).toBe('sk_from_environment');
  child.kill('SIGTERM');
  expect((await exited).errors).not.toContain('--api-key');
});

test('a key can come from standard input, and one on the command line is warned of', async () => {
  const args = ['--data', folder, '--api-key', '-'];
  const { ready, child, exited } = spawnService('cli', args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin?.write('sk_from_standard_input\n');
  const outcome = await Promise.race([ready, exited.then(({ errors }) => ({ apiKey: errors }))]);
  expect(outcome.apiKey).toBe('sk_from_standard_input');
  child.kill('SIGTERM');
  expect((await exited).errors).not.toContain('--api-key');
  const seen = spawnService('cli', ['--data', folder, '--api-key', 'sk_seen_by_everyone']);
  await seen.ready;
  seen.child.kill('SIGTERM');
  expect((await seen.exited).errors).toMatch(/other users.*--api-key -.*DAILIES_SERVICE_KEY/i);
});

test.each([
  [['--data', 'x', '--verbose'], '--verbose'],
  [[], '--data'],
  [['--data', 'x', '--port', 'many'], '--port'],
  [['--data', 'x', '--port', '65536'], '--port'],
  [['--data', 'x', '--plan', 'gold'], '--plan'],
  [['--data', 'x', '--api-key', 'two words'], 'key'],
  [['--data', 'x', 'stray'], 'stray'],
])('the options %j are refused with the reason', async (args, reason) => {
  const { code, output, errors } = await spawnService('cli', args).exited;
  expect([code, output]).toEqual([2, '']);
  expect(errors).toContain(reason);
});

test('a second service on the same folder is refused and says so', async () => {
  const first = spawnService('cli', ['--data', folder]);
  await first.ready;
  for (const program of ['cli', 'service-entry'] as const) {
    const { code, errors } = await spawnService(program, ['--data', folder]).exited;
    expect(code).toBe(1);
    expect(errors).toContain('already using this data folder');
  }
});

test('a port in use is refused by the program and passed over by the app’s child', async () => {
  const port = await takePort();
  const refused = await spawnService('cli', ['--data', folder, '--port', port]).exited;
  expect(refused.code).toBe(1);
  expect(refused.errors).toContain(`Port ${port} is in use`);
  const { url } = await spawnService('service-entry', ['--data', folder, '--port', port]).ready;
  expect(new URL(url).port).not.toBe(port);
});

/** Port that only a privileged process may listen on, so listening fails as on a port that Windows has reserved. */
const reservedPort = '1';
const firstOpenPort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
const hasReservedPort = existsSync(firstOpenPort) && Number(readFileSync(firstOpenPort, 'utf8')) > 1;

test.skipIf(!hasReservedPort)(
  'a port that the system has reserved is refused by the program and passed over by the app’s child',
  async () => {
    const args = ['--data', folder, '--port', reservedPort];
    const { code, errors } = await spawnService('cli', args, { isUnprivileged: true }).exited;
    expect(code).toBe(1);
    expect(errors).toContain('EACCES');
    const { url } = await spawnService('service-entry', args, { isUnprivileged: true }).ready;
    expect(new URL(url).port).not.toBe(reservedPort);
  },
);

test('a folder that cannot be made is refused with its name', async () => {
  const inAFile = path.join(folder, 'file', 'data');
  await writeFile(path.join(folder, 'file'), 'x');
  const { code, errors } = await spawnService('cli', ['--data', inAFile]).exited;
  expect(code).toBe(1);
  expect(errors).toContain(inAFile);
});

test('the app’s child takes its key from the environment and ends with its standard input', async () => {
  const { child, ready, exited } = spawnService('service-entry', ['--data', folder], {
    stdio: ['pipe', 'pipe', 'pipe'],
    environment: { DAILIES_SERVICE_KEY: 'sk_from_the_app_01' },
  });
  expect((await ready).apiKey).toBe('sk_from_the_app_01');
  child.stdin?.end();
  expect((await exited).code).toBe(0);
});

test.each(['cli', 'service-entry'] as const)('%s goes on when nobody reads its log', async (program) => {
  const { child, ready } = spawnService(program, ['--data', folder]);
  child.stderr?.destroy();
  const exited = once(child, 'exit');
  const { url, apiKey } = await ready;
  expect((await new Caller({ url, apiKey }).get('/v1/me')).status).toBe(200);
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
});

test('a command about keys ends in order when nobody reads its result', async () => {
  const { child } = spawnService('cli', ['keys', 'create', '--data', folder]);
  child.stdout?.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the program ends when the shell of npm was ended and has not passed the signal on', async () => {
  const cli = fileURLToPath(new URL('../../src-service/cli.ts', import.meta.url));
  const words = ['-c', '"$0" "$@"; true', process.execPath, cli, '--data', folder];
  const shell = spawn('sh', words, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_lifecycle_event: 'service' },
    detached: true,
  });
  const group = -(shell.pid ?? 0);
  let isEnded = false;
  shell.once('close', () => (isEnded = true));
  onTestFinished(() => {
    if (!isEnded) process.kill(group, 'SIGKILL');
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await expect.poll(() => isEnded).toBe(true);
});
