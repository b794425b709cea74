const forbidden = /[<>:"/\\|?*]/g;
/** A dash replaces these, which keeps two words or numbers apart: `16/9` is not `16 9`. */
const forbiddenInWord = /(?<=[\p{L}\p{N}])[:/\\|]+(?=[\p{L}\p{N}])/gu;
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/** Limits in characters and in UTF-8 bytes. The name occurs up to three times in a path that must stay short. */
const longestCharacters = 40;
const longestBytes = 120;

/**
 * Returns a title as a name for a folder or file that every file system takes; `Untitled` when nothing is left. Letters
 * of any script stay. Characters and names that Windows, macOS or Linux refuse are removed or replaced.
 */
export function portableName(title: string): string {
  const clean = title
    .replaceAll(/\s+/g, ' ')
    .replaceAll(unprintable, '')
    // Removed characters may have separated a letter from its accent.
    .normalize('NFC')
    .replaceAll(forbiddenInWord, '-')
    .replaceAll(forbidden, ' ')
    .replaceAll(/ +/g, ' ');
  const trimmed = trimEnds(shorten(trimEnds(clean)));
  if (trimmed === '') return 'Untitled';
  return reserved.test(trimmed) ? `${trimmed.replace('.', '_')}_` : trimmed;
}

/** Leading dots hide a folder, leading dashes and tildes look like options; Windows drops dots and spaces at the end. */
function trimEnds(name: string): string {
  return name.replace(/^[\s.~-]+/u, '').replace(/[\s.]+$/u, '');
}

/** Shortens at the end of a word, except for a word that would take more than half of the name with it. */
function shorten(name: string): string {
  const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)];
  let short = '';
  for (const { segment } of graphemes) {
    const longer = short + segment;
    if (longer.length > longestCharacters || Buffer.byteLength(longer) > longestBytes) {
      const lastSpace = segment === ' ' ? -1 : short.lastIndexOf(' ');
      return lastSpace > short.length / 2 ? short.slice(0, lastSpace) : short;
    }
    short = longer;
  }
  return short;
}
