import { z } from 'zod';

/** Languages of the interface by tag, each named in itself. */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  'pt-BR': 'Português (Brasil)',
  ja: '日本語',
  'zh-Hans': '简体中文',
  ko: '한국어',
  ar: 'العربية',
} as const;
export type Language = keyof typeof languageNames;
export const languages = Object.keys(languageNames) as Language[];

/** Language setting: a language, or `system` for the system's language. */
export const languageChoiceSchema = z.enum(['system', ...languages]);
export type LanguageChoice = z.infer<typeof languageChoiceSchema>;

function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

/**
 * Returns the interface language for a tag: that exact one, else one with the same language and script, such as `pt-BR`
 * for `pt-PT` and `zh-Hans` for `zh-SG`. Null without a match.
 */
export function languageOf(tag: string): Language | null {
  const wanted = likely(tag);
  const isSame = (own: Language): boolean => {
    const { language, script } = new Intl.Locale(own).maximize();
    return language === wanted?.language && script === wanted.script;
  };
  return languages.find((own) => own === tag) ?? languages.find(isSame) ?? null;
}
