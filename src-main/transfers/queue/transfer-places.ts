/** One step of priority outweighs every difference in age: milliseconds from 1970 have thirteen digits. */
const priorityStep = 1e13;
const freshGap = 1_000;

/**
 * The place of a new transfer: behind all of its priority that are older, before all of a lower one.
 * @param lastPlace the largest there is; two of the same millisecond get different places by it.
 */
export function newPlace(priority: number, nowMs: number, lastPlace: number): number {
  const place = nowMs - priority * priorityStep;
  const isTaken = lastPlace >= place && lastPlace - place < freshGap;
  return isTaken ? lastPlace + 1 : place;
}

/**
 * The places that put one transfer right before another, or last.
 * @param others all but the one that moves, in their order.
 * @param before index in `others`; their number: last.
 * @returns its own place, and those of others that had to make room.
 */
export function placeBefore(
  others: readonly { readonly id: string; readonly place: number }[],
  before: number,
): { readonly place: number; readonly moved: ReadonlyMap<string, number> } {
  const next = others[before];
  const previous = others[before - 1];
  const none = new Map<string, number>();
  if (!next) return { place: (previous?.place ?? 0) + freshGap, moved: none };
  if (!previous) return { place: next.place - freshGap, moved: none };
  const between = (previous.place + next.place) / 2;
  if (between > previous.place && between < next.place) return { place: between, moved: none };
  const moved = new Map(
    others.slice(0, before).map(({ id }, index) => [id, next.place - (before - index + 1) * freshGap]),
  );
  return { place: next.place - freshGap, moved };
}
