import type { z } from 'zod';

/** A field of a body, a query or a response by its dotted name; `[]` follows a list. */
export interface Field {
  readonly name: string;
  /** The last part of the name, as written in code. */
  readonly key: string;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

interface Seen {
  readonly schema: z.core.$ZodType;
  readonly isList: boolean;
}

/** Removes wrappers that do not change a schema's fields. */
function unwrap(schema: z.core.$ZodType, isList = false): Seen {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'catch':
    case 'default':
    case 'prefault':
    case 'readonly':
      return unwrap(def.innerType, isList);
    case 'pipe':
      // After a preprocessing step, the output has the documented names.
      return (def.in as z.core.$ZodTypes)._zod.def.type === 'transform'
        ? unwrap(def.out, isList)
        : unwrap(def.in, isList);
    case 'array':
      return unwrap(def.element, true);
    default:
      return { schema, isList };
  }
}

/** Returns the schemas of the named fields, of all choices if the schema is a union. */
function shapesOf(schema: z.core.$ZodType): Shape[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'object') return [def.shape];
  if (def.type === 'union') return def.options.flatMap((option) => shapesOf(unwrap(option).schema));
  return [];
}

function namedFields(schema: z.core.$ZodType): Map<string, z.core.$ZodType> {
  return new Map(shapesOf(schema).flatMap((shape) => Object.entries(shape)));
}

/** Returns the fields of a schema and those one level below. Does not repeat the fields of a schema listed before. */
export function fieldsOf(schema: z.core.$ZodType, listed: Set<z.core.$ZodType>): Field[] {
  return [...namedFields(unwrap(schema).schema)].flatMap(([key, value]) => {
    const inner = unwrap(value);
    const name = inner.isList ? `${key}[]` : key;
    const below = listed.has(inner.schema) ? [] : [...namedFields(inner.schema).entries()];
    if (below.length > 0) listed.add(inner.schema);
    return [
      { name, key },
      ...below.map(([childKey, child]) => ({
        name: `${name}.${childKey}${unwrap(child).isList ? '[]' : ''}`,
        key: childKey,
      })),
    ];
  });
}

/** Returns the values of the literal that distinguishes a union's choices. */
export function choicesOf(schema: z.core.$ZodType, discriminator: string): string[] {
  return shapesOf(unwrap(schema).schema).map((shape) => {
    const def = (shape[discriminator] as z.core.$ZodTypes | undefined)?._zod.def;
    if (def?.type !== 'literal') throw new Error(`${discriminator} tells no choices apart`);
    return String(def.values[0]);
  });
}

/** Returns the schema without wrappers that do not change its fields; it is the same object for every use. */
export function coreOf(schema: z.core.$ZodType): z.core.$ZodType {
  return unwrap(schema).schema;
}
