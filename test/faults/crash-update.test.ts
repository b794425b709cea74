import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FeedStandIn, packageVersion } from '../fakes/features/packaged-version.ts';
import { makeFolder } from '../fakes/main-fixture.ts';
import { TestServer } from '../fakes/test-server.ts';
import { killAtPoints } from './support/crash-sample.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, runProgram, runTraced, untracedReason } from './support/killed-run.ts';
import { scenario } from './support/scenario.ts';

const program = scenario('update');
/** Calls with which a version installs the next one: records, download, versions and links. */
const plans = [
  { call: 'rename', last: 4 },
  { call: 'symlink', last: 2 },
  { call: 'fsync', last: 15 },
  { call: 'unlink', last: 4 },
  { call: 'mkdir', last: 2 },
  { call: 'pwrite64', last: 60 },
];

async function prepare() {
  const folder = await makeFolder('update');
  const [kept, root, userData] = ['kept', 'installed', 'data'].map((name) => join(folder, name));
  const feed = new FeedStandIn();
  const server = await TestServer.start(feed.answer);
  cpSync(packageVersion(folder, '1.0.0').root, kept ?? '', { recursive: true, verbatimSymlinks: true });
  feed.offer(server.url, '2.0.0', packageVersion(folder, '2.0.0').archive);
  const place = { root: root ?? '', userData: userData ?? '' };
  const argument = (version: string): string =>
    JSON.stringify({ ...place, version, feedUrl: `${server.url}/feed.json`, publicKey: feed.publicKey });
  const reset = (): void => {
    for (const each of Object.values(place)) rmSync(each, { recursive: true, force: true });
    cpSync(kept ?? '', place.root, { recursive: true, verbatimSymlinks: true });
  };
  /** Starts the app as the user's menu entry does. */
  const start = (): string => execFileSync(join(place.root, 'dailies'), { encoding: 'utf8' }).trim();
  const run = async (version: string): Promise<unknown> => {
    const { stdout, stderr } = await runProgram(process.execPath, [program, argument(version)]);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  };
  return { ...place, argument, reset, start, run };
}

test.skipIf(!canTrace)(
  `an update killed at any moment leaves a version that starts, and ends with the new one${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const fault = 'killed while a next version is downloaded, unpacked and switched to';
    const { root, argument, reset, start, run } = await prepare();
    const kills = await killAtPoints(plans, async ({ call, point }) => {
      reset();
      const injection = `signal=KILL:when=${String(point)}`;
      const { killedAt } = await runTraced(program, [argument('1.0.0')], { call }, injection);
      if (killedAt === null) return false;
      recordFault({ part: 'B8 crash: update', fault });
      const what = `killed at ${call} ${String(point)}: ${killedAt}`;
      const started = start();
      expect(['1.0.0', '2.0.0'], what).toContain(started);
      expect(await run(started), what).toMatchObject({ error: null });
      expect(start(), what).toBe('2.0.0');
      expect(await run('2.0.0'), what).toEqual({ stage: null, error: null });
      expect([start(), start(), start()], what).toEqual(['2.0.0', '2.0.0', '2.0.0']);
      expect(readdirSync(root).sort(), what).toEqual(['current', 'dailies', 'previous', 'versions']);
      expect(readdirSync(join(root, 'versions')).sort(), what).toEqual(['1.0.0', '2.0.0']);
      return true;
    });
    expect(kills).toBeGreaterThanOrEqual(plans.length);
  },
);
