import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { SignInServer } from '../fakes/sign-in-server.ts';
import { until } from '../fakes/turned-clock.ts';
import type { AppReport } from './scenarios/app-order.ts';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';
import { StartedRun } from './support/started-run.ts';

const part = 'B7 machine: process';

test('an app that is stopped for a minute while the service drops its connections goes on', async () => {
  const held = await HeldDelivery.prepare();
  const run = held.site.start();
  await held.half();
  run.signal('SIGSTOP');
  held.letGo();
  const stoppedMs = performance.now();
  // Twenty times as long for the app.
  await until(() => performance.now() - stoppedMs > 3_200);
  run.signal('SIGCONT');
  held.expectDone(await run.report(), 'stopped');
  const fault = 'stopped for a minute in the middle of a download, connections dropped';
  recordFault({ part, fault, injected: 1, survived: 1 });
});

test('an app that may open 64 files delivers', async () => {
  const held = await HeldDelivery.prepare();
  held.letGo();
  const run = held.site.startBy('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh']);
  held.expectDone(await run.report(), 'few files');
  recordFault({ part, fault: 'no more than 64 open files', injected: 1, survived: 1 });
});

const faketimeFolder = '/usr/lib/' + systemName() + '/faketime';
const hasFaketime = existsSync(faketimeFolder);
const unfaked = hasFaketime ? '' : ' (SKIPPED: there is no faketime here)';

