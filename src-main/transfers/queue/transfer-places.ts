/** One step of priority outweighs any difference in age: milliseconds since 1970 have thirteen digits. */
const priorityStep = 1e13;
const freshGap = 1_000;

/**
 * Returns the place of a new transfer: after all older ones of its priority, before all of a lower priority.
 * @param lastPlace the highest place so far, so that two transfers of the same millisecond get different places.
 */
export function newPlace(priority: number, nowMs: number, lastPlace: number): number {
  const place = nowMs - priority * priorityStep;
  const isTaken = lastPlace >= place && lastPlace - place < freshGap;
  return isTaken ? lastPlace + 1 : place;
}

/**
 * Returns the places that put a transfer right before another one, or last.
 * @param others all other transfers, in order.
 * @param before index in `others`; the length of `others` for the last place.
 * @returns its own place, and the new places of others that had to make room.
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
