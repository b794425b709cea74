import type { WrittenWord } from '../../src-shared/script/written-words.ts';

/** A place in the text with a known time. Times are in samples. */
export interface TimedMark {
  readonly textOffset: number;
  readonly startSample: number;
  /** Null if it sounds until the next mark. */
  readonly endSample: number | null;
}

/** Time of a word, in samples. */
export interface WordTime {
  readonly startSample: number;
  readonly endSample: number;
}

interface Anchor {
  readonly wordIndex: number;
  readonly startSample: number;
  endSample: number | null;
}

/**
 * Gives each written word exactly one time. Merges several marks within a word, as in numbers. Words without a mark
 * share the previous word's time by their length. Times never decrease or overlap and lie within the speech.
 */
export function timeWords(
  words: readonly WrittenWord[],
  marks: readonly TimedMark[],
  speech: { readonly start: number; readonly end: number },
): WordTime[] {
  const anchors = anchorsOf(words, marks, speech.start);
  const times = anchors.flatMap((anchor, index) => {
    const next = anchors[index + 1];
    const nextStart = next?.startSample ?? speech.end;
    const end = Math.min(anchor.endSample ?? nextStart, nextStart);
    return shareTime(words.slice(anchor.wordIndex, next?.wordIndex), anchor.startSample, end);
  });
  return putInOrder(times, speech.start, speech.end);
}

/** Returns the first mark of each word, in order; the first word always has one. */
function anchorsOf(
  words: readonly WrittenWord[],
  marks: readonly TimedMark[],
  speechStart: number,
): Anchor[] {
  const anchors: Anchor[] = [];
  let wordIndex = 0;
  for (const mark of marks) {
    while ((words[wordIndex + 1]?.start ?? Infinity) <= mark.textOffset) wordIndex += 1;
    const last = anchors.at(-1);
    if (last && last.wordIndex >= wordIndex) last.endSample = mark.endSample;
    else
      anchors.push({
        wordIndex: last ? wordIndex : 0,
        startSample: mark.startSample,
        endSample: mark.endSample,
      });
  }
  return anchors.length > 0 ? anchors : [{ wordIndex: 0, startSample: speechStart, endSample: null }];
}

function shareTime(words: readonly WrittenWord[], start: number, end: number): WordTime[] {
  const letters = words.reduce((sum, word) => sum + word.end - word.start, 0);
  let spent = 0;
  return words.map((word) => {
    const from = spent;
    spent += word.end - word.start;
    return {
      startSample: Math.round(start + ((end - start) * from) / letters),
      endSample: Math.round(start + ((end - start) * spent) / letters),
    };
  });
}

function putInOrder(times: readonly WordTime[], firstSample: number, limit: number): WordTime[] {
  let earliest = firstSample;
  const forward = times.map(({ startSample, endSample }) => {
    const start = Math.max(startSample, earliest);
    earliest = Math.max(endSample, start + 1);
    return { startSample: start, endSample: earliest };
  });
  let latest = limit;
  return forward
    .toReversed()
    .map(({ startSample, endSample }) => {
      const end = Math.min(endSample, latest);
      latest = Math.min(startSample, end - 1);
      return { startSample: latest, endSample: end };
    })
    .toReversed();
}
