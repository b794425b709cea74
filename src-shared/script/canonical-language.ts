/** A BCP 47 tag in its canonical form; English for what is none, so that no later step has to doubt it. */
export function canonicalLanguage(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}
