const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

/** Returns the character of a reference; the reference itself if there is none. */
function characterOf(reference: string, name: string): string {
  if (!name.startsWith('#')) return Object.hasOwn(entities, name) ? (entities[name] ?? '') : reference;
  const digits = name.slice(1);
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : reference;
}

/** Returns the words of an HTML document, such as Qt's rich text, one line for each paragraph and line break. */
export function textOfHtml(html: string): string {
  const body = html.slice(Math.max(0, html.search(/<body\b/i)));
  return body
    .replace(/[\r\n]+/g, '')
    .replace(/<br\b[^>]*>|<\/(?:p|div|li|h\d)\s*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[\da-f]{1,7}|[a-z]+);/gi, characterOf)
    .replace(/\n+$/, '');
}
