/** A piece of text that is never broken; a line may end after it. */
export interface Chunk {
  readonly text: string;
  /** A space that is left out where a line ends. */
  readonly hasSpaceAfter: boolean;
}

/** Scripts written without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** What may not begin a line: closing marks, small kana, the long vowel mark, repeated-letter marks (JIS X 4051). */
const neverFirst =
  /^[\p{Pe}\p{Pf}\p{Mn}、。，．,.!?！？：；:;・…‥ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ％%’”‐–—〜～]/u;
/** What may not end a line: opening marks. */
const neverLast = /[\p{Ps}\p{Pi}“‘「『（［｛〈《【¿¡]$/u;

/**
 * Where a text may be broken: at spaces, and between words of scripts that have no spaces, by the rules that keep
 * closing marks from the start of a line and opening marks from its end.
 */
export function splitChunks(text: string, languageCode: string): Chunk[] {
  const pieces = text.split(/\s+/u).filter((piece) => piece !== '');
  return pieces.flatMap((piece) => {
    const words = spaceless.test(piece) ? wordsOf(piece, languageCode) : [piece];
    return words.map((word, index) => ({ text: word, hasSpaceAfter: index === words.length - 1 }));
  });
}

/** The words of a piece without spaces, marks joined to the word they belong to. */
function wordsOf(piece: string, languageCode: string): string[] {
  const words: string[] = [];
  for (const { segment } of wordSegmenter(languageCode).segment(piece)) {
    const last = words[words.length - 1];
    if (last !== undefined && clingsTo(last, segment)) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** Marks cling by the rules of their script; Japanese endings and particles, written in kana, to the word they bend. */
function clingsTo(word: string, next: string): boolean {
  if (neverFirst.test(next) || neverLast.test(word)) return true;
  return /^\p{Script=Hiragana}+$/u.test(next) && [...word].length + [...next].length <= 11;
}

/** Falls back to the language-neutral rules for tags the runtime does not know. */
function wordSegmenter(languageCode: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(languageCode || 'en', { granularity: 'word' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' });
  }
}
