/** How far something is that begins at a time and takes a while: 0 to 1. */
export function progressAt(seconds: number, start: number, duration: number): number {
  return Math.max(0, Math.min(1, (seconds - start) / Math.max(0.001, duration)));
}

/** Quick at first, then settling softly. */
export function easeOut(share: number): number {
  return 1 - (1 - share) ** 4;
}

/** Leaving: slow at first. */
export function easeIn(share: number): number {
  return share ** 3;
}

/** Soft at both ends. */
export function easeBoth(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
}

/** Goes a little too far and comes back. */
export function easeOver(share: number): number {
  const back = 1.4;
  return 1 + (back + 1) * (share - 1) ** 3 + back * (share - 1) ** 2;
}
