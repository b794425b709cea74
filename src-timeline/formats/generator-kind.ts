/** Tells by its name whether a generator makes one colour. */
export function kindOfGeneratorName(name: string): 'colour' | 'generator' {
  return /solid|colou?r(?!s?[\s_]*bars)|black|white|matte|slug/i.test(name) ? 'colour' : 'generator';
}
