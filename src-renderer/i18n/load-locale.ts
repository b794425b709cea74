import type { LanguageChoice } from '../../src-shared/i18n/language.ts';
import { loadTexts } from '../../src-shared/i18n/load-texts.ts';
import type { LocaleTexts } from '../../src-shared/i18n/messages.ts';
import { mirrorMessage, stretchMessage } from './pseudo-locale.ts';

/** Returns the system's languages, or the browser's if main does not know them. */
export function languagesOf(system: readonly string[]): readonly string[] {
  return system.length === 0 ? navigator.languages : system;
}

/**
 * Loads the texts for the page. With `?locale=` in the page's address, `en-XA` (longer words) or `ar-XB` (right to
 * left), both made from English, replace the language.
 * @param preferred the user's language tags, best first.
 */
export async function loadLocale(
  search: string,
  choice: LanguageChoice,
  preferred: readonly string[],
): Promise<LocaleTexts> {
  const wanted = new URLSearchParams(search).get('locale');
  if (wanted === 'en-XA') return { ...(await loadTexts('en', preferred)), transform: stretchMessage };
  if (wanted === 'ar-XB')
    return { ...(await loadTexts('en', preferred)), direction: 'rtl', transform: mirrorMessage };
  return loadTexts(choice, preferred);
}
