import english from './en.json';
import type { LocaleTexts } from './messages.ts';
import { mirrorMessage, stretchMessage } from './pseudo-locale.ts';

/**
 * The texts for the page. English is the only language so far; `en-XA` (longer words) and `ar-XB` (right to left)
 * stand in for others when the page's address asks for them with `?locale=`.
 *
 * @param preferred the user's language tags, best first; the first English one tells how dates and numbers look.
 */
export function loadLocale(search: string, preferred: readonly string[]): LocaleTexts {
  const wanted = new URLSearchParams(search).get('locale');
  const transforms = { 'en-XA': stretchMessage, 'ar-XB': mirrorMessage };
  return {
    languageTag: preferred.find((tag) => /^en(?:-|$)/.test(tag)) ?? 'en-GB',
    direction: wanted === 'ar-XB' ? 'rtl' : 'ltr',
    texts: english,
    transform: transforms[wanted as keyof typeof transforms] ?? null,
  };
}
