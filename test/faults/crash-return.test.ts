import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeKdenlive } from '../../src-timeline/formats/kdenlive/kdenlive.ts';
import { withoutSecondScene } from '../fakes/features/returns-fixture.ts';
import { movieStart } from '../fakes/sample-project.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import type { ReturnAction } from './scenarios/app-order.ts';
import { killAtPoints, type KillPlan, type KillPoint } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

const part = 'B8 crash: return';
const firstVersion = 'Harbour lights/Harbour lights_v001';
/** Later than any run, so that the file always settles first. */
const savedAt = new Date('2100-01-01T00:00:00Z');

const movie = Buffer.concat([movieStart, Buffer.from('\0\0\0\x17mdatan export of it', 'latin1')]);
const index = Buffer.from('\0\0\0\x08moov', 'latin1');
const edits: Readonly<Record<'cut' | 'movie', readonly [name: string, content: string | Buffer]>> = {
  cut: ['my cut.kdenlive', writeKdenlive(withoutSecondScene, { fileName: 'my cut.kdenlive' }).text],
  movie: ['final.mp4', Buffer.concat([movie, index])],
};

/** Final state of the return for each action, and the number of the version that it became. */
const ends: Readonly<Record<ReturnAction, { readonly state: string; readonly keptAs: number | null }>> = {
  nothing: { state: 'described', keptAs: null },
  dismiss: { state: 'dismissed', keptAs: null },
  keep: { state: 'kept', keptAs: 2 },
  update: { state: 'kept', keptAs: 3 },
  upload: { state: 'uploaded', keptAs: null },
};

/** Prepares a delivered version and its returned edit. With `update`, the project has changed since. */
async function prepare(action: ReturnAction) {
  const service = await ServiceStandIn.start();
  service.apiKey = canaryKey;
  const projectId = service.addProject();
  const [name, content] = edits[action === 'upload' ? 'movie' : 'cut'];
  const site = await CrashSite.prepare(
    { serviceUrl: service.url, goal: { kind: 'return', action } },
    async (fresh) => {
      await fresh.run({ kind: 'delivery', projectId });
      const path = join(fresh.deliveryFolder, firstVersion, 'Returns', name);
      writeFileSync(path, content);
      utimesSync(path, savedAt, savedAt);
    },
  );
  if (action === 'update') service.remix(withNewPicture);
  await site.run();
  const whole = contentsOf(site);
  const parts = { site, service, action, whole };
  checkEnd(parts, await site.run(), 'undisturbed');
  return parts;
}

type Parts = Awaited<ReturnType<typeof prepare>>;

function withNewPicture(entries: Map<string, Buffer>): void {
  const picture = entries.get('media/scene-01.png') ?? Buffer.alloc(0);
  entries.set('media/scene-01.png', Buffer.concat([picture, Buffer.from('at night')]));
}

/** Omits the records of the deliveries, because they contain the time. */
function contentsOf(site: CrashSite): Record<string, string> {
  return Object.fromEntries([...site.delivered()].filter(([path]) => !path.endsWith('manifest.json')));
}

const versionOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Expects at any moment that versions are complete or absent, the edit is as saved, and at most one return exists. */
function checkMoment({ site, whole }: Parts, what: string): void {
  site.checkAlways(what);
  const there = contentsOf(site);
  const versions = new Set(Object.keys(there).map(versionOf));
  const expected = Object.entries(whole).filter(([path]) => versions.has(versionOf(path)));
  expect(there, what).toEqual(Object.fromEntries(expected));
  expect(site.records('returns').length, what).toBeLessThanOrEqual(1);
}

function checkEnd(
  { site, service, action, whole }: Parts,
  { returns, rows }: Awaited<ReturnType<CrashSite['run']>>,
  what: string,
): void {
  const { state, keptAs } = ends[action];
  const remote = keptAs === null ? null : `Harbour lights_v00${String(keptAs)}`;
  expect(returns, what).toMatchObject([{ state, error: null, remote }]);
  const folders = [...new Set(Object.keys(whole).map(versionOf))];
  const paths = site.records('deliveries').map((record) => record['folderPath']);
  // A delivery that the service never confirmed has no folder.
  const deliveries = paths.filter((path) => path !== null);
  expect(deliveries.toSorted(), what).toEqual(folders.map((folder) => join(site.deliveryFolder, folder)));
  expect(contentsOf(site), what).toEqual(whole);
  if (action === 'upload') {
    const sent = [...service.uploads.values()].filter((bytes) => sha256(bytes) === sha256(edits.movie[1]));
    // If the app did not note the arrival of the bytes, it sends them to a new address once.
    expect([1, 2], what).toContain(sent.length);
    expect(rows.filter(({ state: of }) => of === 'done').length, what).toBe(2);
  }
  site.checkAtEnd(what);
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Runs the app again if a start is unconfirmed, because the app repeats it only on the user's decision. */
async function runToEnd({ site }: Parts): ReturnType<CrashSite['run']> {
  const report = await site.run();
  const isAsked = report.rows.some(({ error }) => error?.code === 'start_unconfirmed');
  return isAsked ? site.run() : report;
}

/** @returns true if the run reached the point. */
async function survive(parts: Parts, { call, point }: KillPoint): Promise<boolean> {
  const { site, service } = parts;
  site.reset();
  service.uploads.clear();
  const paths = call === 'pwrite64' ? { paths: site.statePaths } : {};
  const run = await site.kill({ call, ...paths }, point);
  const what = `${call} ${String(point)}: ${String(run.killedAt)}`;
  if (run.killedAt !== null) {
    recordFault({ part, fault: `killed while a return is ${doing[parts.action]}` });
    checkMoment(parts, what);
  }
  checkEnd(parts, await runToEnd(parts), what);
  return run.killedAt !== null;
}

const doing: Readonly<Record<ReturnAction, string>> = {
  nothing: 'noticed, read and described',
  dismiss: 'dismissed',
  keep: 'kept as a version',
  update: 'updated with the present cut',
  upload: 'uploaded',
};

/** Number of calls of each kind in a run; a separate test covers the delivery in an update. */
const plans: Readonly<Record<ReturnAction, readonly KillPlan[]>> = {
  nothing: [
    { call: 'pwrite64', last: 46 },
    { call: 'write', last: 90 },
  ],
  dismiss: [{ call: 'pwrite64', last: 50 }],
  keep: [
    { call: 'mkdir', last: 15 },
    { call: 'link', last: 6 },
    { call: 'rename', last: 1 },
    { call: 'rmdir', last: 3 },
    { call: 'fsync', last: 38 },
    // The thread for files signals the end of each of its calls with a write.
    { call: 'write', last: 349 },
    { call: 'pwrite64', last: 87 },
  ],
  update: [
    { call: 'link', last: 8 },
    { call: 'rename', last: 3 },
    { call: 'write', last: 898 },
    { call: 'pwrite64', last: 424 },
  ],
  upload: [{ call: 'pwrite64', last: 191 }],
};

for (const [action, ofAction] of Object.entries(plans) as [ReturnAction, KillPlan[]][]) {
  test.skipIf(!canTrace)(
    `a return killed at any moment while it is ${doing[action]} is there once, and ends as if nothing had been${untracedReason}`,
    { timeout: 7_200_000 },
    async () => {
      const parts = await prepare(action);
      const injected = await killAtPoints(ofAction, (at) => survive(parts, at));
      expect(injected).toBeGreaterThanOrEqual(ofAction.length);
    },
  );
}
