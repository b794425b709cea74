import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LocalService } from '../../../../../src-main/connections/local-service/local-service.ts';
import { ChildServiceLauncher } from '../../../../../src-main/hosts/node/child-service-launcher.ts';
import type {
  RunningService,
  ServiceLauncher,
  ServiceLaunchOptions,
} from '../../../../../src-main/platform.ts';
import { SettingsRepository } from '../../../../../src-main/state/settings-repository.ts';
import type { StateStore } from '../../../../../src-main/state/state-store.ts';
import { KeptLog, makeFolder, openStore } from '../../../../fakes/main-fixture.ts';
import { settle, TurnedClock, until } from '../../../../fakes/turned-clock.ts';

const signal = new AbortController().signal;
const entryPath = fileURLToPath(new URL('../../../../fakes/programs/small-service.ts', import.meta.url));
const program = { nodePath: process.execPath, entryPath };

function launch(change: Partial<ServiceLaunchOptions> = {}): Promise<RunningService> {
  const launcher = new ChildServiceLauncher(program);
  return launcher.launch({ dataFolder: '/nowhere', preferredPort: 0, signal, ...change });
}

test('the service is started with a key of its own and stopped in order', async () => {
  const service = await launch();
  const headers = { authorization: `Bearer ${service.apiKey}` };
  expect((await fetch(service.url, { headers })).status).toBe(200);
  expect((await fetch(service.url)).status).toBe(401);
  expect(new URL(service.url).port).toBe(String(service.port));
  await service.stop();
  expect(await service.exited).toMatchObject({ code: 0 });
});

