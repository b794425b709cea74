export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns a variable by its name in any case, which differs between Windows installations. */
export function variableOf(environment: Environment, name: string): string | undefined {
  return Object.entries(environment).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
