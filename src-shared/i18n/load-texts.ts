import { type Language, type LanguageChoice, languageOf } from './language.ts';
import english from './locales/en.json' with { type: 'json' };
import type { LocaleTexts } from './messages.ts';

type Texts = LocaleTexts['texts'];

const loaders: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => Promise.resolve({ default: english }),
  de: () => import('./locales/de.json', { with: { type: 'json' } }),
  es: () => import('./locales/es.json', { with: { type: 'json' } }),
  fr: () => import('./locales/fr.json', { with: { type: 'json' } }),
  'pt-BR': () => import('./locales/pt-BR.json', { with: { type: 'json' } }),
  ja: () => import('./locales/ja.json', { with: { type: 'json' } }),
  'zh-Hans': () => import('./locales/zh-Hans.json', { with: { type: 'json' } }),
  ar: () => import('./locales/ar.json', { with: { type: 'json' } }),
  ko: () => import('./locales/ko.json', { with: { type: 'json' } }),
};

/** English, used until another language is loaded. */
export const englishTexts: LocaleTexts = {
  language: 'en',
  languageTag: 'en-GB',
  direction: 'ltr',
  texts: english,
  transform: null,
};

/**
 * Loads the texts in the chosen language, else in the first preferred language that exists, else in English.
 * @param preferred the user's language tags, best first; the first tag of the loaded language sets date and number
 * formats.
 */
export async function loadTexts(choice: LanguageChoice, preferred: readonly string[]): Promise<LocaleTexts> {
  const language =
    choice === 'system'
      ? (preferred.map(languageOf).find((found) => found !== null) ?? englishTexts.language)
      : choice;
  const { default: texts } = await loaders[language]();
  const own = preferred.find((tag) => languageOf(tag) === language);
  return {
    language,
    languageTag: regionalTag(language, own),
    direction: language === 'ar' ? 'rtl' : 'ltr',
    texts,
    transform: null,
  };
}

/** Arabic uses the digits of timecodes in every region, because numbers and timecodes appear side by side. */
function regionalTag(language: Language, own: string | undefined): string {
  if (language === 'ar') return new Intl.Locale(own ?? language, { numberingSystem: 'latn' }).toString();
  return own ?? (language === 'en' ? englishTexts.languageTag : language);
}
