/** A row of a list with its position. A damaged record is null, but keeps its position. */
export interface ListedRow<Item> {
  readonly order: number;
  readonly record: Item | null;
}

/** A page's window: at most `count` rows older than `before`. */
export interface PageWindow {
  /** Null for the first page. */
  readonly before: number | null;
  readonly count: number;
}

/** Returns the window's bound; for the first page, one larger than any order. */
export function upperBound(window: PageWindow): number {
  return window.before ?? Number.MAX_SAFE_INTEGER;
}

/** The owner of a list's records: a whole team, or one of its users. */
export interface Owner {
  readonly teamId: string;
  readonly userId: string | null;
}
