import type { SoundRange } from '../audio/find-speech.ts';
import type { SpokenWord } from '../project-content.ts';
import { placeAfterCuts } from './cut-ranges.ts';

interface SpokenText {
  readonly text: string;
  readonly words: readonly SpokenWord[];
}

const sentenceEnd = /[\p{Sentence_Terminal}…]["'\p{Pe}\p{Pf}]*$/u;

function capitalized(word: string): string {
  return word.replace(/\p{Ll}/u, (letter) => letter.toLocaleUpperCase());
}

/** Moves the sentence end of a removed word to the word before, and drops a comma that separated them. */
function closeBefore(kept: string, removed: string): string {
  const end = /(?<![\p{Sentence_Terminal}…])[\p{Sentence_Terminal}…]+["'\p{Pe}\p{Pf}]*$/u.exec(removed)?.[0];
  if (end !== undefined && !sentenceEnd.test(kept)) return kept.replace(/[,;:，、、]$/u, '') + end;
  return /[,，、]$/u.test(removed) ? kept.replace(/[,，、]$/u, '') : kept;
}

/** True if a word begins a sentence. If it is removed, the next word begins the sentence. */
function opensSentence(words: readonly string[], index: number): boolean {
  const before = words[index - 1];
  return /^\P{L}*\p{Lu}/u.test(words[index] ?? '') && (before === undefined || sentenceEnd.test(before));
}

/**
 * Removes words and ranges of sound from a scene's text. Repairs sentences that began or ended with a removed word.
 *
 * @param removed indices of words
 * @param cuts merged ranges of samples
 */
export function cutWords(
  { text, words }: SpokenText,
  removed: ReadonlySet<number>,
  cuts: readonly SoundRange[],
): { text: string; words: SpokenWord[] } {
  const written = words.map((word) => text.slice(word.textStart, word.textEnd));
  const pieces: { text: string; gap: string; word: SpokenWord }[] = [];
  let opens = false;
  words.forEach((word, index) => {
    const piece = written[index] ?? '';
    if (removed.has(index)) {
      opens ||= opensSentence(written, index);
      const last = pieces.at(-1);
      if (last) last.text = closeBefore(last.text, piece);
      return;
    }
    const gap = text.slice(word.textEnd, words[index + 1]?.textStart ?? word.textEnd);
    pieces.push({ text: opens ? capitalized(piece) : piece, gap, word });
    opens = false;
  });
  return joinPieces(pieces, cuts);
}

function joinPieces(
  pieces: readonly { text: string; gap: string; word: SpokenWord }[],
  cuts: readonly SoundRange[],
): { text: string; words: SpokenWord[] } {
  let text = '';
  const words = pieces.map(({ text: piece, gap, word }, index) => {
    const textStart = text.length;
    text += piece;
    const textEnd = text.length;
    if (index + 1 < pieces.length) text += gap;
    const startSample = placeAfterCuts(word.startSample, cuts);
    const endSample = Math.max(startSample, placeAfterCuts(word.endSample, cuts));
    return { startSample, endSample, textStart, textEnd };
  });
  return { text, words };
}