/** As Debian names the folder of its libraries. */
function systemName(): string {
  return `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
}

/** What makes a process take its time of day from a file, which may change while it runs. */
function clockOf(file: string): NodeJS.ProcessEnv {
  return {
    LD_PRELOAD: join(faketimeFolder, 'libfaketimeMT.so.1'),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}

const leaps = ['+400d', '-2d'];

test.skipIf(!hasFaketime).each(leaps)(
  `a clock that leaps by %s in the middle of a download changes nothing${unfaked}`,
  async (leap) => {
    const held = await HeldDelivery.prepare();
    const file = join(await makeFolder('clock'), 'offset');
    writeFileSync(file, '+0\n');
    const settings = Object.entries(clockOf(file)).map(([name, value]) => `${name}=${value ?? ''}`);
    const run = held.site.startBy('env', settings);
    await held.half();
    writeFileSync(file, `${leap}\n`);
    held.letGo();
    held.expectDone(await run.report(), leap);
    expect(Math.abs(held.lastLoggedMs() - Date.now())).toBeGreaterThan(86_400_000);
    const again = await held.site.run({
      kind: 'generation',
      script: '# Harbour lights\n\nThe harbour wakes.',
    });
    expect(again.rows.filter(({ state }) => state === 'succeeded').length).toBeGreaterThan(0);
    const fault = `clock leaps by ${leap} in the middle of a download`;
    recordFault({ part: 'B6 machine: clock', fault, injected: 1, survived: 1 });
  },
);

test.skipIf(!hasFaketime).each(leaps)(
  `a clock that is wrong by %s renews a sign-in once and uses it${unfaked}`,
  async (leap) => {
    const server = await SignInServer.start();
    const folder = await makeFolder('secrets');
    const path = join(folder, 'secrets.json');
    server.clients.set('client', 'http://127.0.0.1/callback');
    server.refreshTokens.add('refresh-1');
    const credential = { formatVersion: 1, issuer: server.issuer, clientId: 'client' };
    const secret = JSON.stringify({ ...credential, refreshToken: 'refresh-1', resource: `${server.url}/` });
    writeFileSync(path, JSON.stringify({ 'oauth:1': secret }));
    writeFileSync(join(folder, 'offset'), `${leap}\n`);
    const program = fileURLToPath(new URL('scenarios/token-session.ts', import.meta.url));
    const environment = clockOf(join(folder, 'offset'));
    const run = new StartedRun(process.execPath, [program, path, server.url], environment);
    await run.said('{"outcome":"called"}');
    expect(Math.abs(run.number('time') - Date.now())).toBeGreaterThan(86_400_000);
    expect(server.grants).toEqual(['refresh_token']);
    const fault = `clock wrong by ${leap} while a token is renewed`;
    recordFault({ part: 'B6 machine: clock', fault, injected: 1, survived: 1 });
  },
);

test.skipIf(!canTrace)(
  `bytes a drive could not take for certain are asked for again${untracedReason}`,
  async () => {
    const held = await HeldDelivery.prepare();
    const { site, service } = held;
    const countSent = async (injection: string, isReached: boolean): Promise<number> => {
      site.reset();
      held.hold();
      const before = service.countOf('GET', /^\/storage/);
      const run = site.inject({ call: 'fdatasync' }, injection);
      await held.half();
      const heldMs = performance.now();
      // Long enough for the next bytes to be journalled.
      await until(() => performance.now() - heldMs > 500);
      held.letGo();
      const { stdout, injected } = await run;
      expect(injected, stdout).toBe(isReached ? 1 : 0);
      held.expectDone(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as AppReport, injection);
      return service.countOf('GET', /^\/storage/) - before;
    };
    const undisturbed = await countSent('error=EIO:when=99', false);
    expect(await countSent('error=EIO:when=1', true)).toBeGreaterThan(undisturbed);
    const fault = 'EIO when received bytes are put on the disk';
    recordFault({ part: 'B7 machine: drive', fault, injected: 1, survived: 1 });
  },
);

/** What a drive that is about to die, or is full, does to a delivery. */
const drives: [fault: string, call: string, injections: string[]][] = [
  [
    'EIO when files are put on the disk',
    'fsync',
    ['error=EIO:when=6', 'error=EIO:when=12', 'error=EIO:when=20', 'error=EIO:when=26'],
  ],
  [
    'ENOSPC at a write',
    'pwrite64',
    ['error=ENOSPC:when=3', 'error=ENOSPC:when=8..9', 'error=ENOSPC:when=60'],
  ],
];

test.skipIf(!canTrace).each(drives)(
  `a drive that answers with %s gives no half-done version${untracedReason}`,
  async (fault, call, injections) => {
    const held = await HeldDelivery.prepare();
    held.letGo();
    const { site } = held;
    await site.run();
    const whole = filesOf(site.delivered());
    for (const injection of injections) {
      site.reset();
      const { stdout, injected } = await site.inject({ call }, injection);
      const what = `${fault}, ${injection}: ${stdout}`;
      expect(injected, what).toBeGreaterThan(0);
      site.checkAlways(what);
      const there = filesOf(site.delivered());
      if (there.length > 0) expect(there, what).toEqual(whole);
      const { rows } = await site.run();
      const [row] = rows.filter(({ remote }) => remote === null || remote.includes('/Harbour'));
      expect(['done', 'failed'], what).toContain(row?.state);
      if (row?.state === 'failed') expect(row.error, what).not.toBeNull();
      expect(filesOf(site.delivered()), what).toEqual(row?.state === 'done' ? whole : []);
      expect(readdirSync(site.deliveryFolder).filter((name) => name.startsWith('.dailies-tmp-'))).toEqual([]);
    }
    const { length } = injections;
    recordFault({ part: 'B7 machine: drive', fault, injected: length, survived: length });
  },
);

function filesOf(delivered: ReadonlyMap<string, string>): string[] {
  return [...delivered].filter(([path]) => !path.endsWith('manifest.json')).map((entry) => entry.join(' '));
}

test('the app answers whatever was made of its state', async () => {
  const held = await HeldDelivery.prepare();
  const { site } = held;
  const state = join(site.userData, 'state.sqlite');
  const size = Number(execFileSync('stat', ['-c', '%s', state]));
  const damages = [
    ...Array.from(
      { length: 5 },
      (_, index) => `truncate -s ${String(Math.floor((size * index) / 5) + 7)} "$0"`,
    ),
    'truncate -s 0 "$0"',
    'echo "This is no database." > "$0"',
  ];
  for (const damage of damages) {
    site.reset();
    execFileSync('sh', ['-c', damage, state]);
    const { notices } = await site.run({ kind: 'nothing' });
    const told = notices.map(({ code }) => code);
    if (!damage.includes('-s 0')) expect(told, damage).toEqual(['state_unreadable']);
    site.checkAlways(damage);
  }
  const { length } = damages;
  recordFault({
    part: 'B8 crash: state',
    fault: 'truncated, emptied or a text',
    injected: length,
    survived: length,
  });
});
