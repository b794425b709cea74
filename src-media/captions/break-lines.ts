import type { BreakableText } from './breakable-text.ts';

/** Words of one caption as they are set, and what it costs to read them so. */
export interface BrokenLines {
  /** The break between its two lines; null for a single line. */
  readonly at: number | null;
  /** 0 for a single line; more for a break against the sense or lines of unequal length. */
  readonly cost: number;
}

/**
 * Sets the text between two breaks in one line, or in two broken where it makes most sense. A line end in the text
 * asks for a break.
 *
 * @returns null when it does not fit into two lines
 */
export function breakLines(
  text: BreakableText,
  from: number,
  to: number,
  maxColumns: number,
): BrokenLines | null {
  const askedCount = text.lineEndsBetween(from, to);
  if (askedCount === 0 && text.columnsBetween(from, to) <= maxColumns) return { at: null, cost: 0 };
  if (askedCount > 1) return null;
  let best: BrokenLines | null = null;
  for (let at = from + 1; at < to; at += 1) {
    const [first, second] = [text.columnsBetween(from, at), text.columnsBetween(at, to)];
    if (Math.max(first, second) > maxColumns) continue;
    if (askedCount > 0 && !text.isAsked(at)) continue;
    const unequal = (Math.abs(first - second) / maxColumns) * (first > second ? 3 : 2.5);
    const cost = 0.5 + text.penaltyOf(at) * 0.7 + unequal;
    if (!best || cost < best.cost) best = { at, cost };
  }
  return best;
}
