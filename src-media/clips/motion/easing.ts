/** Returns the progress of an animation with the given start and duration, from 0 to 1. */
export function progressAt(seconds: number, start: number, duration: number): number {
  return Math.max(0, Math.min(1, (seconds - start) / Math.max(0.001, duration)));
}

/** Starts quickly and settles softly. */
export function easeOut(share: number): number {
  return 1 - (1 - share) ** 4;
}

/** Starts slowly, for exits. */
export function easeIn(share: number): number {
  return share ** 3;
}

/** Starts and ends softly. */
export function easeBoth(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
}

/** Overshoots slightly and returns. */
export function easeOver(share: number): number {
  const back = 1.4;
  return 1 + (back + 1) * (share - 1) ** 3 + back * (share - 1) ** 2;
}
