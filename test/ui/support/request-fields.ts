import { z } from 'zod';

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly type?: string;
}

/** Objects that a single control sets: a colour, an aspect ratio. */
const wholes = new Set(['red,green,blue', 'width,height']);

function childrenOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = schema.properties ?? {};
  return wholes.has(Object.keys(properties).join(',')) ? {} : properties;
}

/** Returns the schema of a field without null. */
function withoutNull(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

/** Returns the paths of all fields of a request, for example `scenes[].prompt`. @param closed paths not to expand */
export function fieldPaths(schema: z.ZodType, closed: readonly string[] = []): readonly string[] {
  const whole = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema;
  const below = (each: JsonSchema, path: string): readonly string[] =>
    Object.entries(childrenOf(each)).flatMap(([name, field]) => pathsOf(withoutNull(field), path + name));
  const pathsOf = (field: JsonSchema, path: string): readonly string[] => {
    const isList = field.items !== undefined;
    const inner = closed.includes(path) ? [] : below(field.items ?? field, `${path}${isList ? '[]' : ''}.`);
    return inner.length === 0 ? [path] : inner;
  };
  return below(whole, '');
}

/** Returns the values at a path of a request, from each item of its lists. */
export function valuesAt(body: unknown, path: string): readonly unknown[] {
  const [name = '', ...rest] = path.split('.');
  const isList = name.endsWith('[]');
  const value = (body as Readonly<Record<string, unknown>> | null)?.[isList ? name.slice(0, -2) : name];
  if (value === undefined) return [];
  const values: readonly unknown[] = isList ? (value as readonly unknown[]) : [value];
  return rest.length === 0 ? values : values.flatMap((each) => valuesAt(each, rest.join('.')));
}
