/** `DAILIES_CRASH_POINTS=all` kills at every point; by default each list of points is gone through in steps. */
const isExhaustive = process.env['DAILIES_CRASH_POINTS'] === 'all';

/** The points of 1 to `last` at which a run is killed this time: `most` of them, spread evenly, or all. */
function pointsUpTo(last: number, most: number): number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  if (isExhaustive || last <= most) return all;
  const step = last / most;
  return Array.from({ length: most }, (_, index) => Math.min(last, 1 + Math.floor(index * step + step / 2)));
}

/** Kills at the calls of one kind. */
export interface KillPlan {
  readonly call: string;
  /** How many of them a run makes, about. */
  readonly last: number;
  /** Kills when not all points are tried. */
  readonly most: number;
}

export interface KillPoint {
  readonly call: string;
  readonly point: number;
}

/** All points of several plans. */
export function pointsOf(plans: readonly KillPlan[]): KillPoint[] {
  return plans.flatMap(({ call, last, most }) => pointsUpTo(last, most).map((point) => ({ call, point })));
}
