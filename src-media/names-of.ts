import { z } from 'zod';

/** Returns a schema that accepts the keys of a table. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): z.ZodType<Name> {
  return z.enum(Object.keys(table) as [Name, ...Name[]]);
}
