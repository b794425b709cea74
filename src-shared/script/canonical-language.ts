/** A BCP 47 tag in its canonical form; English for what is none, so that no later step has to doubt it. */
export function canonicalLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Two or three letters; null for a tag that is none. */
export function primaryLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return null;
  }
}
