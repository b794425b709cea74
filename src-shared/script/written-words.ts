import { isSpeakable, unspacedLetters } from './speakable.ts';

/** Position of a word in a text, in UTF-16 offsets, with its attached punctuation. */
export interface WrittenWord {
  readonly start: number;
  readonly end: number;
}

/** Characters that are spoken although they are no letters: “5 + 3”, “R & D”, “100 %”. */
const spokenSign = /[&+=%‰€$£¥₩₹@#°×÷<>]/u;

/**
 * Lists the words of a text in reading order; each letter and digit belongs to exactly one. Words end at white space
 * or, in scripts without spaces, where the language's dictionary ends them. Unspoken marks that stand alone, such as
 * dashes and emoji, belong to the word before them, at the beginning to the first word.
 *
 * @param languageCode BCP 47
 */
export function writtenWords(text: string, languageCode: string): WrittenWord[] {
  const pieces = [...text.matchAll(/\S+/gu)].flatMap((match) =>
    unspacedLetters.test(match[0])
      ? segmentUnspaced(match[0], match.index, languageCode)
      : [{ start: match.index, end: match.index + match[0].length }],
  );
  return clingSilentPieces(text, pieces);
}

function segmentUnspaced(token: string, offset: number, languageCode: string): WrittenWord[] {
  const segmenter = new Intl.Segmenter(languageCode, { granularity: 'word' });
  return [...segmenter.segment(token)].map(({ segment, index }) => ({
    start: offset + index,
    end: offset + index + segment.length,
  }));
}

function clingSilentPieces(text: string, pieces: readonly WrittenWord[]): WrittenWord[] {
  const words: WrittenWord[] = [];
  let pendingStart: number | null = null;
  for (const piece of pieces) {
    const letters = text.slice(piece.start, piece.end);
    const isSpoken = isSpeakable(letters) || spokenSign.test(letters);
    const last = words.at(-1);
    if (isSpoken) {
      words.push({ start: pendingStart ?? piece.start, end: piece.end });
      pendingStart = null;
    } else if (/^[\p{Ps}\p{Pi}]+$/u.test(letters) || !last || pendingStart !== null)
      pendingStart ??= piece.start;
    else words[words.length - 1] = { start: last.start, end: piece.end };
  }
  return words;
}
