import { z } from 'zod';

/** The same body to senders and handlers; only what arrives may be spelled in an older way. */
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
 * A body whose fields may also carry the names they had before (contract supplement §0.2). The current name wins
 * when both are given.
 * @param names old name to current name; `[]` behind it where the one value has become a list.
 */
export function withOldNames<Schema extends z.ZodType>(
  names: Readonly<Record<string, string>>,
  schema: Schema,
): Lenient<Schema> {
  return z.preprocess((value) => renamed(value, names), schema) as unknown as Lenient<Schema>;
}

/** An enumeration whose values may also be written in lower case (contract supplement §0.2). */
export function inAnyCase<Schema extends z.ZodType>(schema: Schema): Lenient<Schema> {
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
  return z.preprocess(upper, schema) as unknown as Lenient<Schema>;
}
