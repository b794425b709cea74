import { estimateSpeechSeconds } from './estimate-speech.ts';
import { senseBreakPenalty } from './sense-breaks.ts';
import { writtenWords } from './written-words.ts';

/**
 * Cuts a sentence that is too long to stay on one picture: at the clause mark nearest its middle, else before a
 * joining word, else between any two words, until each piece is short enough. The pieces joined are the sentence.
 */
export function splitLongSentence(sentence: string, longestSeconds: number, languageCode: string): string[] {
  const seconds = estimateSpeechSeconds(sentence);
  if (seconds <= longestSeconds) return [sentence];
  const cut = bestCut(sentence, languageCode);
  if (cut === null) return [sentence];
  return [sentence.slice(0, cut), sentence.slice(cut)].flatMap((piece) =>
    splitLongSentence(piece, longestSeconds, languageCode),
  );
}

/** The offset that cuts with the least harm; a cut counts as worse the further it is from the middle. */
function bestCut(sentence: string, languageCode: string): number | null {
  const words = writtenWords(sentence, languageCode);
  const middle = sentence.length / 2;
  let best: { offset: number; cost: number } | null = null;
  for (const word of words.slice(1)) {
    const before = sentence.slice(Math.max(0, word.start - 40), word.start).trimEnd();
    const sense = senseBreakPenalty(before, sentence.slice(word.start, word.start + 40), languageCode);
    const distance = Math.abs(word.start - middle) / middle;
    const cost = sense * 0.16 + distance ** 2 * 1.6;
    if (!best || cost < best.cost) best = { offset: word.start, cost };
  }
  return best?.offset ?? cutInsideWord(sentence);
}

/** No word is that long: letters without end are cut anywhere but inside a letter. */
function cutInsideWord(sentence: string): number | null {
  if (sentence.trim().length < 120) return null;
  const middle = sentence.length >> 1;
  return /[\uDC00-\uDFFF\p{M}]/u.test(sentence[middle] ?? '') ? middle + 1 : middle;
}
