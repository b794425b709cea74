import { z } from 'zod';

/** A schema of the names of a table. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): z.ZodType<Name> {
  return z.enum(Object.keys(table) as [Name, ...Name[]]);
}
