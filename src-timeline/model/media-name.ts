/** Names that Windows reserves for devices, with or without an extension. */
const reservedNames = /^(?:con|prn|aux|nul|conin|conout|clock|com\d|lpt\d)(?:\.|$)/i;

const safeName = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

const longestName = 80;
const longestExtension = 10;

/** Letters that do not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  æ: 'ae',
  Ð: 'D',
  ð: 'd',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  Ł: 'L',
  ł: 'l',
  Ø: 'O',
  ø: 'o',
  Œ: 'OE',
  œ: 'oe',
  ẞ: 'SS',
  ß: 'ss',
  Þ: 'Th',
  þ: 'th',
};

function asciiOf(title: string): string {
  return [...title.normalize('NFKD')]
    .map((character) => plainLetters[character] ?? character)
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-');
}

function stemOf(title: string): string {
  const stem = asciiOf(title)
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-._]+|[-._]+$/g, '');
  if (stem === '') return 'media';
  return reservedNames.test(stem) ? `media-${stem}` : stem;
}

/**
 * Makes a file name that every editor, operating system and archive format accepts. It consists of `[A-Za-z0-9._-]`,
 * has at most 80 characters, is no device name, and differs from every name in `taken`, ignoring case. Adds the name to
 * `taken`, so that the next call returns another one. A title without usable characters becomes `media`; a title that
 * ends with the extension gets no second one.
 * @param extension With or without its point; lower-cased.
 */
export function safeMediaName(title: string, extension: string, taken: Set<string>): string {
  const plainExtension = asciiOf(extension)
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()
    .slice(0, longestExtension);
  const suffix = plainExtension === '' ? '' : `.${plainExtension}`;
  const isRepeated = suffix !== '' && title.toLowerCase().endsWith(suffix);
  return addFreeName(stemOf(isRepeated ? title.slice(0, -suffix.length) : title), suffix, taken);
}

/** True if `safeMediaName` would not change the name. */
export function isSafeMediaName(name: string): boolean {
  return name.length <= longestName && safeName.test(name) && !reservedNames.test(name);
}

/**
 * Adds a name to `taken`, with a number if an equal name exists, ignoring case.
 * @param suffix With its point; may be empty.
 * @returns the name, at most 80 characters long.
 */
export function addFreeName(stem: string, suffix: string, taken: Set<string>): string {
  const takenInAnyCase = new Set([...taken].map((name) => name.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const ending = (count === 1 ? '' : `-${String(count)}`) + suffix;
    const name = stem.slice(0, longestName - ending.length).replace(/[-._]+$/, '') + ending;
    if (takenInAnyCase.has(name.toLowerCase())) continue;
    taken.add(name);
    return name;
  }
}
