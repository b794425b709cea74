import { icons } from '@phosphor-icons/core';
import type { SettingName } from '../art/settings/settings.ts';
import { bareWord, wordsIn } from './clauses.ts';
import { type ConceptName, concepts, conceptWords, type ConceptWords } from './concepts.ts';

/** A drawable concept that the scene mentions. */
export interface FoundConcept {
  /** Name in the icon set. */
  readonly glyph: string;
  /** Place where it belongs; null if it has no particular place. */
  readonly setting: SettingName | null;
  /** Word in the text that names the concept. */
  readonly word: string;
  /** True for concepts so common that any other is better to draw. */
  readonly isVague: boolean;
}

/** Concepts drawn only if neither the scene nor the project's title names a better one. */
const vague = new Set<ConceptName>([
  'time',
  'calendar',
  'people',
  'eye',
  'search',
  'door',
  'goal',
  'game',
  'morning',
  'speed',
  'balance',
  'light',
  'body',
  'energy',
  'business',
  'earth',
  'idea',
  'brain',
  'growth',
  'danger',
  'history',
]);
/** Categories of the icon set that show interface controls or trade marks instead of things. */
const abstractCategories = new Set<string>(['brands', 'arrows', 'editor', 'system', 'design']);

/** Finds the concepts a text mentions, the most significant first, without duplicates. */
export function findConcepts(text: string, languageCode: string): FoundConcept[] {
  const language = languageCode.slice(0, 2).toLowerCase();
  const lexicon = conceptWords[language];
  if (!lexicon) return [];
  const matches = language === 'ja' ? matchLetters(text, lexicon) : matchWords(text, lexicon);
  const found = uniqueBest(matches).map(({ concept, word }) => {
    const { glyph, setting = null } = concepts[concept];
    return { glyph, setting, word, isVague: vague.has(concept) };
  });
  const isTelling = found.some((concept) => !concept.isVague);
  return isTelling || language !== 'en' ? found : [...iconsNamedIn(text), ...found];
}

interface Match {
  readonly concept: ConceptName;
  readonly word: string;
  readonly weight: number;
}

function matchWords(text: string, lexicon: ConceptWords): Match[] {
  const words = wordsIn(text.replace(/['’]/gu, ' ')).map(bareWord).slice(0, 200);
  return entriesOf(lexicon).flatMap(([concept, patterns]) =>
    words.flatMap((word, index) => {
      const pattern = patterns.find((candidate) => matchesPattern(word, candidate));
      if (!pattern) return [];
      const weight = 1 - Math.min(0.5, index * 0.02) - (vague.has(concept) ? 0.8 : 0);
      return [{ concept, word, weight }];
    }),
  );
}

function matchesPattern(word: string, pattern: string): boolean {
  if (pattern.endsWith('*'))
    return word.startsWith(pattern.slice(0, -1)) && word.length <= pattern.length + 7;
  return word === pattern || word === `${pattern}s` || word === `${pattern}es`;
}

function matchLetters(text: string, lexicon: ConceptWords): Match[] {
  return entriesOf(lexicon).flatMap(([concept, patterns]) =>
    patterns
      .filter((pattern) => text.includes(pattern))
      .map((pattern) => ({
        concept,
        word: pattern,
        weight: Math.min(3, pattern.length) - (vague.has(concept) ? 0.8 : 0),
      })),
  );
}

function entriesOf(lexicon: ConceptWords): [ConceptName, string[]][] {
  return (Object.entries(lexicon) as [ConceptName, string][]).map(([concept, words]) => [
    concept,
    words.split(' '),
  ]);
}

function uniqueBest(matches: readonly Match[]): Match[] {
  const byWeight = matches.toSorted((a, b) => b.weight - a.weight);
  return byWeight.filter(
    (match, index) => byWeight.findIndex((other) => other.concept === match.concept) === index,
  );
}

/** Finds things of the icon set whose name is a word of the text. */
function iconsNamedIn(text: string): FoundConcept[] {
  const words = new Set(
    wordsIn(text)
      .map(bareWord)
      .filter((word) => word.length > 3),
  );
  return icons
    .filter(
      (icon) => words.has(icon.name) && !icon.categories.some((category) => abstractCategories.has(category)),
    )
    .map((icon) => ({ glyph: icon.name, setting: null, word: icon.name, isVague: false }));
}
