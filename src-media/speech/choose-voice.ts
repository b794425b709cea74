import { canonicalLanguage } from '../../src-shared/script/canonical-language.ts';
import type { EngineVoice } from '../media-engine.ts';

/** Whose way of speaking is meant when a tag names only the language. */
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

/** Tags that are the same language for a listener. */
const sameLanguage: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', cmn: 'zh' };

/**
 * The best voice of a catalogue for a language: of its region if there is one, else of the usual region, else any
 * of the language. Earlier in the catalogue is better. Null when the language has no voice.
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
