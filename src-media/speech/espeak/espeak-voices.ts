import type { EngineVoice, VoiceRestriction } from '../../media-engine.ts';
import type { EspeakVoiceEntry } from './list-espeak-voices.ts';

export const espeakKeyPrefix = 'builtin:';

/** A variant of the synthesiser's voice. */
interface Throat {
  readonly suffix: string;
  readonly gender: EngineVoice['gender'];
  readonly label: string;
  readonly restriction?: VoiceRestriction;
}

const maleFirst: Throat = { suffix: '', gender: 'MALE', label: 'male 1' };
const femaleFirst: Throat = { suffix: '+f2', gender: 'FEMALE', label: 'female 1' };
const fewThroats: readonly Throat[] = [maleFirst, femaleFirst];
const manyThroats: readonly Throat[] = [
  maleFirst,
  femaleFirst,
  { suffix: '+m3', gender: 'MALE', label: 'male 2' },
  { suffix: '+f5', gender: 'FEMALE', label: 'female 2' },
];

/** Voices with which clients can test their handling of restrictions. They come last, so none is a default. */
const restrictedThroats: Readonly<Record<string, readonly Throat[]>> = {
  'en-US': [
    { suffix: '+m4', gender: 'MALE', label: 'male 3', restriction: 'deprecated' },
    { suffix: '+f4', gender: 'FEMALE', label: 'female 3', restriction: 'videos_only' },
  ],
  'en-GB': [
    { suffix: '+m4', gender: 'MALE', label: 'male 3', restriction: 'videos_only' },
    { suffix: '+f4', gender: 'FEMALE', label: 'female 3', restriction: 'deprecated' },
  ],
};

const restrictionTexts: Readonly<Record<VoiceRestriction, string>> = {
  deprecated: 'Deprecated: it may be removed.',
  videos_only: 'It speaks in videos, not by text-to-speech.',
};

/** Corrections for files whose tag is incomplete or invalid as BCP 47. */
const languageTags: Readonly<Record<string, string>> = {
  'gmw/en': 'en-GB',
  'roa/es': 'es-ES',
  'roa/fr': 'fr-FR',
  'roa/pt': 'pt-PT',
  'sit/cmn': 'zh-CN',
  'sit/yue': 'yue-HK',
  'iro/chr': 'chr-US',
  'gmw/de': 'de-DE',
  'roa/it': 'it-IT',
  'jpx/ja': 'ja-JP',
};

/** Matches invented and ancient languages, test voices, romanised readers, and one that cannot read its own script. */
const skipped = /^art\/|Latn|-cl$|x-gbclan|x-gbcwmd|grc$|nci$|hak$/u;

/** Matches suffixes of dialects that BCP 47 has no tag for. */
const dialect = /-(?:x-.*|scotland|nyc|ba|nw|va)$/u;

/** Languages that many users write scripts in; they get more voices. */
const wellServed = /^(?:en-(?:US|GB)|es-|fr-FR|de-|it-|pt-|nl$|pl$|ja-|zh-|ko$|ar$|ru$|hi$|tr$|sv$)/u;

/** Caveats shown to users before they choose a voice, by ISO 639 code. */
const caveats: Readonly<Record<string, string>> = {
  ja: 'Kanji are read by a dictionary; rare names may be misread.',
  ar: 'Vowels that are not written are guessed.',
  he: 'Vowels that are not written are mostly missing: hard to follow.',
  fa: 'Vowels that are not written are guessed.',
  th: 'Words are hard to distinguish.',
  ko: 'Some endings sound wrong.',
};

const firstLanguages = ['en-US', 'en-GB'];

// Making one takes as long as hundreds of names.
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const nameOrder = new Intl.Collator('en');

/** Returns the built-in synthesiser's catalogue: American and British English, then by the language's English name. */
export function espeakVoicesOf(entries: readonly EspeakVoiceEntry[]): EngineVoice[] {
  const voices = entries.filter(({ identifier }) => !skipped.test(identifier)).flatMap(voicesOfEntry);
  return voices.toSorted((left, right) => rankOf(left) - rankOf(right) || compareNames(left, right));
}

/** Returns the synthesiser's name of a voice; null for a key of another engine. */
export function espeakNameOf(voiceKey: string): string | null {
  return voiceKey.startsWith(espeakKeyPrefix) ? voiceKey.slice(espeakKeyPrefix.length) : null;
}

function voicesOfEntry(entry: EspeakVoiceEntry): EngineVoice[] {
  const languageCode = languageCodeOf(entry.identifier);
  const region = regionOf(entry, languageCode);
  const name = languageName(languageCode) ?? entry.name.trim();
  const hasMany = wellServed.test(languageCode) && !dialect.test(entry.identifier);
  const throats = hasMany ? [...manyThroats, ...(restrictedThroats[languageCode] ?? [])] : fewThroats;
  return throats.map((throat) => ({
    voiceKey: `${espeakKeyPrefix}${entry.identifier}${throat.suffix}`,
    displayName: `${name}${region === null ? '' : ` (${region})`}, ${throat.label}`,
    languageCode,
    gender: throat.gender,
    accent: region,
    description: descriptionOf(languageCode, throat),
    supportsAllLanguages: false,
    ...(throat.restriction && { restriction: throat.restriction }),
  }));
}

function descriptionOf(languageCode: string, { restriction }: Throat): string {
  const caveat = caveats[languageCode.split('-')[0] ?? ''] ?? '';
  const texts = [
    'A synthetic voice that works offline.',
    caveat,
    restriction && restrictionTexts[restriction],
  ];
  return texts.filter(Boolean).join(' ');
}

function languageCodeOf(identifier: string): string {
  const tag = languageTags[identifier] ?? identifier.split('/').at(-1) ?? '';
  return Intl.getCanonicalLocales(tag.replace(dialect, ''))[0] ?? tag;
}

function languageName(languageCode: string): string | null {
  const language = languageCode.split('-')[0] ?? '';
  return languageNames.of(language) ?? null;
}

/** Returns the region of a voice, as its name states it, else by the tag. */
function regionOf(entry: EspeakVoiceEntry, languageCode: string): string | null {
  const named = /\(([^()]+)\)/u.exec(entry.name)?.[1];
  if (dialect.test(entry.identifier) && named !== undefined) return named.replace('America, ', '');
  const region = languageCode.split('-')[1];
  if (region === undefined) return null;
  const name = regionNames.of(region);
  return name?.replace(' SAR China', '') ?? null;
}

function rankOf(voice: EngineVoice): number {
  const rank = firstLanguages.indexOf(voice.languageCode);
  return rank >= 0 && !dialect.test(voice.voiceKey.replace(/\+.*$/u, '')) ? rank : firstLanguages.length;
}

function compareNames(left: EngineVoice, right: EngineVoice): number {
  const place = (voice: EngineVoice): string => voice.displayName.replace(/, (?:fe)?male \d$/u, '');
  return nameOrder.compare(place(left), place(right));
}
