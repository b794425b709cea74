import { expect } from 'vitest';

/** `DAILIES_CRASH_POINTS=all` kills at every point; by default each plan has one kill, in its middle. */
export const isExhaustive = process.env['DAILIES_CRASH_POINTS'] === 'all';

/** This many unreached points in a row end a plan, because the number of calls differs slightly from run to run. */
const missesAtEnd = 5;

/** Kills at each call of one kind. */
export interface KillPlan {
  readonly call: string;
  /** Approximate number of these calls by one thread of a run. */
  readonly last: number;
}

export interface KillPoint {
  readonly call: string;
  readonly point: number;
}

/** Kills a run at a point and checks its results. Returns false if the run ended before that point. */
type Kill = (at: KillPoint) => Promise<boolean>;

/** Kills in the middle, which every run reaches even if its calls differ. */
async function killOnce({ call, last }: KillPlan, kill: Kill): Promise<number> {
  const isKilled = await kill({ call, point: Math.ceil(last / 2) });
  expect(isKilled, `a run has reached the middle of ${String(last)} times ${call}`).toBe(true);
  return 1;
}

/** Collects failures, so that a failure at one point does not stop the next ones. */
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

/** Kills once per plan, or at every point. @returns the number of killed runs. */
export async function killAtPoints(plans: readonly KillPlan[], kill: Kill): Promise<number> {
  let kills = 0;
  for (const plan of plans) kills += await (isExhaustive ? killAtAll : killOnce)(plan, kill);
  return kills;
}
