import type { SoundRange } from '../audio/find-speech.ts';
import {
  type ProjectContent,
  type ProjectScene,
  samplesPerSecond,
  type SpokenWord,
} from '../project-content.ts';

/** Two words whose lengths differ by no more have the same length. */
const sameLengthSamples = samplesPerSecond * 0.002;
/** Distance up to which a silence confirms the time of a word. */
const nearSamples = samplesPerSecond * 0.1;

/** Words to remove, and the ranges of their sound. */
interface FillerCuts {
  /** Indices of words. */
  readonly removed: ReadonlySet<number>;
  readonly ranges: readonly SoundRange[];
}

function isEvenPair(before: SpokenWord | undefined, after: SpokenWord | undefined): boolean {
  if (!before || !after || before.endSample !== after.startSample) return false;
  const lengthOf = ({ startSample, endSample }: SpokenWord) => endSample - startSample;
  return Math.abs(lengthOf(before) - lengthOf(after)) <= sameLengthSamples;
}

/**
 * True if the words of a recording have only estimated times, spread evenly over each caption. Most words then adjoin
 * one of the same length, which is rare at measured times.
 */
export function hasEstimatedTimes({ narration, scenes }: ProjectContent): boolean {
  if (narration !== null) return false;
  const isEven = scenes.flatMap(({ words }) =>
    words.map((word, index) => isEvenPair(words[index - 1], word) || isEvenPair(word, words[index + 1])),
  );
  return isEven.filter(Boolean).length > isEven.length / 2;
}

/** Returns the cuts for removed words, each up to the next word. The cut of the last word ends with the word. */
export function cutFillers({ words }: ProjectScene, removed: ReadonlySet<number>): FillerCuts {
  const ranges = [...removed].flatMap((index) => {
    const word = words[index];
    if (!word) return [];
    const next = words[index + 1];
    return [{ start: word.startSample, end: Math.max(word.endSample, next?.startSample ?? word.endSample) }];
  });
  return { removed, ranges };
}

/** Splits indices into runs of neighbours. */
function runsOf(indices: ReadonlySet<number>): number[][] {
  const runs: number[][] = [];
  for (const index of [...indices].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.at(-1) === index - 1) run.push(index);
    else runs.push([index]);
  }
  return runs;
}

/**
 * Returns cuts only for fillers that stand apart: a silence ends where the filler is expected to begin, and a silence
 * covers its expected end. Each cut lasts from the end of the first silence to the end of the second. Other fillers
 * remain, because a cut at an estimated time would remove other words.
 *
 * @param quiet silences of the scene, in order
 */
export function cutConfirmedFillers(
  { words }: ProjectScene,
  found: ReadonlySet<number>,
  quiet: readonly SoundRange[],
): FillerCuts {
  const confirmed = runsOf(found).flatMap((run) => {
    const start = words[run[0] ?? 0]?.startSample ?? 0;
    const end = words[run.at(-1) ?? 0]?.endSample ?? 0;
    const before = quiet.find((range) => Math.abs(range.end - start) <= nearSamples);
    const after = quiet.findLast(
      (range) => range.start - nearSamples <= end && end <= range.end + nearSamples,
    );
    if (!before || !after || after.start <= before.end) return [];
    return [{ run, range: { start: before.end, end: after.end } }];
  });
  return {
    removed: new Set(confirmed.flatMap(({ run }) => run)),
    ranges: confirmed.map(({ range }) => range),
  };
}
