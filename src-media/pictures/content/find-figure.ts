import { steps } from '../art/geometry.ts';
import { splitClauses, visualLength, wordsIn } from './clauses.ts';
import { keyPhrase, tidyPhrase } from './key-phrase.ts';
import type { Figure } from './scene-content.ts';
import { littleWordsOf } from './stop-words.ts';

const digits = String.raw`\p{Nd}(?:[\p{Nd}.,٫٬\u00a0\u202f]*\p{Nd})?`;
const free = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\-.,#])`;
const percentWords =
  'percent|per cent|por ciento|por cento|pour cent|prozent|per cento|procent|процентов|パーセント';
const magnitudes =
  'hundred|thousand|million|millions|billion|billions|trillion|millones|millón|mil|millions|milliard|milliards|millionen|million|milliarden|tausend|milioni|miliardi|mila|milhões|bilhões|mil|миллионов|миллиардов';
const units =
  'kilometers|kilometres|kilometer|km|miles|meters|metres|meter|feet|kilograms|kilos|kg|tons|tonnes|liters|litres|degrees|hours|minutes|seconds|days|weeks|months|years|times|people|species|countries|words|steps|calories|kilómetros|metros|horas|minutos|días|años|personas|veces|kilomètres|mètres|heures|jours|ans|personnes|fois|kilometer|meter|stunden|minuten|tage|jahre|menschen|mal|chilometri|metri|ore|minuti|giorni|anni|persone|quilômetros|dias|anos|pessoas|vezes';
const eastAsianUnits = '[万億兆]?(?:円|年|人|倍|度|時間|分|日|歳|キロ|メートル|元|个|亿|万|원|명|년|배)';

const yearPattern = String.raw`${free}(?:1[0-9]|20)[0-9]{2}(?![\p{L}\p{N}%]|[.,]\p{N}|-\p{L})`;

/** Kinds of numbers, the most suitable for a big figure first. */
const sorts: readonly { sort: Figure['sort']; pattern: RegExp }[] = [
  {
    sort: 'share',
    pattern: new RegExp(`${free}${digits}\\s?(?:[%％٪]|(?:${percentWords})(?!\\p{L}))`, 'iu'),
  },
  {
    sort: 'share',
    pattern: /(?<!\p{L})(?:(?:a|one) third|two thirds|(?:a|one) quarter|three quarters|half)(?= of\s)/iu,
  },
  {
    sort: 'money',
    pattern: new RegExp(
      `[$€£¥₹₩₽]\\s?${digits}(?:\\s?(?:${magnitudes}|[kmb]n?)(?!\\p{L}))?|${free}${digits}(?:\\s(?:${magnitudes}))?\\s?(?:€|£|¥|₽|₩|dollars|euros|euro|dollar|pounds)(?!\\p{L})`,
      'iu',
    ),
  },
  { sort: 'amount', pattern: new RegExp(`${free}${digits}\\s(?:${magnitudes})(?!\\p{L})`, 'iu') },
  {
    sort: 'amount',
    pattern: new RegExp(`${free}${digits}(?:\\s(?:${units})(?!\\p{L})|${eastAsianUnits})`, 'iu'),
  },
  {
    sort: 'amount',
    pattern: new RegExp(`${free}\\p{Nd}{1,3}(?:[.,\u00a0\u202f]\\p{Nd}{3})+(?![\\p{L}\\p{N}])`, 'u'),
  },
  {
    sort: 'year',
    pattern: new RegExp(yearPattern, 'u'),
  },
];

/** Finds the one number of a scene that deserves a whole picture, with the words around it. */
export function findFigure(text: string, languageCode: string): Figure | null {
  for (const { sort, pattern } of [...sorts.slice(0, -1), ...datesIn(languageCode), ...sorts.slice(-1)]) {
    const match = pattern.exec(text);
    if (!match) continue;
    const written = match[0].trim();
    const lead = leadOf(text.slice(0, match.index), languageCode);
    const trend = trendOf(lead ?? '');
    return {
      text: written,
      sort,
      years: sort === 'year' ? yearsIn(text) : [],
      trend,
      share: sort === 'share' && trend === null ? shareOf(written) : null,
      lead,
      tail: tailOf(text.slice(match.index + match[0].length), languageCode),
    };
  }
  return null;
}

