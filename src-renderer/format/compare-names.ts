let collator: Intl.Collator | null = null;

/** Compares two names as file managers do, with numbers by their value: `Slide 2` comes before `Slide 10`. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(a, b);
}
