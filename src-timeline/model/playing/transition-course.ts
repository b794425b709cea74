/**
 * Courses of the five transitions, for everything that draws them. A share is the progress of a transition, from 0 up
 * to but excluding 1.
 * - `FADE` mixes both pictures by the share.
 * - `WIPE` uncovers the incoming picture from left to right, behind a soft edge that moves by `smooth`.
 * - `PAN` moves both pictures to the left by `smooth`, `RISE` the incoming one up over the other by `settle`.
 * - `POP` grows the incoming picture from the middle by `popScale` with `popOpacity`.
 */

/** Width of a wipe's soft edge, as a share of the frame's width. */
export const wipeEdgeShare = 0.08;
/** Initial scale of an incoming picture that pops up. */
const popFromScale = 0.55;

/** Starts and ends slowly. */
export function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}

/** Starts fast and comes to rest. */
export function settle(share: number): number {
  return 1 - (1 - share) ** 3;
}

/** Scale of the incoming picture of a `POP`, 0.55 to 1. */
export function popScale(share: number): number {
  return popFromScale + (1 - popFromScale) * settle(share);
}

/** Opacity of the incoming picture of a `POP`, 0 to 1. */
export function popOpacity(share: number): number {
  return smooth(Math.min(1, share * 2));
}
