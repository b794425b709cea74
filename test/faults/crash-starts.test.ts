import { expect, test } from 'vitest';
import { JobStandIn } from '../fakes/services/job-stand-in.ts';
import { ServiceStandIn } from '../fakes/services/service-stand-in.ts';
import type { AppOrder, AppReport } from './scenarios/app-order.ts';
import { killAtPoints } from './support/crash-sample.ts';
import { canaryKey, CrashSite } from './support/crash-site.ts';
import { recordFault } from './support/fault-table.ts';
import { canTrace, untracedReason } from './support/killed-run.ts';

type Goal = AppOrder['goal'];
const jobNames = ['tool', 'export', 'remix'] as const;
type JobName = (typeof jobNames)[number];
/** Shortens waits, because the app looks for a lost start for most of a minute. */
const hurry = 60;

/** Functions of a service for these tests, whatever they start there. */
interface CountingService {
  readonly url: string;
  /** Returns the number of starts that it carried out. */
  readonly countStarts: () => number;
  /** Clears all starts. */
  readonly forget: () => void;
  /** Runs when the request for a start has arrived; `lost` drops the request. */
  onStart: (() => Promise<'carried out' | 'lost'>) | null;
}

const generation: Goal = { kind: 'generation', script: '# Harbour lights\n\nThe harbour wakes.' };

async function startForGenerations(): Promise<CountingService> {
  const service = await ServiceStandIn.start();
  service.apiKey = canaryKey;
  const counting: CountingService = {
    url: service.url,
    countStarts: () => service.starts.length,
    forget: () => {
      service.starts.length = 0;
      service.runs.clear();
    },
    onStart: null,
  };
  service.intercept = async ({ method }, response) => {
    if (method !== 'POST' || (await counting.onStart?.()) !== 'lost') return false;
    response.destroy();
    return true;
  };
  return counting;
}

/** Selects the job of a test, because after it the app may also start jobs for scenes and a movie. */
const isOwn: Record<JobName, (job: { kind: string; fields: Record<string, unknown> }) => boolean> = {
  tool: ({ kind }) => kind === 'tool',
  export: ({ kind, fields }) => kind === 'expo' && fields['quality'] === 'STANDARD',
  remix: ({ kind }) => kind === 'rmix',
};

async function startForJobs(name: JobName): Promise<CountingService> {
  const service = await JobStandIn.start();
  const counting: CountingService = {
    url: service.url,
    countStarts: () => service.jobs.filter(isOwn[name]).length,
    forget: () => {
      service.jobs.length = 0;
      service.projects.length = 1;
    },
    onStart: null,
  };
  service.beforeStart = async () => {
    service.fate = (await counting.onStart?.()) === 'lost' ? 'lost' : 'answered';
  };
  return counting;
}

const kinds: [string, Goal, () => Promise<CountingService>][] = [
  ['generation', generation, startForGenerations],
  ...jobNames.map((job): [string, Goal, () => Promise<CountingService>] => {
    return [job, { kind: 'job', job }, () => startForJobs(job)];
  }),
];

/** Expects one successful start, or none and an error that says so, after which the user may start again. */
function expectOneStart({ rows }: AppReport, service: CountingService, what: string): void {
  expect(rows, what).toHaveLength(1);
  const [row] = rows;
  const details = { outcome: 'not_started' };
  const notStarted = { state: 'failed', error: { code: 'start_unconfirmed', details } };
  if (row?.state === 'succeeded') expect(service.countStarts(), what).toBe(1);
  else {
    expect(row, what).toMatchObject(notStarted);
    expect(service.countStarts(), what).toBe(0);
  }
}

test.each(kinds)(
  'a %s whose app is killed while its start is on its way is started once',
  async (name, goal, start) => {
    recordFault({
      part: `B8 crash: ${name}`,
      fault: 'killed while the request for a start is at the service',
      injected: 2,
    });
    const service = await start();
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal, hurry });
    for (const moment of ['carried out', 'lost'] as const) {
      const what = `${name}: ${moment}`;
      site.reset();
      service.forget();
      const run = site.start();
      const killed = Promise.withResolvers<null>();
      service.onStart = async () => {
        service.onStart = null;
        await run.kill();
        killed.resolve(null);
        return moment;
      };
      await killed.promise;
      expectOneStart(await site.run(), service, what);
      expect(service.countStarts(), what).toBe(moment === 'lost' ? 0 : 1);
      site.checkAtEnd(what);
    }
  },
);

test.skipIf(!canTrace).each(kinds)(
  `a %s killed at any write of the journal is never started twice${untracedReason}`,
  { timeout: 3_600_000 },
  async (name, goal, start) => {
    const service = await start();
    const site = await CrashSite.prepare({ serviceUrl: service.url, goal, hurry });
    const plans = [
      { call: 'fsync', last: 7 },
      { call: 'pwrite64', last: 66 },
    ];
    const kills = await killAtPoints(plans, async ({ call, point }) => {
      site.reset();
      service.forget();
      const { killedAt } = await site.kill({ call, paths: site.statePaths }, point);
      if (killedAt === null) return false;
      recordFault({ part: `B8 crash: ${name}`, fault: 'killed while the journal is written' });
      const what = `${name}, killed at ${call} ${String(point)}: ${killedAt}`;
      site.checkAlways(what);
      expectOneStart(await site.run(), service, what);
      site.checkAtEnd(what);
      return true;
    });
    expect(kills).toBeGreaterThanOrEqual(plans.length);
  },
);
