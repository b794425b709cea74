import { senseBreakPenalty } from '../../src-shared/script/sense-breaks.ts';
import { textColumns } from '../../src-shared/script/speakable.ts';

/** Words of one caption as they are set, and what it costs to read them so. */
export interface BrokenLines {
  readonly lines: readonly string[];
  /** 0 for a single line; more for a break against the sense or lines of unequal length. */
  readonly cost: number;
}

/**
 * Sets a text in one line, or in two broken where it makes most sense.
 *
 * @param text in which white space stands for itself, a line end asks for a break
 * @param breaks offsets between words, in order
 * @returns null when it does not fit into two lines
 */
export function breakLines(
  text: string,
  breaks: readonly number[],
  maxColumns: number,
  languageCode: string,
): BrokenLines | null {
  const askedCount = text.trim().split('\n').length - 1;
  if (askedCount === 0 && textColumns(text) <= maxColumns) return { lines: [tidy(text)], cost: 0 };
  if (askedCount > 1) return null;
  let best: BrokenLines | null = null;
  for (const offset of breaks) {
    const [first, second] = [text.slice(0, offset), text.slice(offset)];
    const columns = [textColumns(first.trim()), textColumns(second.trim())] as const;
    if (Math.max(...columns) > maxColumns) continue;
    const isAsked = /\n\s*$/u.test(first);
    if (askedCount > 0 && !isAsked) continue;
    const sense = isAsked ? 0 : senseBreakPenalty(first.trimEnd(), second, languageCode);
    const unequal = (Math.abs(columns[0] - columns[1]) / maxColumns) * (columns[0] > columns[1] ? 3 : 2.5);
    const cost = 0.5 + sense * 0.7 + unequal;
    if (!best || cost < best.cost) best = { lines: [tidy(first), tidy(second)], cost };
  }
  return best;
}

function tidy(line: string): string {
  return line.replace(/\s+/gu, ' ').trim();
}
