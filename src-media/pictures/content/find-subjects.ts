import { findEnglishSubjects } from './english-subjects.ts';
import { stemsOf } from './noun-forms.ts';
import { drawingsIn } from './subject-words.ts';
import { type Subject, tokensOf } from './subject.ts';

/** Words after which a thing is absent or only compared. */
const denials = new Set(
  'ohne kein keine keinen keinem keiner statt wie als für sin como para sans comme pour senza come per sem'.split(
    ' ',
  ),
);

/**
 * Finds the things that the words surely name and that can be drawn, the most important first. A word with another
 * meaning, or that only describes the next one, is no such thing.
 *
 * @param topics drawings that count wherever their word stands, such as those of the title
 */
export function findSubjects(
  text: string,
  languageCode: string,
  topics: ReadonlySet<string> = new Set(),
): Subject[] {
  const language = languageCode.slice(0, 2).toLowerCase();
  if (language === 'en') return unique(findEnglishSubjects(text, topics));
  if (language === 'ja') return unique(findJapaneseSubjects(text));
  return unique(findOtherSubjects(text, language));
}

function unique(subjects: readonly Subject[]): Subject[] {
  return subjects.filter(
    (subject, index) => subjects.findIndex((other) => other.glyph === subject.glyph) === index,
  );
}

/** German nouns have a capital; other languages are matched by their words alone. */
function findOtherSubjects(text: string, language: string): Subject[] {
  const names = drawingsIn(language);
  if (!names) return [];
  const tokens = tokensOf(text.normalize('NFC'));
  return tokens.flatMap((token, index) => {
    const word = token.text.toLowerCase();
    if (language === 'de' && !/^\p{Lu}/u.test(token.text)) return [];
    if (denials.has(tokens[index - 1]?.text.toLowerCase() ?? '')) return [];
    const stem = [word, ...stemsOf(word, language)].find((form) => names.has(form));
    const glyph = stem && names.get(stem);
    return glyph ? [{ glyph, word, start: token.start, isPlural: stem !== word }] : [];
  });
}

/** A word before `の` describes the next one, as in `猫の形`. */
function findJapaneseSubjects(text: string): Subject[] {
  const names = drawingsIn('ja');
  if (!names) return [];
  const segments = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)];
  return segments.flatMap(({ index: start }, index) => {
    for (const count of [3, 2, 1]) {
      const word = segments
        .slice(index, index + count)
        .map(({ segment }) => segment)
        .join('');
      const glyph = names.get(word);
      const next = segments[index + count]?.segment ?? '';
      if (glyph)
        return /^(?:の|的|[\p{Script=Han}\p{Script=Katakana}])/u.test(next)
          ? []
          : [{ glyph, word, start, isPlural: false }];
    }
    return [];
  });
}
