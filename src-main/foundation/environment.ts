export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable by its name in any case: it differs from one Windows to another. */
export function variableOf(environment: Environment, name: string): string | undefined {
  return Object.entries(environment).find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1];
}
