import type { VisualPacing } from '../api/common.ts';
import { estimateSpeechSeconds } from './estimate-speech.ts';

/** A sentence, or a piece of a very long one, with its place in the script. */
export interface ScriptPiece {
  /** Text without surrounding white space. */
  readonly text: string;
  readonly isHeading: boolean;
  readonly startsParagraph: boolean;
  /** Separator from the piece before: a space, nothing in scripts without spaces, or a line end. */
  readonly separator: '' | ' ' | '\n';
}

/** Preferred duration of a scene, spoken at normal speed. */
export interface PacingRange {
  readonly shortestSeconds: number;
  readonly longestSeconds: number;
}

export const pacingRanges: Readonly<Record<VisualPacing, PacingRange>> = {
  FAST: { shortestSeconds: 2, longestSeconds: 4 },
  MEDIUM: { shortestSeconds: 4, longestSeconds: 8 },
  SLOW: { shortestSeconds: 8, longestSeconds: 14 },
};

/**
 * Groups the pieces of one paragraph into scenes so that as few as possible are shorter or longer than the pacing
 * wants. Pieces stay in order and whole.
 *
 * @param pieces not empty, all of one paragraph
 */
export function groupScenes(pieces: readonly ScriptPiece[], range: PacingRange): ScriptPiece[][] {
  const seconds = pieces.map((piece) => estimateSpeechSeconds(piece.text));
  // best[i] is the cheapest grouping of the first i pieces; `from` is where its last group begins.
  const best: { cost: number; from: number }[] = [{ cost: 0, from: 0 }];
  for (let end = 1; end <= pieces.length; end += 1) best.push(cheapestGroup(best, seconds, end, range));
  const groups: ScriptPiece[][] = [];
  for (let end = pieces.length; end > 0; end = best[end]?.from ?? 0) {
    groups.unshift(pieces.slice(best[end]?.from ?? 0, end));
  }
  return groups;
}

function cheapestGroup(
  best: readonly { cost: number }[],
  seconds: readonly number[],
  end: number,
  range: PacingRange,
): { cost: number; from: number } {
  let cheapest = { cost: Infinity, from: end - 1 };
  let total = 0;
  for (let from = end - 1; from >= 0; from -= 1) {
    total += seconds[from] ?? 0;
    if (total > range.longestSeconds * 2 && from < end - 1) break;
    const cost = (best[from]?.cost ?? Infinity) + costOfLength(total, range);
    if (cost < cheapest.cost) cheapest = { cost, from };
  }
  return cheapest;
}

/** Zero within the range. Outside it, too long costs more than too short by the same share. */
function costOfLength(seconds: number, range: PacingRange): number {
  if (seconds < range.shortestSeconds)
    return ((range.shortestSeconds - seconds) / range.shortestSeconds) ** 2 + 0.02;
  if (seconds > range.longestSeconds)
    return ((seconds - range.longestSeconds) / range.shortestSeconds) ** 2 + 0.05;
  return 0;
}

/** Joins the pieces of a scene into one text. */
export function joinPieces(pieces: readonly ScriptPiece[]): string {
  return pieces.map((piece, index) => (index === 0 ? piece.text : piece.separator + piece.text)).join('');
}