test('the service runs in the Node it is given, untouched by what was set for the app’s own program', async () => {
  const foreign = { NODE_OPTIONS: '--no-warnings', LD_LIBRARY_PATH: '/app/lib', ELECTRON_RUN_AS_NODE: '1' };
  for (const [name, value] of Object.entries(foreign)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  // In a package, this path is Electron's own program, which runs no script.
  process.execPath = '/app/dailies';
  onTestFinished(() => void (process.execPath = program.nodePath));
  const starting = launch();
  await expect(starting).resolves.toHaveProperty('url');
  const service = await starting;
  onTestFinished(() => service.stop());
  const answer = await fetch(service.url, { headers: { authorization: `Bearer ${service.apiKey}` } });
  const seen = (await answer.json()) as { program: string; variables: string[] };
  expect(seen.program).toBe(program.nodePath);
  expect(seen.variables.filter((name) => name in foreign)).toEqual([]);
  expect(seen.variables).toContain('PATH');
});

test('a service that ends before it is ready tells why', async () => {
  process.env['SMALL_SERVICE_MODE'] = 'fails';
  onTestFinished(() => delete process.env['SMALL_SERVICE_MODE'] as never);
  await expect(launch()).rejects.toMatchObject({
    code: 'service_stopped',
    message: expect.stringContaining('There is no room for me.') as string,
  });
});

test('a service that logs why it ended is reported by its words, without form and places', async () => {
  process.env['SMALL_SERVICE_MODE'] = 'logs';
  onTestFinished(() => delete process.env['SMALL_SERVICE_MODE'] as never);
  await expect(launch()).rejects.toMatchObject({
    code: 'service_stopped',
    message: expect.stringMatching(/It ended with 1\. The service failed: Error: No luck today$/) as string,
  });
});

test('a package without the local service says so at once and does not try again', async () => {
  const absent = new ChildServiceLauncher({ ...program, nodePath: '/no/such/node' });
  const { clock, service } = await supervise(absent);
  const changed = new Promise<void>((resolve) => service.onChange(resolve));
  service.start();
  await changed;
  expect(service.state).toMatchObject({
    state: 'failed',
    error: { code: 'service_stopped', details: { reason: 'not_included' } },
  });
  expect(clock.pauses).toEqual([]);
});

test('a start that is cancelled leaves no process behind', async () => {
  const stopper = new AbortController();
  const starting = launch({ signal: stopper.signal });
  stopper.abort();
  await expect(starting).rejects.toMatchObject({ code: 'service_stopped' });
});

test('the service ends when the app is killed', async () => {
  const script = `
    import { ChildServiceLauncher } from ${JSON.stringify(new URL('../../../../../src-main/hosts/node/child-service-launcher.ts', import.meta.url).href)};
    const launcher = new ChildServiceLauncher(${JSON.stringify(program)});
    const service = await launcher.launch({ dataFolder: '/', preferredPort: 0, signal: new AbortController().signal });
    console.log(service.url);`;
  const app = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [chunk] = (await once(app.stdout, 'data')) as [Buffer];
  const url = chunk.toString().trim();
  expect((await fetch(url)).status).toBe(401);
  app.kill('SIGKILL');
  await until(() =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
});

/** Launches services that exist only as promises, so that a test decides when they end. */
class ScriptedLauncher implements ServiceLauncher {
  readonly launches: ServiceLaunchOptions[] = [];
  readonly ends: (() => void)[] = [];
  fails = false;
  stopped = 0;

  launch(options: ServiceLaunchOptions): Promise<RunningService> {
    this.launches.push(options);
    if (this.fails) return Promise.reject(new Error('cannot start'));
    const exited = Promise.withResolvers<{ code: number | null; lastWords: string }>();
    const end = (): void => {
      exited.resolve({ code: 1, lastWords: 'the last words' });
    };
    this.ends.push(end);
    const port = options.preferredPort || 4_000 + this.launches.length;
    return Promise.resolve({
      url: `http://127.0.0.1:${String(port)}`,
      apiKey: `key ${String(this.launches.length)}`,
      port,
      exited: exited.promise,
      stop: async () => {
        this.stopped += 1;
        end();
        await exited.promise;
      },
    });
  }
}

async function supervise(given?: ServiceLauncher, hasSteppedBack = false, stored?: StateStore) {
  const clock = new TurnedClock();
  const launcher = new ScriptedLauncher();
  const state = stored ?? (await openStore());
  const log = new KeptLog();
  const service = new LocalService({
    launcher: given ?? launcher,
    paths: { userData: await makeFolder(), movies: null },
    repository: new SettingsRepository({ state }),
    clock,
    log,
    hasSteppedBack: () => Promise.resolve(hasSteppedBack),
  });
  onTestFinished(() => service.dispose());
  return { clock, launcher, service, state, log };
}

test('a service that dies is started again on the same port, with a new key', async () => {
  const { clock, launcher, service } = await supervise();
  service.start();
  expect(await service.current(signal)).toEqual({ baseUrl: 'http://127.0.0.1:4001', bearer: 'key 1' });
  launcher.ends[0]?.();
  const next = new Promise((resolve) =>
    service.onChange(() => void service.current(signal).then(resolve, () => undefined)),
  );
  await clock.advance(500);
  await next;
  expect(await service.current(signal)).toEqual({ baseUrl: 'http://127.0.0.1:4001', bearer: 'key 2' });
});

test.each([false, true])('the service is told whether a newer version did not start: %j', async (has) => {
  const { service } = await supervise(new ChildServiceLauncher(program), has);
  service.start();
  const { baseUrl } = await service.current(signal);
  const { words } = (await (await fetch(baseUrl)).json()) as { words: string[] };
  expect(words.includes('--step-back')).toBe(has);
});

test('a service that did not start is told of the failed newer version in later sessions too, until it has started', async () => {
  const first = await supervise(undefined, true);
  first.launcher.fails = true;
  first.service.start();
  await first.clock.advance(60_000);
  await first.service.dispose();
  for (const isTold of [true, false]) {
    const { service, launcher } = await supervise(undefined, false, first.state);
    service.start();
    await service.current(signal);
    await service.dispose();
    expect(launcher.launches.map(({ mayStepBack }) => mayStepBack)).toEqual([isTold]);
  }
});

const noRoom =
  "CREATE TEMP TRIGGER no_room BEFORE INSERT ON settings BEGIN SELECT RAISE(ABORT, 'no room'); END";

test('a service that cannot stay up is given up after five tries, until it is tried again', async () => {
  const { clock, launcher, service } = await supervise();
  launcher.fails = true;
  service.start();
  await clock.advance(60_000);
  expect(launcher.launches).toHaveLength(5);
  expect(clock.pauses).toEqual([500, 1_000, 2_000, 4_000]);
  await expect(service.current(signal)).rejects.toMatchObject({ code: 'service_stopped' });
  launcher.fails = false;
  service.retry();
  expect((await service.current(signal)).bearer).toBe('key 6');
});

test('whoever asks while it starts waits, and stops waiting when cancelled', async () => {
  const { service } = await supervise();
  const stopper = new AbortController();
  const waiting = service.current(stopper.signal);
  stopper.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
  const patient = service.current(signal);
  service.start();
  expect((await patient).bearer).toBe('key 1');
});

test('a port that cannot be kept does not cost the service', async () => {
  const { launcher, service, state } = await supervise();
  state.database.exec(noRoom);
  service.start();
  expect(await service.current(signal)).toMatchObject({ bearer: 'key 1' });
  expect(service.state.state).toBe('running');
  expect(launcher.launches).toHaveLength(1);
});

test('whoever fails at the news of its state does not cost the service, which ends with the app', async () => {
  const { launcher, service, log } = await supervise();
  const news: string[] = [];
  let failuresLeft = 1;
  service.onChange(() => {
    failuresLeft -= 1;
    if (failuresLeft >= 0) throw new Error('no room');
  });
  service.onChange(() => news.push(service.state.state));
  service.start();
  expect(await service.current(signal)).toMatchObject({ bearer: 'key 1' });
  await settle();
  expect(service.state.state).toBe('running');
  expect(launcher.launches).toHaveLength(1);
  expect(news).toEqual(['running']);
  expect(log.lines).toMatchObject([{ level: 'error', facts: { error: { message: 'no room' } } }]);
  await service.dispose();
  expect(launcher.stopped).toBe(1);
});

test('whoever fails at the news that the service ended does not keep it from being started again', async () => {
  const { clock, launcher, service } = await supervise();
  service.start();
  await service.current(signal);
  service.onChange(() => {
    if (service.state.state === 'starting') throw new Error('no room');
  });
  launcher.ends[0]?.();
  await clock.advance(500);
  expect(service.state.state).toBe('running');
  expect(launcher.launches).toHaveLength(2);
});
