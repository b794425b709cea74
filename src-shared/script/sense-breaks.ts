import { meaningOfFullStop } from './abbreviations.ts';

/**
 * Words that begin a new thought, good to cut before, and words that depend on the next one, bad to cut after. Keys are
 * ISO 639-1.
 */
const joiningWords: Readonly<Record<string, { before: string; leaning: string }>> = {
  en: {
    before:
      'and but or so because when while if that which who where although though since until after before then than as',
    leaning:
      'a an the of in to for with on at by from my your his her its our their this that these no very is are was were i we he she they and or not',
  },
  es: {
    before: 'y e o u pero porque cuando mientras si que donde aunque como pues entonces para',
    leaning:
      'un una el la los las de del en a al con por para mi tu su sus este esta no muy es son y o lo se',
  },
  fr: {
    before: 'et ou mais donc parce quand lorsque si que qui où comme car puis pour',
    leaning:
      'un une le la les des de du en à au aux avec par pour mon ton son ma ta sa ce cette ne pas très est et ou je il elle',
  },
  de: {
    before: 'und aber oder denn weil wenn während dass der die das wo obwohl als dann damit',
    leaning:
      'ein eine einen einem einer der die das den dem des von in im zu zum zur mit auf für bei mein dein sein ihr nicht sehr und ich wir er sie',
  },
  it: {
    before: 'e o ma perché quando mentre se che dove come poi quindi',
    leaning:
      'un una uno il lo la i gli le di del della in a al con per su da mio tuo suo non molto è sono e o',
  },
  pt: {
    before: 'e ou mas porque quando enquanto se que onde embora como então para',
    leaning: 'um uma o a os as de do da em no na com por para meu seu sua não muito é são e ou',
  },
  nl: {
    before: 'en of maar want omdat als terwijl dat die waar hoewel dan',
    leaning: 'een de het van in op te voor met aan bij mijn jouw zijn haar niet zeer is en of',
  },
};

const wordSets = new Map(
  Object.entries(joiningWords).map(([languageCode, { before, leaning }]) => [
    languageCode,
    { before: new Set(before.split(' ')), leaning: new Set(leaning.split(' ')) },
  ]),
);

/** English words of numbers; digits are recognised in every language. */
const numberWords = new Set(
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion'.split(
    ' ',
  ),
);

/** Ends of clauses, with their closing brackets and quotes. */
const clauseEnd = /[,;:、，；：،؛·][\p{Pe}\p{Pf}"'”’»]*$|\s[–—-]+$|[—–][\p{Pf}"]*$|\p{Pe}$/u;
const sentenceEnd = /[\p{Sentence_Terminal}…‥][\p{Pe}\p{Pf}"'”’»」』]*$/u;

/** Damage to the sense from a break between two pieces of one text. */
export type BreakPenalty = 0 | 1 | 2 | 4 | 7;

/**
 * Rates a break by how much it hurts the sense.
 * @param before text up to the break, without the white space at it
 * @param after text from the break on
 * @returns 0 after a sentence, 1 after a clause, 2 before a joining word, 4 between any words, 7 after a number or a
 * word that depends on the next, or within a name
 */
export function senseBreakPenalty(before: string, after: string, languageCode: string): BreakPenalty {
  if (endsAbbreviated(before, after, languageCode)) return 7;
  if (sentenceEnd.test(before)) return 0;
  if (clauseEnd.test(before)) return 1;
  const language = languageCode.split('-')[0] ?? '';
  if (/\p{Nd}$/u.test(before) && !endsName(before)) return bindsNumber(after, language) ? 7 : 4;
  return language === 'ja' ? japanesePenalty(before, after) : penaltyBetweenWords(before, after, language);
}

function penaltyBetweenWords(before: string, after: string, language: string): BreakPenalty {
  if (isWithinName(before, after, language)) return 7;
  const sets = wordSets.get(language);
  if (!sets) return 4;
  const next = /^["'“‘«(]*([\p{L}\p{M}]+)/u.exec(after)?.[1]?.toLowerCase() ?? '';
  const last = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  if (sets.leaning.has(last) || (isNumberWord(last, language) && bindsNumber(after, language))) return 7;
  return sets.before.has(next) ? 2 : 4;
}

function isNumberWord(word: string, language: string): boolean {
  return language === 'en' && numberWords.has(word);
}

/** True if the text after a number continues it or is what it counts, and not the next part of the sentence. */
function bindsNumber(after: string, language: string): boolean {
  const [next = '', following = ''] = after.toLowerCase().split(/\s+/u);
  if (/^[ap]\.?m\b/u.test(next)) return true;
  const sets = wordSets.get(language);
  if (!sets?.before.has(next) && !sets?.leaning.has(next)) return true;
  return next === 'and' && (numberWords.has(following) || /^\p{Nd}/u.test(following));
}

/** True after the number of a name, such as “Apollo 11”. */
function endsName(before: string): boolean {
  return /(?<![\p{L}\p{M}])\p{Lu}[\p{L}\p{M}]{2,}\s\p{Nd}+$/u.test(before);
}

/** True between two words with capitals, such as “New York”, and before the number of a name, such as “Apollo 11”. */
function isWithinName(before: string, after: string, language: string): boolean {
  // German writes every noun with a capital.
  if (language === 'de') return false;
  return /(?<![\p{L}\p{M}'’])\p{Lu}[\p{L}\p{M}’'-]*$/u.test(before) && /^[\p{Lu}\p{Nd}]/u.test(after);
}

/** True after an abbreviation such as “Dr.”, “U.S.” or “z. B.”, or within it, whether or not a sentence may end there. */
function endsAbbreviated(before: string, after: string, languageCode: string): boolean {
  if (!before.endsWith('.')) return false;
  const isWithin = /(?<!\p{L})\p{L}\.$/u.test(before) && /^\p{L}\.(?!\p{L}{2})/u.test(after);
  const joined = before.replace(/(?<![\p{L}.])(?:\p{L}{1,2}\.\s)+\p{L}{1,2}\.$/u, (parts) =>
    parts.replaceAll(/\s/gu, ''),
  );
  const word = /(?<![^\s\p{Ps}\p{Pi}"'])([^\s\p{Ps}\p{Pi}"']+)\.$/u.exec(joined)?.[1];
  if (isWithin || word === undefined) return isWithin;
  return meaningOfFullStop(word, false, /^\p{Nd}/u.test(after), languageCode) !== 'sentence-end';
}

/** Japanese phrases end in hiragana (particles and endings) and mostly begin with another script. */
function japanesePenalty(before: string, after: string): BreakPenalty {
  if (/^[\p{Script=Hiragana}ー]/u.test(after)) return 7;
  return /\p{Script=Hiragana}$/u.test(before) ? 2 : 4;
}
