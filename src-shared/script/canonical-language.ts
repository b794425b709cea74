/** Returns a BCP 47 tag in canonical form; English for an invalid tag, so that later steps can rely on it. */
export function canonicalLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Returns the two or three letters of the primary language; null for an invalid tag. */
export function primaryLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}
