import { singularsOf } from './noun-forms.ts';
import { littleWordsOf } from './stop-words.ts';
import { drawingsIn, isAlsoVerb, rivalsOf } from './subject-words.ts';
import { type Subject, type Token, tokensOf } from './subject.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const determiners = setOf(
  'a an the this that these those my your his her its our their each every some any many several few most both all another two three four five six seven eight nine ten twelve hundred thousand dozen dozens',
);
/** Prepositions after which a thing is at the scene. */
const placing = setOf(
  'in on at to with by from into onto over under through along beside near behind across between among inside outside around',
);
/** Words after which a thing is absent, only compared or only meant. */
const distancing = setOf(
  'no not never without neither nor like as than for about against instead if unlike per',
);
/** Measures before `of`, which stand for what follows. */
const measures = setOf(
  'cup cups glass glasses bottle bottles basket bowl bowls box boxes bag bags sack sacks cargo load loads herd flock group pair pile slice slices piece pieces pound pounds ton tons dozens hundreds thousands bunch crowd team jar jars loaf plate pot row rows swarm pack school kind kinds fleet photo picture portrait drawing painting illustration',
);
const irregularVerbs = setOf(
  'is are was were be been has have had does do did can could will would may might must should came went took gave made got grew fell rose ran sat stood lay left kept held brought began became broke built bought caught chose cost cut drew drove ate felt found flew fought froze heard hid hit hurt knew led lent let lit lost meant met paid put read rode rang said sang sank saw sold sent set shook shone shot shut slept slid spent spoke spread stole struck swam swung taught thought threw told understood woke won wore wrote come go take give make get grow fall run stand keep hold bring begin become break build need want help live stay remain belong and or but so because when while until who which that where if then there here',
);

