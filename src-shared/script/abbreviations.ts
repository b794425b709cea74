/** Abbreviations that never end a sentence, in lower case without the last full stop. */
const alwaysGoesOn = new Set(
  [
    'dr mr mrs ms mx prof rev hon gen col capt sgt lt cmdr gov sen rep pres st mt ft fig figs eq vs viz cf ca approx est',
    'e.g i.e eg ie al resp vol chap sec pp ph jan feb mar apr jun jul aug sept sep oct nov dec mon tue tues wed thu thur fri sat',
    'sra srta dña d.ª excmo pág págs núm núms avda p.ej p.e dept depto',
    'mme mlle mgr env éd ill janv févr avr juil',
    'hr fr frl nr abb bzw z.b d.h u.a s.o s.u o.ä v.a z.t ggf evtl inkl exkl zzgl bspw mio mrd tel str geb gest',
    'sig sigg dott dott.ssa ing avv geom rag arch on pag',
    'dhr mevr drs ir blz bijv d.w.z o.a m.b.t nl',
    'np tzn tj prof inż mgr dr ul al pl św godz str tys mln mld ok wg',
    'т.е т.к т.н напр см стр гл рис табл им ул проф акад',
  ].flatMap((line) => line.split(' ')),
);

/** Abbreviations that continue a sentence only before a number: “no. 5”, but “She said no.” */
const goesOnBeforeNumber = new Set('no nos nr art p s § op bd kap cap ch n.º nº str т ст'.split(' '));

/** Abbreviations that can end a sentence; the next word's capital decides. */
const mayEnd = new Set(
  'etc inc ltd corp co llc bros usw uvm ud uds vd s.a s.l cia cía ss.aa ecc itd itp enz etcétera т.д т.п г гг руб тыс млн'.split(
    ' ',
  ),
);

/** Initials of places, bodies and degrees. A common word with a capital begins a sentence after them. */
const mayEndBeforeCommonWord = new Set(
  'd.c u.s u.s.a u.s.s.r u.k u.n u.a.e e.u n.y n.j l.a b.c a.d b.a m.a ph.d'.split(' '),
);

/** Words in small letters that follow initials of places as part of a name: “the U.S. Senate”. */
const partsOfNames = new Set(
  [
    'air army coast fleet guard marine marines marshal marshals military naval navy security secret special',
    'ambassador attorney consulate embassy governor mayor prime president representative secretary senator vice',
    'assembly bureau census charter circuit commission congress constitution council court department district',
    'federal general government house office parliament police senate superior supreme treasury trade',
    'bank bond bonds border capitol conservative customs dollar dollars fish food forest geological grand highway',
    'interstate men mint olympic open patent postal postmaster public route soccer steel stock team virgin women',
    'central east eastern gulf mid midwest north northeast northern northwest pacific south southeast southern southwest west western',
  ].flatMap((line) => line.split(' ')),
);

/** Words that follow a time of day as its part: “7 a.m. Monday”, “7 a.m. Eastern”. */
const partsOfTimes = new Set(
  'monday tuesday wednesday thursday friday saturday sunday eastern central mountain pacific greenwich'.split(
    ' ',
  ),
);

/** Languages that write ordinal numbers with a full stop: “am 3. August”. */
const dottedOrdinals = new Set('de da nb no nn fi cs sk hu sl hr sr bs et lv is tr pl lb'.split(' '));

/** Possible meaning of a full stop, judged by the word before it. */
export type FullStopMeaning =
  'sentence-end' | 'goes-on' | 'depends-on-next-word' | 'depends-on-next-words' | 'ends-but-before-day';

/** True for a word that goes on a name that begins with initials, as in “U.S. Senate”. */
export function isPartOfName(word: string): boolean {
  return partsOfNames.has(word.toLowerCase());
}

/** True for a word that goes on a time of day, as in “7 a.m. Monday”. */
export function isPartOfTime(word: string): boolean {
  return partsOfTimes.has(word.toLowerCase());
}

/**
 * Returns the meaning of the full stop after `word`.
 *
 * @param word the letters before the full stop, without opening brackets or quotes
 * @param isWholeSentence true if nothing else precedes the word in the sentence
 */
export function meaningOfFullStop(
  word: string,
  isWholeSentence: boolean,
  isBeforeNumber: boolean,
  languageCode: string,
): FullStopMeaning {
  if (/^\d{1,3}$/u.test(word)) return isWholeSentence ? 'goes-on' : meaningAfterNumber(word, languageCode);
  const lower = word.toLowerCase();
  if (goesOnBeforeNumber.has(lower) || mayEnd.has(lower)) return isBeforeNumber ? 'goes-on' : 'sentence-end';
  if (alwaysGoesOn.has(lower)) return 'goes-on';
  if (lower === 'sr' || lower === 'jr') return 'depends-on-next-word';
  if (/^[ap]\.?m$/u.test(lower)) return 'ends-but-before-day';
  if (mayEndBeforeCommonWord.has(lower)) return 'depends-on-next-words';
  return isInitials(word) ? 'depends-on-next-word' : 'sentence-end';
}

function meaningAfterNumber(digits: string, languageCode: string): FullStopMeaning {
  const isOrdinal = dottedOrdinals.has(languageCode.split('-')[0] ?? '') && Number(digits) <= 31;
  return isOrdinal ? 'depends-on-next-word' : 'sentence-end';
}

/** True for “J”, “U.S”, “z.B”: letters with full stops between, a single letter only if it is a capital. */
function isInitials(word: string): boolean {
  return /^\p{L}(?:\.\p{L}{1,2})*$/u.test(word) && /^(?:\p{Lu}|\p{L}\.)/u.test(word);
}
