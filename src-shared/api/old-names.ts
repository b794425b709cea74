import { z } from 'zod';

/** Keeps the types of the schema. Only incoming values may use an older spelling. */
type Lenient<Schema extends z.ZodType> = z.ZodType<z.output<Schema>, z.input<Schema>>;

function renamed(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields: Record<string, unknown> = { ...value };
  for (const [old, current] of Object.entries(names)) {
    const given = fields[old];
    if (given === undefined || given === null) continue;
    if (current.endsWith('[]')) fields[current.slice(0, -2)] ??= [given];
    else fields[current] ??= given;
  }
  return fields;
}

/**
 * Accepts the former names of a body's fields too (contract supplement §0.2). The current name wins when both are
 * given.
 * @param names old name to current name; `[]` after the current name wraps the single old value in a list.
 */
export function withOldNames<Schema extends z.ZodType>(
  names: Readonly<Record<string, string>>,
  schema: Schema,
): Lenient<Schema> {
  return z.preprocess((value) => renamed(value, names), schema) as unknown as Lenient<Schema>;
}

/** Accepts an enumeration's values in lower case too (contract supplement §0.2). */
export function inAnyCase<Schema extends z.ZodType>(schema: Schema): Lenient<Schema> {
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
  return z.preprocess(upper, schema) as unknown as Lenient<Schema>;
}
