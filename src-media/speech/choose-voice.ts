import { canonicalLanguage } from '../../src-shared/script/canonical-language.ts';
import type { EngineVoice } from '../media-engine.ts';

/** Default region of a tag that names only the language. */
const usualRegions: Readonly<Record<string, string>> = {
  en: 'US',
  es: 'ES',
  fr: 'FR',
  de: 'DE',
  it: 'IT',
  pt: 'BR',
  nl: 'NL',
  zh: 'CN',
  ar: 'SA',
  sv: 'SE',
};

/** Maps tags to others that a listener considers the same language. */
const sameLanguage: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', cmn: 'zh' };

/**
 * Chooses the best voice of a catalogue for a language: of its region, else of the default region, else any. Earlier
 * entries are better. Null if the language has no voice.
 */
export function chooseVoice(voices: readonly EngineVoice[], languageCode: string): EngineVoice | null {
  const [language, region] = partsOf(languageCode);
  const wantedRegion = region ?? usualRegions[language];
  const ofLanguage = voices.filter((voice) => partsOf(voice.languageCode)[0] === language);
  return ofLanguage.find((voice) => partsOf(voice.languageCode)[1] === wantedRegion) ?? ofLanguage[0] ?? null;
}

function partsOf(tag: string): readonly [string, string | undefined] {
  const locale = new Intl.Locale(canonicalLanguage(tag));
  return [sameLanguage[locale.language] ?? locale.language, locale.region];
}
