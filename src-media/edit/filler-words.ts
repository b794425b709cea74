/** Filler sounds by language. Excludes words that can also carry meaning. */
const fillers: Readonly<Record<string, string>> = {
  de: 'äh|ähm|ähem|öh|öhm|hm|hmm|mhm|ehm',
  en: 'um|umm|uh|uhh|uhm|er|erm|hm|hmm|mhm|mm',
  es: 'eh|em|ehm|mmm|hm|hmm',
  fr: 'euh|heu|euhm|hm|hmm|mh',
  it: 'ehm|eh|mmm|hm|hmm|uhm',
  ja: 'えっと|えーっと|ええと|えーと|あのー|うーん|えー|んー',
  ko: '음|어|으음|저기',
  nl: 'eh|ehm|uh|uhm|hm|hmm',
  pl: 'yyy|eee|hm|hmm|ehm',
  pt: 'hum|hã|ahn|éh|ehm|hm|hmm',
  ru: 'э|ээ|эээ|эм|хм|ммм',
  sv: 'öh|öhm|eh|ehm|hm|hmm',
  zh: '呃|嗯|额|唔',
};

/** Fillers for all other languages: sounds that many languages spell alike. */
const common = 'um|uh|uhm|ehm|eh|hm|hmm|mmm|mhm';

/** Normalises a word for comparison: lower-case letters, digits and apostrophes only. */
function plainWord(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}'’]/gu, '')
    .replaceAll('’', "'");
}

/**
 * Returns the phrases to remove, each as its words.
 *
 * @param languageCode BCP 47
 * @param more the user's own phrases, of one or more words
 */
export function fillerPhrases(languageCode: string, more: readonly string[]): string[][] {
  const language = languageCode.toLowerCase().split(/[-_]/u)[0] ?? '';
  const known = (fillers[language] ?? common).split('|');
  return [...known, ...more]
    .map((phrase) =>
      phrase
        .split(/\s+/u)
        .map(plainWord)
        .filter((word) => word !== ''),
    )
    .filter((words) => words.length > 0);
}

/** Returns the indices of words that belong to one of the phrases. */
export function findFillers(words: readonly string[], phrases: readonly (readonly string[])[]): Set<number> {
  const plain = words.map(plainWord);
  const found = new Set<number>();
  for (const phrase of phrases) {
    for (let start = 0; start + phrase.length <= plain.length; start += 1) {
      if (!phrase.every((word, offset) => plain[start + offset] === word)) continue;
      for (let offset = 0; offset < phrase.length; offset += 1) found.add(start + offset);
    }
  }
  return found;
}
