import { createHash, randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../fakes/main-fixture.ts';
import { stillBytes } from '../fakes/sample-project.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import type { AppReport } from './scenarios/app-order.ts';
import { killAtPoints, type KillPlan } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

const part = 'B8 crash: upload';
const content = Buffer.concat([stillBytes, randomBytes(300_000)]);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function prepare() {
  const service = await ServiceStandIn.start();
  service.apiKey = canaryKey;
  const path = join(await makeFolder('source'), 'harbour.png');
  writeFileSync(path, content);
  const site = await CrashSite.prepare({ serviceUrl: service.url, goal: { kind: 'upload', path } });
  return { service, path, site };
}

/** Repeats the run only as the user's retry, because the request for an address may already have been carried out. */
async function runToEnd(
  { service, path, site }: Awaited<ReturnType<typeof prepare>>,
  what: string,
): Promise<AppReport> {
  const countPosts = (): number => service.server.seen.filter(({ method }) => method === 'POST').length;
  const before = countPosts();
  const report = await site.run();
  if (report.rows[0]?.error?.code !== 'start_unconfirmed') return report;
  expect(countPosts(), what).toBe(before);
  return await site.run({ kind: 'upload', path, retries: true });
}

/** Expects that the next start ends the upload and that no address received the whole file twice. */
async function checkNextStart(
  { service, path, site }: Awaited<ReturnType<typeof prepare>>,
  what: string,
): Promise<void> {
  const { rows } = await runToEnd({ service, path, site }, what);
  expect(rows, what).toMatchObject([{ state: 'done', error: null }]);
  const sent = service.uploads.get(rows[0]?.remote ?? '') ?? Buffer.alloc(0);
  expect(sha256(sent), what).toBe(sha256(content));
  const puts = service.server.seen.filter(({ method, body }) => method === 'PUT' && body.equals(content));
  const places = puts.map(({ url }) => url);
  expect(new Set(places).size, what).toBe(places.length);
  expect(statSync(path).size, what).toBe(content.length);
  site.checkAtEnd(what);
  service.server.seen.length = 0;
}

test('an upload whose app is killed at the PUT or the answer to it goes to a new address, and once more at most', async () => {
  recordFault({
    part,
    fault: 'killed when the address is asked for and when the bytes have arrived',
    injected: 2,
  });
  const parts = await prepare();
  const { service, site } = parts;
  for (const moment of ['the address is asked for', 'the bytes have arrived']) {
    site.reset();
    const run = site.start();
    const killed = Promise.withResolvers<null>();
    service.intercept = async ({ method }, response) => {
      if (method !== (moment === 'the bytes have arrived' ? 'PUT' : 'POST')) return false;
      service.intercept = () => false;
      await run.kill();
      killed.resolve(null);
      response.destroy();
      return true;
    };
    await killed.promise;
    site.checkAlways(moment);
    await checkNextStart(parts, `killed when ${moment}`);
  }
});

test.skipIf(!canTrace)(
  `an upload killed at any moment is at the service once and whole after the next start${untracedReason}`,
  { timeout: 3_600_000 },
  async () => {
    const parts = await prepare();
    const { site } = parts;
    const places: readonly [fault: string, plans: readonly KillPlan[], paths: readonly string[]][] = [
      [
        'killed while the journal is written',
        [
          { call: 'fsync', last: 11 },
          { call: 'pwrite64', last: 110 },
        ],
        site.statePaths,
      ],
      [
        'killed while bytes are sent',
        [
          { call: 'writev', last: 1 },
          { call: 'write', last: 20 },
        ],
        [],
      ],
    ];
    for (const [fault, plans, paths] of places) {
      const kills = await killAtPoints(plans, async ({ call, point }) => {
        site.reset();
        const { killedAt } = await site.kill({ call, paths }, point);
        if (killedAt === null) return false;
        recordFault({ part, fault });
        const what = `killed at ${call} ${String(point)}: ${killedAt}`;
        site.checkAlways(what);
        await checkNextStart(parts, what);
        return true;
      });
      expect(kills).toBeGreaterThanOrEqual(plans.length);
    }
  },
);
