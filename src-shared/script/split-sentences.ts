import { isPartOfName, isPartOfTime, meaningOfFullStop } from './abbreviations.ts';
import { stopWords } from './stop-words.ts';

/** Marks that can end a sentence, with closing brackets and quotes and the white space after them. */
const sentenceEnd = /[\p{Sentence_Terminal}…‥]+(?:\s?»|[\p{Pe}\p{Pf}"'”’«›」』])*\s*/gu;

/** Full stops of scripts that need no space after them. */
const wideStop = /[。！？｡．।॥؟۔།။៕።՞։]/u;

/**
 * Splits a passage into sentences. The joined pieces equal the passage: white space stays at the end of each. Full
 * stops of abbreviations, initials, decimals and ordinals do not split, nor does the end of a quote inside a sentence.
 *
 * @param languageCode BCP 47; decides on ordinals and sentence beginnings.
 */
export function splitSentences(passage: string, languageCode: string): string[] {
  const isUncased = writesSentencesInLowerCase(passage);
  const sentences: string[] = [];
  let start = 0;
  for (const match of passage.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (end >= passage.length) break;
    const place: StopPlace = {
      sentence: passage.slice(start, match.index),
      stop: match[0],
      next: passage.slice(end, end + 60),
      languageCode,
      isUncased,
    };
    if (!endsSentence(place)) continue;
    sentences.push(passage.slice(start, end));
    start = end;
  }
  if (start < passage.length) sentences.push(passage.slice(start));
  return sentences;
}

interface StopPlace {
  /** From the sentence's first letter to the stop. */
  readonly sentence: string;
  readonly stop: string;
  readonly next: string;
  readonly languageCode: string;
  readonly isUncased: boolean;
}

function endsSentence(place: StopPlace): boolean {
  const { stop, next } = place;
  const closesQuote = /[\p{Pe}\p{Pf}"'”’»«›」』]\s*$/u.test(stop);
  if (wideStop.test(stop)) return !(closesQuote && /^[とっという、，,はをが]/u.test(next));
  if (!/\s$/u.test(stop)) return false;
  const goesOnSmall = /^["'“‘«„(]*\p{Ll}/u.test(next);
  if (goesOnSmall && (closesQuote || !place.isUncased)) return false;
  return /^\.(?!\.)/u.test(stop) ? fullStopEnds(place) : true;
}

function fullStopEnds({ sentence, next, languageCode }: StopPlace): boolean {
  const word = /[^\s\p{Ps}\p{Pi}"'„]*$/u.exec(sentence.slice(-40))?.[0] ?? '';
  const isWholeSentence = word.length === sentence.trim().length;
  const meaning = meaningOfFullStop(word, isWholeSentence, /^\p{Nd}/u.test(next), languageCode);
  if (meaning === 'ends-but-before-day') return !isPartOfTime(firstWordOf(next));
  if (meaning === 'depends-on-next-words' && beginsWithCommonWord(next)) return true;
  if (meaning === 'sentence-end' || meaning === 'goes-on') return meaning === 'sentence-end';
  return beginsLikeSentence(next, languageCode);
}

/** True for the text after “the U.S.” in “the U.S. The …”, false in “the U.S. Army”. */
function beginsLikeSentence(next: string, languageCode: string): boolean {
  const word = firstWordOf(next);
  if (word === '') return !/^\p{Nd}/u.test(next);
  const known = stopWords.get(languageCode.split('-')[0] ?? '') ?? stopWords.get('en');
  return /^\p{Lu}/u.test(word) && (known?.has(word.toLowerCase()) ?? false);
}

/** True for the text after “in Washington, D.C.” in “… Prices rose”, false in “the D.C. Circuit Court ruled”. */
function beginsWithCommonWord(next: string): boolean {
  return /^["'“‘«„(]*\p{Lu}[\p{L}’'-]*,?\s+\p{Ll}/u.test(next) && !isPartOfName(firstWordOf(next));
}

function firstWordOf(next: string): string {
  return /^["'“‘«„(]*(\p{L}+)/u.exec(next)?.[1] ?? '';
}

/** True if a text starts its sentences with small letters, as dictated or hasty writing does. */
function writesSentencesInLowerCase(text: string): boolean {
  const small = text.match(/(?<=\p{Ll}{3})[.!?]\s+\p{Ll}/gu)?.length ?? 0;
  const capital = text.match(/(?<=\p{Ll}{3})[.!?]\s+\p{Lu}/gu)?.length ?? 0;
  return small > capital;
}
