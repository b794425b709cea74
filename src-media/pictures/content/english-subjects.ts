import { z } from 'zod';
import data from '../../../resources/media/english-words.json' with { type: 'json' };
import { singularsOf } from './noun-forms.ts';
import { littleWordsOf } from './stop-words.ts';
import { drawingsIn, isAlsoVerb, rivalsOf } from './subject-words.ts';
import { type Subject, type Token, tokensOf } from './subject.ts';

const setOf = z.string().transform((words): ReadonlySet<string> => new Set(words.split(' ')));

/**
 * Little words around nouns. `placing`: prepositions after which a thing is at the scene. `distancing`: words after which
 * it is absent, only compared or only meant. `measures`: words before `of` that stand for what follows.
 * `irregularVerbs`: verbs without a regular ending, and words that begin a new clause. `uncountable`: things named without
 * an article.
 */
const { determiners, placing, distancing, measures, irregularVerbs, uncountable } = z
  .object({
    determiners: setOf,
    placing: setOf,
    distancing: setOf,
    measures: setOf,
    irregularVerbs: setOf,
    uncountable: setOf,
  })
  .parse(data);

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
  const rivals = rivalsOf(match.noun);
  const hasRival = place.words.some((word) =>
    [word, ...singularsOf(word)].some((form) => rivals.includes(form)),
  );
  return isVerb || hasRival || isName(place, match) || isFigure(place, match) || describesNext(place, match);
}

/** True for a name, such as that of a company: a capital within a sentence, or at its start where an article lacks. */
function isName(place: Place, match: Match): boolean {
  const token = place.tokens[place.index];
  if (place.isTitleCase || !/^\p{Lu}/u.test(token?.text ?? '')) return false;
  const startsSentence = place.index === 0 || /[.!?:“"\n]/u.test(token?.gap ?? '');
  return !startsSentence || lacksArticle(place, match);
}

/** True for a countable thing without an article that a verb follows, as in `Apple picks`. */
function lacksArticle({ tokens, words, end }: Place, { subject, noun }: Match): boolean {
  if (subject.isPlural || uncountable.has(noun) || tokens[end]?.gap !== ' ') return false;
  const next = words[end] ?? '';
  return !placing.has(next) && !littleWordsOf('en')?.joiners.has(next);
}

/** True for a figure of speech: `a train of thought`, `the key to success`. */
function isFigure({ tokens, words, end }: Place, { subject, noun }: Match): boolean {
  if (!/^ $/u.test(tokens[end]?.gap ?? '')) return false;
  const isMeasure = measures.has(words[end - 1] ?? '') || measures.has(noun);
  if (words[end] === 'of') return !isMeasure;
  return words[end] === 'to' && !subject.isPlural && !determiners.has(words[end + 1] ?? '');
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
  // A word in -s after another noun may be its verb: `the company ships furniture`.
  if (reach >= 0) return !subject.isPlural || reach === 0;
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
