import { bareWord, splitClauses, wordsIn } from './clauses.ts';
import { littleWordsOf } from './stop-words.ts';

const conjunction = /\s(?:and|or|y|e|o|et|ou|und|oder|ed)\s/iu;
const longestItemWords = 3;

/**
 * Finds three to five things that a sentence lists: "flour, sugar and eggs". Null if the commas separate clauses
 * instead.
 */
export function findList(text: string, languageCode: string): string[] | null {
  const japanese =
    /[\p{Script=Han}\p{Script=Katakana}ー]{1,8}(?:、[\p{Script=Han}\p{Script=Katakana}ー]{1,8}){2,4}(?=など|が|を|は|。|$)/u.exec(
      text,
    );
  if (japanese && languageCode.startsWith('ja')) return japanese[0].split('、');
  for (const sentence of text.split(/[.!?](?:\s|$)|\n/u)) {
    const items = itemsOf(sentence, languageCode);
    if (items) return items;
  }
  return null;
}

function itemsOf(sentence: string, languageCode: string): string[] | null {
  const parts = sentence.split(',').map((part) => part.trim());
  const last = parts.pop() ?? '';
  const ends = ` ${last}`
    .split(conjunction)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [lead = '', ...middle] = [...parts, ...ends];
  const count = middle.length + 1;
  if (parts.length < 1 || count < 3 || count > 5 || ends.length > 2 || !conjunction.test(` ${last}`))
    return null;
  if (isAdverb(lead, middle[0] ?? '', languageCode)) return null;
  const size = Math.max(...middle.slice(0, -1).map((item) => wordsIn(item).length));
  if (size > longestItemWords || size < 1) return null;
  const items = [lastWords(lead, size), ...middle.slice(0, -1), firstWords(middle.at(-1) ?? '', size)];
  const bare = items.map((item) => withoutOpeners(item, languageCode));
  return bare.every((item) => isThing(item, languageCode)) ? bare : null;
}

const adverbs = new Set(
  'however therefore meanwhile today yesterday tomorrow now then finally first instead indeed still suddenly later soon once here there yes no well heute gestern morgen jetzt dann endlich zuerst hoy ayer mañana ahora luego entonces aujourd’hui hier demain maintenant puis enfin oggi ieri domani ora poi infine hoje ontem amanhã agora depois então'.split(
    ' ',
  ),
);

/** True if a single first word only introduces the sentence: "However, the rain and the wind came". */
function isAdverb(lead: string, second: string, languageCode: string): boolean {
  if (wordsIn(lead).length > 1) return false;
  const opens = littleWordsOf(languageCode)?.openers.has(bareWord(wordsIn(second)[0] ?? '')) ?? false;
  return opens || adverbs.has(bareWord(lead));
}

function lastWords(text: string, count: number): string {
  const clause = splitClauses(text).at(-1)?.text ?? '';
  return wordsIn(clause).slice(-count).join(' ');
}

/** Returns a last item, which may run on into the sentence: then only as many words as the other items have. */
function firstWords(text: string, count: number): string {
  const words = wordsIn(splitClauses(text)[0]?.text ?? '');
  return words.slice(0, words.length > count + 1 ? count : words.length).join(' ');
}

function withoutOpeners(item: string, languageCode: string): string {
  const little = littleWordsOf(languageCode);
  const words = wordsIn(item);
  while (words.length > 1 && little?.stops.has(bareWord(words[0] ?? ''))) words.shift();
  return words.join(' ');
}

function isThing(item: string, languageCode: string): boolean {
  const little = littleWordsOf(languageCode);
  const last = bareWord(wordsIn(item).at(-1) ?? '');
  return last.length > 1 && !(little?.stops.has(last) ?? false);
}
