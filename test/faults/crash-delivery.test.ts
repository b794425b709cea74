import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sampleBundle } from '../fakes/sample-project.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { killAtPoints, type KillPlan, type KillPoint } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

const version = 'Harbour lights/Harbour lights_v001/';

async function prepare() {
  const service = await ServiceStandIn.start();
  service.apiKey = canaryKey;
  const projectId = service.addProject();
  const site = await CrashSite.prepare({ serviceUrl: service.url, goal: { kind: 'delivery', projectId } });
  await site.run();
  site.checkAtEnd('undisturbed');
  const whole = withoutRecord(site.delivered());
  for (const [name, content] of sampleBundle('FCPXML')) {
    if (name.startsWith('media/')) expect(whole[version + name]).toBe(sha256(content));
  }
  return { site, whole };
}

/** Omits the record of the delivery itself, because it contains the time. */
function withoutRecord(files: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...files].filter(([path]) => !path.endsWith('manifest.json')));
}

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/**
 * Kills a run at a point, and the run that resumes it at another. Expects no partial results, and a normal end of the
 * next run.
 * @returns how many of the runs reached their points.
 */
async function survive(
  { site, whole }: Awaited<ReturnType<typeof prepare>>,
  fault: string,
  kills: readonly KillPoint[],
): Promise<number> {
  site.reset();
  const killedAt: string[] = [];
  for (const { call, point } of kills) {
    const paths = call === 'pwrite64' ? { paths: site.statePaths } : {};
    const run = await site.kill({ call, ...paths }, point);
    if (run.killedAt !== null) {
      recordFault({ part: 'B8 crash: delivery', fault });
      killedAt.push(`${call} ${String(point)}: ${run.killedAt}`);
    }
    checkMoment(site, whole, killedAt.join('\n'));
  }
  const what = killedAt.join('\n');
  const { rows } = await site.run();
  const deliveries = rows.filter(({ remote }) => remote?.includes('/Harbour lights_v'));
  expect(deliveries, what).toMatchObject([{ state: 'done', error: null }]);
  expect(withoutRecord(site.delivered()), what).toEqual(whole);
  site.checkAtEnd(what);
  return killedAt.length;
}

/** Expects that the version is either complete or absent. */
function checkMoment(site: CrashSite, whole: Record<string, string>, what: string): void {
  site.checkAlways(what);
  const there = withoutRecord(site.delivered());
  if (Object.keys(there).length > 0) expect(there, what).toEqual(whole);
}

/** Number of calls of each kind in a delivery. */
const places: readonly [fault: string, plans: readonly KillPlan[]][] = [
  [
    'killed while files and folders are made, named and removed',
    [
      { call: 'mkdir', last: 14 },
      { call: 'rename', last: 2 },
      { call: 'link', last: 1 },
      { call: 'unlink', last: 5 },
      { call: 'rmdir', last: 5 },
      { call: 'ftruncate', last: 2 },
    ],
  ],
  ['killed while files are put on the disk', [{ call: 'fsync', last: 31 }]],
  // The thread for files signals the end of each of its calls with a write.
  ['killed between any two calls to the drive', [{ call: 'write', last: 220 }]],
  ['killed while the journal is written', [{ call: 'pwrite64', last: 350 }]],
];

test.skipIf(!canTrace)(
  `a delivery killed at any moment is whole or not there, and done once after the next start${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const parts = await prepare();
    for (const [fault, plans] of places) {
      const injected = await killAtPoints(plans, async (at) => (await survive(parts, fault, [at])) > 0);
      expect(injected).toBeGreaterThanOrEqual(plans.length);
    }
  },
);

test.skipIf(!canTrace)(
  `a delivery killed again while it is taken up is still done once${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const parts = await prepare();
    const fault = 'killed, and killed again while it is taken up';
    let injected = 0;
    for (const [first, second] of [
      [
        { call: 'mkdir', point: 9 },
        { call: 'fsync', point: 12 },
      ],
      [
        { call: 'fsync', point: 20 },
        { call: 'unlink', point: 2 },
      ],
      [
        { call: 'rename', point: 2 },
        { call: 'rename', point: 2 },
      ],
      [
        { call: 'rmdir', point: 2 },
        { call: 'rmdir', point: 2 },
      ],
    ] as const) {
      injected += await survive(parts, fault, [first, second]);
    }
    expect(injected).toBeGreaterThan(5);
  },
);
