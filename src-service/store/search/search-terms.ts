/** Scripts without spaces, or with endings attached to words, such as Korean. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** Returns the overlapping pairs of a run of characters, followed by its last character. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** Prepares text for the index: text without spaces is split into overlapping pairs of characters. */
export function indexedText(text: string): string {
  return text.normalize('NFKC').replaceAll(unspaced, (run) => ` ${pairsOf(run).join(' ')} `);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Returns a text's words as phrases of the query language; words in unspaced scripts become pairs in a row. */
function termsOf(text: string): string[] {
  const spaced = text.normalize('NFKC').replaceAll(unspaced, (run) => ` ${run} `);
  const terms = [...spaced.matchAll(words)].map(([word]) => {
    if (word.search(unspaced) !== 0) return quoted(word);
    const pairs = pairsOf(word);
    // Omits the last single character, which the index only has at the end of a run.
    return pairs.length === 1 ? `${quoted(word)}*` : quoted(pairs.slice(0, -1).join(' '));
  });
  return [...new Set(terms)];
}

/** Lets the last word match as a prefix, because the user may still be typing it. */
function withOpenEnd(terms: readonly string[]): string[] {
  return terms.map((term, index) => (index === terms.length - 1 && !term.endsWith('*') ? `${term}*` : term));
}

/** Returns a query for texts with every word; null for a text without words. Safe for any text. */
export function allTermsQuery(text: string): string | null {
  const terms = withOpenEnd(termsOf(text));
  return terms.length === 0 ? null : terms.join(' AND ');
}

/** Returns a query for texts with any of the words; null for fewer than two words. Safe for any text. */
export function anyTermQuery(text: string): string | null {
  const terms = withOpenEnd(termsOf(text));
  return terms.length < 2 ? null : terms.join(' OR ');
}
