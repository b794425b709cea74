/** A piece of text that stays unbroken; a line may end after it. */
export interface Chunk {
  readonly text: string;
  /** True if a space follows, which is dropped at the end of a line. */
  readonly hasSpaceAfter: boolean;
}

/** Scripts written without spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters that must not begin a line: closing marks, small kana, long vowel and repetition marks (JIS X 4051). */
const neverFirst =
  /^[\p{Pe}\p{Pf}\p{Mn}、。，．,.!?！？：；:;・…‥ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ％%’”‐–—〜～]/u;
/** Characters that must not end a line: opening marks. */
const neverLast = /[\p{Ps}\p{Pi}“‘「『（［｛〈《【¿¡]$/u;

/**
 * Splits a text where it may be broken: at spaces, and between words of scripts without spaces. Keeps closing marks
 * from the start of a line and opening marks from its end.
 */
export function splitChunks(text: string, languageCode: string): Chunk[] {
  const pieces = text.split(/\s+/u).filter((piece) => piece !== '');
  return pieces.flatMap((piece) => {
    const words = spaceless.test(piece) ? wordsOf(piece, languageCode) : [piece];
    return words.map((word, index) => ({ text: word, hasSpaceAfter: index === words.length - 1 }));
  });
}

/** Returns the words of a piece without spaces, with punctuation attached. */
function wordsOf(piece: string, languageCode: string): string[] {
  const words: string[] = [];
  for (const { segment } of wordSegmenter(languageCode).segment(piece)) {
    const last = words[words.length - 1];
    if (last !== undefined && clingsTo(last, segment)) words[words.length - 1] = last + segment;
    else words.push(segment);
  }
  return words;
}

/** True if segments stay together: punctuation by its script's rules, and Japanese endings and particles in kana. */
function clingsTo(word: string, next: string): boolean {
  if (neverFirst.test(next) || neverLast.test(word)) return true;
  return /^\p{Script=Hiragana}+$/u.test(next) && [...word].length + [...next].length <= 11;
}

/** Returns the segmenter of a language. Falls back to English for tags the runtime does not know. */
function wordSegmenter(languageCode: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(languageCode || 'en', { granularity: 'word' });
  } catch {
    return new Intl.Segmenter('en', { granularity: 'word' });
  }
}
