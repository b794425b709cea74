import { expect } from 'vitest';

/** `DAILIES_CRASH_POINTS=all` kills at every point; by default each plan is tried at one, in its middle. */
export const isExhaustive = process.env['DAILIES_CRASH_POINTS'] === 'all';

/** How many calls a run makes differs a little from run to run: so many points in a row not reached are the end. */
const missesAtEnd = 5;

/** Kills at the calls of one kind. */
export interface KillPlan {
  readonly call: string;
  /** How many of them a thread of a run makes, about. */
  readonly last: number;
}

export interface KillPoint {
  readonly call: string;
  readonly point: number;
}

/** Kills a run at a point and checks what must hold; false when the run ended before it got there. */
type Kill = (at: KillPoint) => Promise<boolean>;

/** The middle, which every run reaches however its calls differ. */
async function killOnce({ call, last }: KillPlan, kill: Kill): Promise<number> {
  const isKilled = await kill({ call, point: Math.ceil(last / 2) });
  expect(isKilled, `a run has reached the middle of ${String(last)} times ${call}`).toBe(true);
  return 1;
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

/** Kills once in each plan, or at every point. @returns how many runs were killed. */
export async function killAtPoints(plans: readonly KillPlan[], kill: Kill): Promise<number> {
  let kills = 0;
  for (const plan of plans) kills += await (isExhaustive ? killAtAll : killOnce)(plan, kill);
  return kills;
}
