import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../fakes/turned-clock.ts';
import type { AppReport } from './scenarios/app-order.ts';
import { recordFault } from './support/fault-table.ts';
import { HeldDelivery } from './support/held-delivery.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';
import { LongDelivery } from './support/long-delivery.ts';

const part = 'B7 machine: process';

test('an app that is stopped for a minute while the service drops its connections goes on', async () => {
  recordFault({ part, fault: 'stopped for a minute in the middle of a download, connections dropped' });
  const held = await HeldDelivery.prepare();
  const run = held.site.start();
  await held.half();
  run.signal('SIGSTOP');
  held.letGo();
  const stoppedMs = performance.now();
  // Time passes twenty times as fast for the app.
  await until(() => performance.now() - stoppedMs > 3_200);
  run.signal('SIGCONT');
  held.expectDone(await run.report(), 'stopped');
});

test('an app that may open 64 files delivers', async () => {
  recordFault({ part, fault: 'no more than 64 open files' });
  const held = await HeldDelivery.prepare();
  held.letGo();
  const run = held.site.startBy('sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh']);
  held.expectDone(await run.report(), 'few files');
});

test.skipIf(!canTrace)(
  `bytes a drive could not take for certain are asked for again${untracedReason}`,
  async () => {
    recordFault({ part: 'B7 machine: drive', fault: 'EIO when received bytes are put on the disk' });
    const long = await LongDelivery.prepare();
    const { injected, stdout } = await long.site.inject({ call: 'fdatasync' }, 'error=EIO:when=3');
    expect(injected, stdout).toBe(1);
    long.expectDone(stdout);
    expect(long.sendings).toMatchObject([{ startByte: 0 }, { startByte: 0 }]);
  },
);

/** Failures of a dying or full drive during a delivery. */
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
    recordFault({ part: 'B7 machine: drive', fault, injected: injections.length });
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
  },
);

test.skipIf(!canTrace)(
  `a version whose files somebody looks into gets its name a moment later${untracedReason}`,
  async () => {
    const held = await HeldDelivery.prepare();
    held.letGo();
    const codes = ['EBUSY', 'EPERM', 'EACCES'];
    const fault = 'EBUSY, EPERM or EACCES at the rename of a version';
    recordFault({ part: 'B7 machine: drive', fault, injected: codes.length });
    for (const code of codes) {
      held.site.reset();
      const { stdout, injected } = await held.site.inject({ call: 'rename' }, `error=${code}:when=2..4`);
      expect(injected, stdout).toBe(3);
      held.expectDone(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as AppReport, code);
      expect(held.hasWaitedFor('folder'), code).toBe(false);
    }
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
    recordFault({ part: 'B8 crash: state', fault: 'truncated, emptied or a text' });
    const { notices } = await site.run({ kind: 'nothing' });
    const reported = notices.map(({ code }) => code);
    expect(reported, damage).toEqual(['state_unreadable']);
    site.checkAlways(damage);
  }
});
