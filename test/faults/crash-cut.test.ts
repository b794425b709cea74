import { expect, test } from 'vitest';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { killAtPoints, type KillPlan, type KillPoint } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

const all = ['Note 1', 'Note 2', 'Note 3'];

/** Number of writes to the state in a run. */
const plans: readonly KillPlan[] = [{ call: 'pwrite64', last: 40 }];

/** Returns the texts of the changes that are on the disk, in order. */
function notesOf(site: CrashSite): unknown[] {
  const [record] = site.records('your_cuts') as { state?: { steps: { text: string }[][] } }[];
  return record?.state?.steps.flat().map(({ text }) => text) ?? [];
}

test.skipIf(!canTrace)(
  `every change that was answered is there after a kill at any moment, once and in order${untracedReason}`,
  { timeout: 7_200_000 },
  async () => {
    const service = await ServiceStandIn.start();
    service.apiKey = canaryKey;
    const goal = { kind: 'notes', projectId: service.addProject() } as const;
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal });
    const survive = async ({ call, point }: KillPoint): Promise<boolean> => {
      site.reset();
      const run = await site.kill({ call, paths: site.statePaths }, point);
      const what = `${call} ${String(point)}: ${String(run.killedAt)}`;
      const answered = run.stdout.match(/Note \d/g) ?? [];
      if (run.killedAt !== null)
        recordFault({ part: 'B8 crash: your cut', fault: 'killed while it is changed' });
      const kept = notesOf(site);
      expect(kept, what).toEqual(all.slice(0, kept.length));
      expect(kept.length, what).toBeGreaterThanOrEqual(answered.length);
      site.checkAlways(what);
      await site.run();
      expect(notesOf(site), what).toEqual(all);
      site.checkAtEnd(what);
      return run.killedAt !== null;
    };
    expect(await killAtPoints(plans, survive)).toBeGreaterThanOrEqual(plans.length);
  },
);