/** Returns patterns of a day and a month, in either order, with or without a year; none for an unknown language. */
function datesIn(languageCode: string): { sort: 'date'; pattern: RegExp }[] {
  if (!/^(?:en|de|es|fr|it|pt)(?:-|$)/u.test(languageCode)) return [];
  const format = new Intl.DateTimeFormat(languageCode, { month: 'long', timeZone: 'UTC' });
  const months = steps(12).map((month) => format.format(new Date(Date.UTC(2024, month, 15))));
  const name = `(?:${months.join('|')})`;
  const year = String.raw`(?:,?\s(?:de\s)?(?:1[0-9]|20)[0-9]{2})?(?!\p{N})`;
  const day = String.raw`[0-3]?[0-9](?:st|nd|rd|th|\.|er|º)?`;
  const pattern = new RegExp(
    `${free}(?:${day}\\s(?:de\\s)?${name}|${name}\\s${day}(?=[\\s,.]))${year}`,
    'iu',
  );
  return [{ sort: 'date', pattern }];
}

const rises =
  /(?<!\p{L})(?:rose|rises?|risen|grew|grows?|grown|gain(?:s|ed)?|increased?|climbed|jumped|up|stieg|stiegen|wuchs|wuchsen|zugelegt|subió|creció|aumentó|augmenté|crû|cresceu|aumentou|aumentato|cresciuto)(?!\p{L})/iu;
const falls =
  /(?<!\p{L})(?:fell|falls?|fallen|dropped|drops?|sank|shrank|lost|declined?|decreased?|down|sank|sanken|fiel|fielen|gefallen|gesunken|bajó|cayó|disminuyó|baissé|chuté|diminué|caiu|diminuiu|calato|diminuito|sceso)(?!\p{L})/iu;

/** Returns the way that the words before a number say it went. */
function trendOf(before: string): Figure['trend'] {
  if (rises.test(before)) return 'up';
  return falls.test(before) ? 'down' : null;
}

function yearsIn(text: string): number[] {
  const found = text.match(new RegExp(yearPattern, 'gu')) ?? [];
  return [...new Set(found.map(Number))].slice(0, 4);
}

const words: readonly (readonly [pattern: RegExp, share: number])[] = [
  [/^(?:a|one) third/iu, 1 / 3],
  [/^two thirds/iu, 2 / 3],
  [/^(?:a|one) quarter/iu, 0.25],
  [/^three quarters/iu, 0.75],
  [/^half/iu, 0.5],
];

function shareOf(written: string): number | null {
  const named = words.find(([pattern]) => pattern.test(written));
  if (named) return named[1];
  const number = Number(/[0-9]+(?:[.,][0-9]+)?/u.exec(written)?.[0].replace(',', '.'));
  return Number.isFinite(number) && number <= 100 ? number / 100 : null;
}

const maxWords = 14;
const longest = 84;

/** Returns the words before the figure in its clause. Null for a single stop word, which carries no meaning. */
function leadOf(before: string, languageCode: string): string | null {
  if (/[.,;:!?。、！？]\s*$/u.test(before)) return null;
  const clause = lastClauseOf(before);
  const words = wordsIn(clause);
  const isLone =
    words.length === 1 && (littleWordsOf(languageCode)?.stops.has(clause.toLowerCase()) ?? false);
  return isShort(clause) && !isLone ? tidyPhrase(clause) : null;
}

/** Returns the last clause. Includes the one before if two words alone are meaningless: "The lighthouse, built in". */
function lastClauseOf(before: string): string {
  const [earlier, last] = splitClauses(before).slice(-2);
  if (!earlier || !last) return (last ?? earlier)?.text ?? '';
  const isBare = wordsIn(last.text).length === 2 && earlier.endMark === ',';
  const whole = `${earlier.text}, ${last.text}`;
  return isBare && isShort(whole) ? whole : last.text;
}

/** Returns the words up to the next mark, or the next clause if a mark follows at once; never the next sentence. */
function tailOf(after: string, languageCode: string): string | null {
  if (/^\s*(?:[.!?](?=\s)|[。！？\n])/u.test(after)) return null;
  const following = splitClauses(after)[0]?.text ?? '';
  const startsClause = /^\s*[.,;:!?。、，]/u.test(after);
  const tail = isShort(following) ? following : keyPhrase(following, languageCode);
  if (!tail) return null;
  return startsClause ? tidyPhrase(tail) : tail;
}

function isShort(text: string): boolean {
  return text !== '' && visualLength(text) <= longest && wordsIn(text).length <= maxWords;
}
