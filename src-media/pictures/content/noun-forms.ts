/** Irregular English plurals of things that can be drawn. */
const irregular: ReadonlyMap<string, string> = new Map(
  Object.entries({
    men: 'man',
    women: 'woman',
    children: 'child',
    geese: 'goose',
    oxen: 'ox',
    teeth: 'tooth',
    wolves: 'wolf',
    loaves: 'loaf',
    leaves: 'leaf',
    knives: 'knife',
    scarves: 'scarf',
    people: 'person',
    dice: 'dice',
    scissors: 'scissors',
  }),
);

/** Returns the singular of an English noun, with what may be one: `berries` gives `berry`, `buses` gives `bus`. */
export function singularsOf(word: string): string[] {
  const head = /^(.*-)?([^-]+)$/u.exec(word);
  const known = irregular.get(head?.[2] ?? word);
  if (known) return [`${head?.[1] ?? ''}${known}`];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith('s') && !word.endsWith('ss') ? [word.slice(0, -1)] : [];
}

/** Returns what a noun of another language may be without its ending. */
export function stemsOf(word: string, language: string): string[] {
  const endings = language === 'de' ? ['en', 'er', 'es', 'n', 'e', 's'] : ['es', 's'];
  return endings
    .filter((ending) => word.endsWith(ending) && word.length - ending.length > 2)
    .map((ending) => word.slice(0, -ending.length));
}
