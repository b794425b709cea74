import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CommandDoor } from '../../../../../src-main/hosts/door/command-door.ts';
import { connectToDoor } from '../../../../../src-main/hosts/door/door-client.ts';
import { readVersion } from '../../../../../src-main/hosts/headless/data-folder.ts';
import { makeFolder } from '../../../../fakes/main-fixture.ts';
import { ServiceStandIn } from '../../../../fakes/services/service-stand-in.ts';
import { startApp } from '../../../../fakes/test-platform.ts';
import { until } from '../../../../fakes/turned-clock.ts';

const program = fileURLToPath(new URL('../../../../../src-main/hosts/commands/dailies.ts', import.meta.url));

/** Starts an app with a door; `run` is a command of another process with the same data folder. */
async function create(version?: string) {
  const service = await ServiceStandIn.start();
  const { app, platform } = await startApp(service);
  const { userData } = platform.paths;
  const door = new CommandDoor({
    app,
    userData,
    version: version ?? (await readVersion()),
    log: platform.log,
  });
  await door.start();
  onTestFinished(() => door.dispose());
  const run = (...words: string[]) => {
    const child = spawn(process.execPath, [program, ...words, '--json'], {
      env: { ...process.env, DAILIES_USER_DATA: userData },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
      ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number | null }),
    );
    return { child, ended };
  };
  return { service, app, platform, userData, door, run };
}

/** Starts a generation that does not end by itself. */
async function createBusy() {
  const made = await create();
  made.service.readsPerRun = 1e9;
  const command = made.run('generate', 'script', 'The harbour wakes.');
  const { generations } = made.app.services.active();
  await until(() => generations.list(1)[0]?.state === 'running');
  return { ...made, command, state: () => generations.list(1)[0]?.state };
}

describe('a command beside a running app', { timeout: 60_000 }, () => {
  test('works in it, follows its events, and leaves what it made there', async () => {
    const { app, run } = await create();
    const { code, stdout, stderr } = await run('generate', 'script', 'The harbour wakes.').ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('draft: succeeded')]);
    const [generation] = app.services.active().generations.list(1);
    expect(JSON.parse(stdout)).toEqual({
      generations: [
        {
          projectId: generation?.projectId,
          state: 'succeeded',
          title: generation?.title,
          generationId: generation?.generationId,
          error: null,
        },
      ],
    });
  });

  test('cancels what it started when it is interrupted', async () => {
    const { command, state } = await createBusy();
    command.child.kill('SIGINT');
    const { code, stdout } = await command.ended;
    expect(code).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'cancelled' } });
    expect(state()).toBe('cancelled');
  });

  test('can die: its work goes on, and the app answers the next', async () => {
    const { command, state, run, door } = await createBusy();
    command.child.kill('SIGKILL');
    await command.ended;
    await until(() => door.isIdle);
    const { code, stdout } = await run('jobs', 'list').ended;
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ jobs: [{ kind: 'generation', state: 'running' }] });
    expect(state()).toBe('running');
  });

  test('ends in words when the app ends', async () => {
    const { command, door } = await createBusy();
    await door.dispose();
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Dailies has ended, and with it this command.'),
    ]);
  });

  test('of another version is refused, and told what to do', async () => {
    const { run } = await create('9.9.9');
    const { code, stderr } = await run('jobs', 'list').ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /Dailies 9\.9\.9 is running, and this command is of version .*Quit Dailies, or use/,
    );
  });

  test('refuses a folder that other users may enter', async () => {
    const { run, userData } = await create();
    await chmod(join(userData, 'door'), 0o755);
    const { code, stderr } = await run('jobs', 'list').ended;
    expect([code, stderr]).toEqual([1, expect.stringContaining('only you may enter it (mode 0700)')]);
  });
});

describe('the door', () => {
  test('is a socket that only its owner may use', async () => {
    const { userData } = await create();
    const modeOf = async (name: string) =>
      ((await lstat(join(userData, 'door', name))).mode & 0o777).toString(8);
    expect([await modeOf('.'), await modeOf('socket'), await modeOf('address')]).toEqual([
      '700',
      '600',
      '600',
    ]);
  });

  test('is elsewhere where the path of the data folder is too long for a socket', async () => {
    const { app, platform } = await create();
    const userData = join(await makeFolder('door'), 'a-long-name-'.repeat(12));
    const door = new CommandDoor({ app, userData, version: '1', log: platform.log });
    await door.start();
    const address = await readFile(join(userData, 'door', 'address'), 'utf8');
    const running = await connectToDoor(userData, '1');
    expect(await running?.invoke({ name: 'connection.get', input: {} })).toMatchObject({ ok: true });
    await door.dispose();
    await expect(lstat(join(address, '..'))).rejects.toThrow('ENOENT');
  });

  test('is gone with its app, and a left address counts as none', async () => {
    const { userData, door } = await create();
    const address = await readFile(join(userData, 'door', 'address'), 'utf8');
    await door.dispose();
    expect(await connectToDoor(userData, await readVersion())).toBeNull();
    await writeFile(join(userData, 'door', 'address'), address);
    expect(await connectToDoor(userData, await readVersion())).toBeNull();
  });

  test.each([
    ['no greeting', 'hello\n'],
    ['no JSON after it', '{"hello":{"version":"VERSION"}}\nwhat\n'],
    ['a line without end', `{"hello":{"version":"VERSION"}}\n${'x'.repeat(9 * 1024 * 1024)}`],
  ])('ends a client with %s, and answers the others', async (_what, words) => {
    const { userData } = await create();
    const version = await readVersion();
    const socket = connect(await readFile(join(userData, 'door', 'address'), 'utf8'));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    socket.resume();
    socket.write(words.replace('VERSION', version));
    await closed;
    const running = await connectToDoor(userData, version);
    expect(await running?.invoke({ name: 'connection.get', input: {} })).toMatchObject({ ok: true });
    running?.close();
  });

  test('answers each of a thousand calls at once', async () => {
    const { userData } = await create();
    const running = await connectToDoor(userData, await readVersion());
    const ask = () => running?.invoke({ name: 'connection.get', input: {} }) ?? Promise.resolve(null);
    const replies = await Promise.all(Array.from({ length: 1_000 }, ask));
    expect(replies.filter((reply) => (reply as { ok: boolean }).ok)).toHaveLength(1_000);
    running?.close();
  });
});
