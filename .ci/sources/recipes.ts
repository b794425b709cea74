/** Source of a library as a recipe of the FFmpeg builder names it. */
export type RecipeSource =
  | { readonly kind: 'git' | 'svn'; readonly url: string; readonly revision: string }
  | { readonly kind: 'file'; readonly url: string; readonly sha512: string };

/** Matches `SCRIPT_REPO2="https://…"`. A recipe with several sources numbers their variables. */
const assignment = /^SCRIPT_([A-Z0-9]+)="([^"]*)"$/gm;

/**
 * Reads the sources that a recipe (a file below `builder/scripts.d`) names; none if the builder skips the recipe.
 * @throws Error if it names no source, or one without a revision or checksum.
 */
export function sourcesOfRecipe(name: string, text: string): readonly RecipeSource[] {
  const variables = new Map(
    [...text.matchAll(assignment)].map(([, variable = '', value = '']) => [variable, value]),
  );
  if (variables.get('SKIP') === '1') return [];
  const valueOf = (variable: string): string | undefined =>
    variables
      .get(variable)
      ?.replaceAll(/\$\{SCRIPT_([A-Z0-9]+)\}/g, (_, other: string) => variables.get(other) ?? '');
  const sources = ['', '2', '3', '4'].flatMap((number) => {
    const repository = valueOf(`REPO${number}`);
    const url = repository ?? valueOf(`URL${number}`);
    if (url === undefined) return [];
    const source = readSource(url, repository !== undefined, (variable) => valueOf(`${variable}${number}`));
    if (!source) throw new Error(`${name} names ${url} without a revision or checksum.`);
    return [source];
  });
  if (sources.length === 0) throw new Error(`${name} names no source.`);
  return sources;
}

function readSource(
  url: string,
  isRepository: boolean,
  valueOf: (variable: string) => string | undefined,
): RecipeSource | null {
  const commit = valueOf('COMMIT');
  const number = valueOf('REV');
  const sha512 = valueOf('SHA512');
  if (!isRepository) return sha512 === undefined ? null : { kind: 'file', url, sha512 };
  if (commit !== undefined) return { kind: 'git', url, revision: commit };
  return number === undefined ? null : { kind: 'svn', url, revision: number };
}
