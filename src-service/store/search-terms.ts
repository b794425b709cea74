/** Scripts written without spaces, or, as Korean, with endings that stick to their words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const maxTerms = 32;

/** The two-character pieces of a run of characters, and its last character. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, index) => character + (characters[index + 1] ?? ''));
}

/** Text as it is indexed: what is written without spaces is cut into overlapping pairs of characters. */
export function indexedText(text: string): string {
  return text.normalize('NFKC').replaceAll(unspaced, (run) => ` ${pairsOf(run).join(' ')} `);
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** The words of a text as phrases of the index's query language; those of unspaced scripts as their pairs in a row. */
function termsOf(text: string): string[] {
  const spaced = text.normalize('NFKC').replaceAll(unspaced, (run) => ` ${run} `);
  const terms = [...spaced.matchAll(words)].map(([word]) => {
    if (word.search(unspaced) !== 0) return quoted(word);
    const pairs = pairsOf(word);
    // The last character alone is only where a run ends, which what is looked for need not.
    return pairs.length === 1 ? `${quoted(word)}*` : quoted(pairs.slice(0, -1).join(' '));
  });
  return [...new Set(terms)].slice(0, maxTerms);
}

/** The last word may be cut short, as it is while somebody types. */
function withOpenEnd(terms: readonly string[]): string[] {
  return terms.map((term, index) => (index === terms.length - 1 && !term.endsWith('*') ? `${term}*` : term));
}

/** A query for what has every word of a text; null for a text without words. Safe for any text. */
export function allTermsQuery(text: string): string | null {
  const terms = withOpenEnd(termsOf(text));
  return terms.length === 0 ? null : terms.join(' AND ');
}

/** A query for what has any word of a text; null when it has but one. Safe for any text. */
export function anyTermQuery(text: string): string | null {
  const terms = withOpenEnd(termsOf(text));
  return terms.length < 2 ? null : terms.join(' OR ');
}
