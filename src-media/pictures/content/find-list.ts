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
  const isCounted = parts.length > 0 && count >= 3 && count <= 5 && ends.length <= 2;
  if (!isCounted || !conjunction.test(` ${last}`)) return null;
  if (isAdverb(lead, middle[0] ?? '', languageCode)) return null;
  const items = wholeItems(lead, middle);
  if (!items) return null;
  const bare = items.map((item) => withoutOpeners(item, languageCode));
  return bare.every((item) => isThing(item, languageCode)) ? bare : null;
}

/** Returns the items as long as those in the middle. Null if the last part is longer: it runs on into the sentence. */
function wholeItems(lead: string, others: readonly string[]): string[] | null {
  const size = Math.max(...others.slice(0, -1).map((item) => wordsIn(item).length));
  const final = others.at(-1) ?? '';
  if (size > longestItemWords || size < 1 || wordsIn(final).length > size + 2) return null;
  return [lastWords(lead, size), ...others.slice(0, -1), final];
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
