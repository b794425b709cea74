import { unspacedLetters } from '../script/speakable.ts';

/** A caption has at most this many lines. */
export const mostLines = 2;

/**
 * Columns a line may have: 42 on wide frames, fewer on narrow ones, and 18 East Asian letters (36 columns) where a
 * text is written in them.
 */
export function columnsPerLine(
  aspect: { readonly width: number; readonly height: number },
  text: string,
): number {
  const ratio = aspect.width / aspect.height;
  const forShape = ratio >= 1.5 ? 42 : ratio >= 1 ? Math.round(32 + (ratio - 1) * 20) : 28;
  return unspacedLetters.test(text) && !/\p{Script=Thai}/u.test(text) ? Math.min(36, forShape) : forShape;
}
