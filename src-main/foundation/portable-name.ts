const forbidden = /[<>:"/\\|?*]/g;
/** What takes the place of these keeps two words or numbers apart: `16/9` is not `16 9`. */
const forbiddenInWord = /(?<=[\p{L}\p{N}])[:/\\|]+(?=[\p{L}\p{N}])/gu;
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const reserved = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i;

/** In characters and in bytes of UTF-8: the name stands up to three times in a path that must stay short. */
const longestCharacters = 40;
const longestBytes = 120;

/**
 * A title as the name of a folder or file that every file system takes: letters of any script stay, characters and
 * names that Windows, macOS or Linux refuse do not. `Untitled` when nothing is left.
 */
export function portableName(title: string): string {
  const clean = title
    .replaceAll(/\s+/g, ' ')
    .replaceAll(unprintable, '')
    // After what may stand between a letter and its accent is gone.
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

function shorten(name: string): string {
  const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(name)];
  let short = '';
  for (const { segment } of graphemes) {
    const longer = short + segment;
    if (longer.length > longestCharacters || Buffer.byteLength(longer) > longestBytes) break;
    short = longer;
  }
  return short;
}

/** A name as file systems see it that know no capitals. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
