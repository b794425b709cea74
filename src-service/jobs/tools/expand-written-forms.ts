import type { MappedText } from '@dailies/media/script';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const groups = ['', ' thousand', ' million', ' billion', ' trillion'];

function belowThousand(value: number): string {
  if (value < 20) return small[value] ?? '';
  if (value < 100)
    return `${tens[Math.floor(value / 10)] ?? ''}${value % 10 === 0 ? '' : `-${small[value % 10] ?? ''}`}`;
  const rest = value % 100;
  return `${small[Math.floor(value / 100)] ?? ''} hundred${rest === 0 ? '' : ` ${belowThousand(rest)}`}`;
}

/** Returns a whole number in English words; digit by digit over 15 digits or with a leading zero. */
export function numberWords(digits: string): string {
  if (digits.length > 15 || (digits.length > 1 && digits.startsWith('0'))) {
    return [...digits].map((digit) => small[Number(digit)] ?? '').join(' ');
  }
  if (Number(digits) === 0) return 'zero';
  const parts: string[] = [];
  for (let rest = Number(digits), group = 0; rest > 0; rest = Math.floor(rest / 1000), group += 1) {
    if (rest % 1000 > 0) parts.unshift(`${belowThousand(rest % 1000)}${groups[group] ?? ''}`);
  }
  return parts.join(' ');
}

/** Reads a written number with commas for thousands and a point for decimals. */
function amountWords(written: string): string {
  const [whole = '0', decimals] = written.replaceAll(',', '').split('.');
  if (decimals === undefined) return numberWords(whole);
  return `${numberWords(whole)} point ${[...decimals].map((digit) => small[Number(digit)] ?? '').join(' ')}`;
}

const currencies: Readonly<Record<string, string>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
};
const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  '%': 'percent',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '#': 'number',
  '°': 'degrees',
  '×': 'times',
  '÷': 'divided by',
  '<': 'less than',
  '>': 'greater than',
  '~': 'about',
};
const number = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;

/** Words in capitals that are spoken as words, not letter by letter. */
const spokenAsWords = new Set([
  'NASA',
  'NATO',
  'UNESCO',
  'UNICEF',
  'OPEC',
  'LASER',
  'RADAR',
  'SCUBA',
  'AND',
  'THE',
  'NOT',
  'OK',
]);

function spelled(letters: string): string {
  return spokenAsWords.has(letters) ? letters : [...letters].join(' ');
}

/**
 * Spells out text that a voice may misread. Abbreviations in capitals are spelled in every language. Numbers and signs
 * become words in English only; voices of other languages read them themselves.
 */
export function expandWrittenForms(text: MappedText, languageCode: string): MappedText {
  const spelledOut = text.replace(/(?<![\p{L}\p{N}])\p{Lu}{2,5}(?![\p{L}\p{N}])/gu, ([letters]) =>
    spelled(letters),
  );
  if (!/^en\b/u.test(languageCode)) return spelledOut;
  return spelledOut
    .replace(
      new RegExp(`([$€£¥])\\s?(${number})`, 'gu'),
      ([, sign = '', amount = '']) => `${amountWords(amount)} ${currencies[sign] ?? ''}`,
    )
    .replace(new RegExp(`(?<![\\p{L}\\d.,])(${number})(?![\\d\\p{L}])`, 'gu'), ([, amount = '']) =>
      amountWords(amount),
    )
    .replace(/[&%@+=#°×÷<>~]/gu, ([sign]) => ` ${signs[sign] ?? ''} `);
}
