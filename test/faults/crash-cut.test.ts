import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TakeRecord } from '../../src-main/state/take-repository.ts';
import type { YourCutRecord } from '../../src-main/state/your-cut-repository.ts';
import { speechBytes, stillBytes } from '../fakes/sample-project.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import { ToolStandIn } from '../fakes/services/tool-stand-in.ts';
import type { AppOrder } from './scenarios/app-order.ts';
import { killAtPoints, type KillPlan, type KillPoint } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, type TracedRun, untracedReason } from './support/killed-run.ts';

const all = ['Note 1', 'Note 2', 'Note 3'];

async function prepare(kind: 'notes' | 'takes') {
  const service = await ServiceStandIn.start();
  service.apiKey = canaryKey;
  const goal: AppOrder['goal'] = { kind, projectId: service.addProject() };
  return { service, site: await CrashSite.prepare({ serviceUrl: service.url, goal }) };
}

/** Returns your cut as it is on the disk; null before the first change. */
function cutOf(site: CrashSite): YourCutRecord | null {
  return (site.records('your_cuts') as YourCutRecord[])[0] ?? null;
}

type Step = NonNullable<YourCutRecord['state']>['steps'][number];

function textOf([change]: Step): string | null {
  return change?.kind === 'note' ? change.text : null;
}

/** Kills at a write to the state. @returns null if the run ended before. */
async function killAt(site: CrashSite, { call, point }: KillPoint, fault: string): Promise<TracedRun | null> {
  site.reset();
  const run = await site.kill({ call, paths: site.statePaths }, point);
  if (run.killedAt === null) return null;
  recordFault({ part: 'B8 crash: your cut', fault });
  return run;
}

test.skipIf(!canTrace)(
  `every change and undo that was answered is there after a kill at any moment, once and in order${untracedReason}`,
  { timeout: 7_200_000 },
  async () => {
    const { site } = await prepare('notes');
    /** Number of writes to the state in a run. */
    const plans: readonly KillPlan[] = [{ call: 'pwrite64', last: 40 }];
    const survive = async (at: KillPoint): Promise<boolean> => {
      const run = await killAt(site, at, 'killed while it is changed');
      if (!run) return false;
      const what = `${at.call} ${String(at.point)}: ${String(run.killedAt)}`;
      const { steps = [], undone = [] } = cutOf(site)?.state ?? {};
      const kept = [...steps, ...undone].map(textOf);
      expect(kept, what).toEqual(all.slice(0, kept.length));
      expect(kept.length, what).toBeGreaterThanOrEqual((run.stdout.match(/Note \d/g) ?? []).length);
      if (run.stdout.includes('Undone')) expect(undone, what).toHaveLength(1);
      site.checkAlways(what);
      await site.run();
      const end = cutOf(site)?.state;
      expect([end?.steps.map(textOf), end?.undone.map(textOf)], what).toEqual([all.slice(0, 2), ['Note 3']]);
      site.checkAtEnd(what);
      return true;
    };
    expect(await killAtPoints(plans, survive)).toBeGreaterThanOrEqual(plans.length);
  },
);

test.skipIf(!canTrace)(
  `a picture and a line said again are paid for once and complete after a kill at any moment${untracedReason}`,
  { timeout: 7_200_000 },
  async () => {
    const { service, site } = await prepare('takes');
    const tools = new ToolStandIn(service);
    /** Number of writes to the state in a run. */
    const plans: readonly KillPlan[] = [{ call: 'pwrite64', last: 80 }];
    const survive = async (at: KillPoint): Promise<boolean> => {
      tools.executions.length = 0;
      const run = await killAt(site, at, 'killed while its takes are made');
      if (!run) return false;
      const what = `${at.call} ${String(at.point)}: ${String(run.killedAt)}`;
      site.checkAlways(what);
      await site.run();
      const started = tools.executions.map(({ toolType }) => toolType);
      expect(started.toSorted(), what).toEqual(['GENERATE_IMAGE', 'TEXT_TO_SPEECH']);
      const takes = site.records('takes') as TakeRecord[];
      const voice = takes.find(({ kind }) => kind === 'voice');
      expect(cutOf(site), what).toMatchObject({
        state: {
          steps: [[{ kind: 'revoice', sceneId: '2', media: { mediaId: voice?.media?.mediaId } }]],
          undone: [],
        },
        previous: [],
        respellings: [{ word: 'ships', respelling: 'Shipps' }],
      });
      const files = takes.map(({ kind, path }) => [kind, readFileSync(path ?? '')] as const);
      expect(new Map(files), what).toEqual(
        new Map([
          ['picture', stillBytes],
          ['voice', speechBytes],
        ]),
      );
      site.checkAtEnd(what);
      return true;
    };
    expect(await killAtPoints(plans, survive)).toBeGreaterThanOrEqual(plans.length);
  },
);
