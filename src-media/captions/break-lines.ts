import type { BreakableText } from './breakable-text.ts';

/** Line break of one caption and its cost. */
export interface BrokenLines {
  /** Index of the break between its two lines; null for a single line. */
  readonly at: number | null;
  /** 0 for a single line; higher for a break that splits the sense or for lines of unequal length. */
  readonly cost: number;
}

/** Cost of a line with a single word where the caption has more than three. */
const orphanCost = 4;

/**
 * Sets the text between two breaks in one line, or in two with the best break. A line end in the text forces a break.
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
    const first = text.columnsBetween(from, at);
    const second = text.columnsBetween(at, to);
    if (Math.max(first, second) > maxColumns) continue;
    if (askedCount > 0 && !text.isAsked(at)) continue;
    const unequal = (Math.abs(first - second) / maxColumns) * (first > second ? 3 : 2.5);
    const orphan = to - from > 3 && (at - from === 1 || to - at === 1) ? orphanCost : 0;
    const cost = 0.5 + text.costOf(at) * 0.8 + unequal + orphan;
    if (!best || cost < best.cost) best = { at, cost };
  }
  return best;
}
