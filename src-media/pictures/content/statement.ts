import { isSpaceless, splitClauses, visualLength, wordsIn } from './clauses.ts';
import { keyPhrase, tidyPhrase } from './key-phrase.ts';
import type { SceneMessage } from './scene-content.ts';

/** Widths in average Latin letters. */
const longestWhole = 72;
const longestRest = 110;

/**
 * Returns the words of a scene as a page of type: a short sentence whole, else its strongest phrase large and the rest
 * of the sentence small before and after it. Without a strong phrase the sentence stands whole up to a length.
 */
export function statementOf(text: string, languageCode: string): SceneMessage {
  const sentence = firstSentence(text);
  const whole = { kind: 'statement', text: tidyPhrase(sentence), lead: null, tail: null } as const;
  if (whole.text !== '' && visualLength(sentence) <= longestWhole) return whole;
  const phrase = keyPhrase(sentence, languageCode);
  const at = phrase === null ? -1 : sentence.toLowerCase().indexOf(phrase.toLowerCase());
  if (phrase === null || at < 0) {
    const isShort = visualLength(sentence) <= 1.4 * longestRest;
    return isShort && whole.text !== '' ? whole : { ...whole, text: beginningOf(sentence) };
  }
  const lead = sentence.slice(0, at).trim();
  const tail = sentence.slice(at + phrase.length).trim();
  return {
    kind: 'statement',
    text: lead === '' ? phrase : sentence.slice(at, at + phrase.length),
    lead: restOf(lead),
    tail: restOf(tail.replace(/^[,;:]\s*/u, '')),
  };
}

/** Returns as many words of a long sentence as fit; null if not even one does. */
function beginningOf(sentence: string): string | null {
  const words = wordsIn(sentence);
  let beginning = '';
  while (words.length > 0 && visualLength(`${beginning} ${words[0] ?? ''}`) <= longestRest)
    beginning = `${beginning} ${words.shift() ?? ''}`.trim();
  return /[\p{L}\p{N}]/u.test(beginning) ? `${tidyPhrase(beginning)}…` : null;
}

function restOf(words: string): string | null {
  const bare = words.replace(/[.\s]+$/u, '');
  return /[\p{L}\p{N}]/u.test(bare) && visualLength(bare) <= longestRest ? bare : null;
}

/** Returns the first sentence that has words; a longer text states its subject there. */
function firstSentence(text: string): string {
  const sentences = text
    .split(/(?<=[.!?…。！？؟।]["”»）)]?)\s+|(?<=[。！？])|\n+/u)
    .map((part) => part.trim());
  const first = sentences.find((part) => splitClauses(part).length > 0) ?? '';
  const isTiny = !isSpaceless(first) && wordsIn(first).length < 3;
  return isTiny ? (sentences.find((part) => wordsIn(part).length >= 3) ?? first) : first;
}
