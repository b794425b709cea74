import { contentStems } from './content-words.ts';
import type { ReadText } from './read-text.ts';

/** Share of its value that a sentence loses if it repeats an earlier one. */
const repeatPenalty = 0.7;
const longestGoodSentence = 45;

interface Candidate {
  readonly index: number;
  readonly stems: ReadonlySet<string>;
  readonly score: number;
}

function weightsOf(stemsOfSentences: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stems of stemsOfSentences) {
    for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

/** Weighs a sentence by its position and form: opening sentences state the topic; questions and fragments rarely do. */
function placeWeight(index: number, count: number, sentence: string, words: number): number {
  const opening = index === 0 ? 1.6 : index < 3 ? 1.15 : index === count - 1 ? 1.05 : 1;
  const form = /[?؟？]\s*$/u.test(sentence) ? 0.6 : words < 3 ? 0.5 : words > longestGoodSentence ? 0.8 : 1;
  return opening * form;
}

function candidatesOf({ sentences, languageCode, headings }: ReadText): Candidate[] {
  const stems = sentences.map((sentence) => contentStems(sentence, languageCode));
  const weights = weightsOf(stems);
  for (const stem of contentStems(headings.join(' '), languageCode)) {
    weights.set(stem, (weights.get(stem) ?? 0) + 1);
  }
  return sentences.map((sentence, index) => {
    const own = stems[index] ?? [];
    const distinct = new Set(own);
    const sum = [...distinct].reduce((total, stem) => total + Math.sqrt(weights.get(stem) ?? 0), 0);
    // Divides by the root of the length: the plain sum favours long sentences, the mean favours short ones.
    const score =
      (sum / Math.sqrt(own.length + 2)) * placeWeight(index, sentences.length, sentence, own.length);
    return { index, stems: distinct, score };
  });
}

function shareSaid(stems: ReadonlySet<string>, said: ReadonlySet<string>): number {
  const again = [...stems].filter((stem) => said.has(stem)).length;
  return stems.size === 0 ? 0 : again / stems.size;
}

/**
 * Returns the indices of the highest-ranking sentences, best first. Words covered by an earlier choice count less in
 * later ones.
 */
export function rankSentences(text: ReadText, count: number): number[] {
  const rest = new Set(candidatesOf(text));
  const said = new Set<string>();
  const chosen: number[] = [];
  while (chosen.length < count && rest.size > 0) {
    let best: { candidate: Candidate; worth: number } | null = null;
    for (const candidate of rest) {
      const worth = candidate.score * (1 - repeatPenalty * shareSaid(candidate.stems, said));
      if (best === null || worth > best.worth) best = { candidate, worth };
    }
    if (!best) break;
    rest.delete(best.candidate);
    chosen.push(best.candidate.index);
    for (const stem of best.candidate.stems) said.add(stem);
  }
  return chosen;
}