/** Finds the sure subjects of an English text: those that nothing places first, then those that are at the scene. */
export function findEnglishSubjects(text: string, topics: ReadonlySet<string>): Subject[] {
  const tokens = tokensOf(text);
  const words = tokens.map(({ text: word }) => word.toLowerCase().replace(/['’]s$/u, ''));
  const isTitleCase = capitalsIn(tokens) > 0.6;
  const found: { subject: Subject; rank: number }[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const match = matchAt(tokens, words, index);
    if (!match) continue;
    const place: Place = { tokens, words, index, end: index + match.count, isTitleCase };
    const rank = rankOf(place, match, topics);
    if (rank !== null) found.push({ subject: match.subject, rank });
    index += match.count - 1;
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ subject }) => subject);
}

interface Match {
  readonly subject: Subject;
  /** Number of words. */
  readonly count: number;
  /** As in the vocabulary. */
  readonly noun: string;
}

interface Place {
  readonly tokens: readonly Token[];
  readonly words: readonly string[];
  readonly index: number;
  readonly end: number;
  readonly isTitleCase: boolean;
}

function capitalsIn(tokens: readonly Token[]): number {
  const long = tokens.filter(({ text }) => text.length > 3);
  return long.length < 3 ? 0 : long.filter(({ text }) => /^\p{Lu}/u.test(text)).length / long.length;
}

/** Returns the longest noun of the vocabulary that starts at a word. */
function matchAt(tokens: readonly Token[], words: readonly string[], index: number): Match | null {
  const names = drawingsIn('en');
  for (const count of [3, 2, 1]) {
    const gaps = tokens.slice(index + 1, index + count).map(({ gap }) => gap);
    if (index + count > words.length || gaps.some((gap) => !/^[ -]$/u.test(gap))) continue;
    const word = words.slice(index, index + count).join('-');
    const noun = [word, ...singularsOf(word)].find((form) => names?.has(form));
    const glyph = noun && names?.get(noun);
    if (!glyph) continue;
    const { start = 0 } = tokens[index] ?? {};
    return {
      subject: { glyph, word: word.replaceAll('-', ' '), start, isPlural: noun !== word },
      count,
      noun,
    };
  }
  return null;
}

/** Returns 0 for a thing that the sentence is about, 1 for one at the scene, null for one that is not surely there. */
function rankOf(place: Place, match: Match, topics: ReadonlySet<string>): number | null {
  if (isOtherwiseMeant(place, match)) return null;
  const governor = governorOf(place);
  if (governor === null) return 0;
  if (distancing.has(governor.word)) return null;
  if (governor.word !== 'of') return 1;
  if (measures.has(place.words[governor.index - 1] ?? '')) return 0;
  return topics.has(match.subject.glyph) ? 1 : null;
}

/** True for a name, a verb, a word that describes the next one, and one beside a word that changes its meaning. */
function isOtherwiseMeant(place: Place, match: Match): boolean {
  const isVerb = match.count === 1 && isAlsoVerb(match.noun) && !isNounAt(place, match);
  const hasRival = rivalsOf(match.noun).some((rival) => place.words.includes(rival));
  return isVerb || hasRival || isName(place) || describesNext(place, match);
}

/** True for a capital within a sentence: a name, such as that of a company. */
function isName({ tokens, index, isTitleCase }: Place): boolean {
  const token = tokens[index];
  const startsSentence = index === 0 || /[.!?:“"\n]/u.test(token?.gap ?? '');
  return !isTitleCase && !startsSentence && /^\p{Lu}/u.test(token?.text ?? '');
}

/** True if a singular noun stands directly before another word that it may describe, as in `diamond saw`. */
function describesNext({ tokens, words, index, end }: Place, { subject }: Match): boolean {
  const next = tokens[end];
  const word = words[end] ?? '';
  if (!next || subject.isPlural || !/^[ -]$/u.test(next.gap)) return false;
  const stops = littleWordsOf('en')?.stops;
  if (stops?.has(word) || irregularVerbs.has(word) || placing.has(word)) return false;
  const endings = mayHaveVerb(words.slice(0, index)) ? /(?:ed|ly|ing|[^s]s)$/u : /(?:ed|ly|ing)$/u;
  const isThing = singularsOf(word).some((form) => drawingsIn('en')?.has(form));
  return !endings.test(word) || isThing || next.gap === '-';
}

/** True if a verb in -s may follow, because only what may be its subject stands before: `the old train arrives`. */
function mayHaveVerb(before: readonly string[]): boolean {
  return before.length <= 2 && (before.length === 0 || determiners.has(before[0] ?? ''));
}

/** True if a word that is also a verb stands where only a noun can. */
function isNounAt({ tokens, words, index, end }: Place, { subject }: Match): boolean {
  const before = words.slice(Math.max(0, index - 3), index).toReversed();
  const reach = before.findIndex(
    (word) => determiners.has(word) || (placing.has(word) && word !== 'to') || word === 'of',
  );
  const names = drawingsIn('en');
  const isNamed = (word: string) => [word, ...singularsOf(word)].some((form) => names?.has(form));
  // `The farmer books a room` has a verb; `the farmer cake` could only be a compound.
  if (reach >= 0) return !subject.isPlural || !before.slice(0, reach).some(isNamed);
  const listed =
    /^,\s|^\s?(?:and|or)\s$/u.test(tokens[index]?.gap ?? '') || before[0] === 'and' || before[0] === 'or';
  if (listed && !determiners.has(words[end] ?? '')) return true;
  return index === 0 && subject.isPlural && !determiners.has(words[end] ?? '');
}

/** Returns the preposition or denial that the thing depends on, if one stands shortly before it in its clause. */
function governorOf({ tokens, words, index }: Place): { word: string; index: number } | null {
  for (let back = index; back > Math.max(0, index - 5); back--) {
    if (/[,.;:!?—()“”"]/u.test(tokens[back]?.gap ?? '')) return null;
    const word = words[back - 1] ?? '';
    if (placing.has(word) || distancing.has(word) || word === 'of') return { word, index: back - 1 };
    if (irregularVerbs.has(word) && word !== 'and' && word !== 'or') return null;
  }
  return null;
}
