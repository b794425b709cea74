import { steps } from '../art/geometry.ts';

/** Width of a chunk and of the space after it. */
export interface MeasuredChunk {
  readonly width: number;
  readonly spaceAfter: number;
  /** True for short words that look bad at the end of a line. */
  readonly isWeakEnd: boolean;
}

/**
 * Breaks chunks into `lineCount` lines of similar width, none wider than `maxWidth`. Avoids a short last line and lines
 * that end in a short word.
 *
 * @returns for each line the index after its last chunk, or null if it is impossible
 */
export function balanceLines(
  chunks: readonly MeasuredChunk[],
  lineCount: number,
  maxWidth: number,
): number[] | null {
  const target = Math.min(maxWidth, lineWidth(chunks, 0, chunks.length) / lineCount);
  let best: Map<number, Partial> = new Map([[0, { cost: 0, ends: [] }]]);
  for (const line of steps(lineCount)) {
    best = extendLines(chunks, best, { isLast: line === lineCount - 1, maxWidth, target });
  }
  return best.get(chunks.length)?.ends ?? null;
}

interface Partial {
  readonly cost: number;
  readonly ends: number[];
}

interface LineGoal {
  readonly isLast: boolean;
  readonly maxWidth: number;
  readonly target: number;
}

/** Returns the cheapest way to reach each possible end of one more line. */
function extendLines(
  chunks: readonly MeasuredChunk[],
  from: ReadonlyMap<number, Partial>,
  goal: LineGoal,
): Map<number, Partial> {
  const next = new Map<number, Partial>();
  for (const [start, partial] of from) {
    for (let end = start + 1; end <= chunks.length; end++) {
      const width = lineWidth(chunks, start, end);
      if (width > goal.maxWidth) break;
      if (goal.isLast && end < chunks.length) continue;
      const cost = partial.cost + lineCost(chunks, end, width, goal);
      const known = next.get(end);
      if (!known || cost < known.cost) next.set(end, { cost, ends: [...partial.ends, end] });
    }
  }
  return next;
}

function lineCost(chunks: readonly MeasuredChunk[], end: number, width: number, goal: LineGoal): number {
  const slack = (goal.target - width) / goal.target;
  const isTooShort = goal.isLast && width < 0.4 * goal.target;
  const isWeak = !goal.isLast && (chunks[end - 1]?.isWeakEnd ?? false);
  return slack * slack + (isTooShort ? 0.5 : 0) + (isWeak ? 0.12 : 0);
}

function lineWidth(chunks: readonly MeasuredChunk[], start: number, end: number): number {
  let width = 0;
  for (let index = start; index < end; index++) {
    const chunk = chunks[index];
    if (chunk) width += chunk.width + (index < end - 1 ? chunk.spaceAfter : 0);
  }
  return width;
}
