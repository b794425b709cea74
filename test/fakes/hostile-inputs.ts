import fc from 'fast-check';
import { z } from 'zod';

const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '../../etc/passwd',
  '/etc/shadow',
  'C:\\Windows\\System32',
  '\\\\server\\share',
  'NUL',
  '__proto__',
  'constructor',
  'toString',
  '%2e%2e%2f',
  "'; DROP TABLE generations; --",
  '%',
  '_',
  '\u202e',
  '\ud800',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  'http://[::1]:1/',
  'http://a@b:c/',
  'x'.repeat(200),
  'x'.repeat(201),
  'é'.repeat(100_001),
];

const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' }));
const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, Number.MAX_VALUE),
  fc.nat({ max: 300 }),
);

/** Generates anything that can pass the bridge, whatever the contract requires. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withNullPrototype: true,
  }),
  hostileText,
  hostileNumber,
);

/** Generates values that have the schema's form but arbitrary content; now and then a part does not fit at all. */
export function almost(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: formOf(schema, known) }, { weight: 1, arbitrary: anything });
}

function formOf(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape);
    return fc.record(Object.fromEntries(shape.map(([key, part]) => [key, almost(part, known)])));
  }
  if (schema instanceof z.ZodNullable) {
    return fc.option(almost(schema.unwrap() as z.ZodType, known), { nil: null });
  }
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodDefault
  ) {
    return fc.option(almost(schema.unwrap() as z.ZodType, known), { nil: undefined });
  }
  // Takes the input, or the output of a first step that only normalises the input.
  if (schema instanceof z.ZodPipe) {
    const part = schema.in instanceof z.ZodTransform ? schema.out : schema.in;
    return almost(part as z.ZodType, known);
  }
  if (schema instanceof z.ZodArray || schema instanceof z.ZodRecord) return listOf(schema, known);
  if (schema instanceof z.ZodUnion)
    return fc.oneof(...schema.options.map((option) => almost(option as z.ZodType, known)));
  return leafOf(schema, known);
}

function leafOf(schema: z.ZodType, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return hostileNumber;
  if (schema instanceof z.ZodString) return fc.oneof(fc.constantFrom(...known), hostileText);
  if (schema instanceof z.ZodUnknown) return anything;
  throw new Error(`No input is known for ${schema.def.type}.`);
}

function listOf(schema: z.ZodArray | z.ZodRecord, known: readonly string[]): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodArray)
    return fc.array(almost(schema.element as z.ZodType, known), { maxLength: 120 });
  const keys = fc.oneof(fc.constantFrom(...known), hostileText);
  return fc.dictionary(keys, almost(schema.valueType as z.ZodType, known), { maxKeys: 20 });
}
