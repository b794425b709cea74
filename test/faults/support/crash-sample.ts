/** `DAILIES_CRASH_POINTS=all` kills at every point; by default each list of points is gone through in steps. */
export const isExhaustive = process.env['DAILIES_CRASH_POINTS'] === 'all';

/** How many calls a run makes differs a little from run to run: so many points in a row not reached are the end. */
const missesAtEnd = 5;

/** Kills at the calls of one kind. */
export interface KillPlan {
  readonly call: string;
  /** How many of them a thread of a run makes, about. */
  readonly last: number;
  /** Kills when not all points are tried. */
  readonly most: number;
}

export interface KillPoint {
  readonly call: string;
  readonly point: number;
}

/** The points a sample consists of: at most `most` of those up to `last`, spread evenly. */
function sampleOf({ last, most }: KillPlan): number[] {
  if (last <= most) return Array.from({ length: last }, (_, index) => index + 1);
  const step = last / most;
  return Array.from({ length: most }, (_, index) => Math.min(last, 1 + Math.floor(index * step + step / 2)));
}

/** Kills a run at a point and checks what must hold; false when the run ended before it got there. */
type Kill = (at: KillPoint) => Promise<boolean>;

async function killAtSample(plan: KillPlan, kill: Kill): Promise<number> {
  let kills = 0;
  for (const point of sampleOf(plan)) kills += Number(await kill({ call: plan.call, point }));
  return kills;
}

/** What failed at one point does not keep the next ones from being tried. */
async function killAtAll({ call }: KillPlan, kill: Kill): Promise<number> {
  let kills = 0;
  const failures: unknown[] = [];
  for (let point = 1, misses = 0; misses < missesAtEnd; point += 1) {
    const isReached = await kill({ call, point }).catch((error: unknown) => failures.push(error) > 0);
    misses = isReached ? 0 : misses + 1;
    kills += Number(isReached);
  }
  console.log(`${call}: killed at ${String(kills)} points, ${String(failures.length)} failed`);
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
  return kills;
}

/** Kills at a sample of the points of all plans, or at every one. @returns how many runs were killed. */
export async function killAtPoints(plans: readonly KillPlan[], kill: Kill): Promise<number> {
  let kills = 0;
  for (const plan of plans) kills += await (isExhaustive ? killAtAll : killAtSample)(plan, kill);
  return kills;
}

/** Kills of a sample, for the least number of them that a test expects. */
export function countSample(plans: readonly KillPlan[]): number {
  return plans.reduce((sum, plan) => sum + sampleOf(plan).length, 0);
}
