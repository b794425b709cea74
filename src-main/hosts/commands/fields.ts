import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';
import { AppError } from '../../../src-shared/app-error.ts';

/** One value of a command: an argument or an option. */
export interface Field {
  /** Key in the command's input. */
  readonly name: string;
  /** The key in kebab case, as on the command line. */
  readonly flag: string;
  readonly type: 'text' | 'number' | 'boolean' | 'json';
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** Empty for any value. */
  readonly choices: readonly string[];
  /** Range, default and meaning, for people. */
  readonly help: string;
}

/** The parts of a JSON schema that commands read. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
  readonly description?: string;
}

/** Describes the fields of an object by its schema. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema): readonly Field[] {
  return Object.entries(properties).map(([name, given]) => {
    const whole = withoutNull(given);
    const isList = whole.type === 'array' && isPlain(whole.items);
    const one = isList ? withoutNull(whole.items ?? {}) : whole;
    const choices = choicesOf(one);
    return {
      name,
      flag: flagOf(name),
      type: typeOf(one),
      isList,
      isRequired: required.includes(name),
      choices,
      help: helpOf(given, whole, one),
    };
  });
}

export function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
}

/** `featuredMaterialIds` becomes `featured-material-ids`. */
function flagOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null');
  return forms?.length === 1 && forms[0] ? withoutNull(forms[0]) : schema;
}

function isPlain(schema: JsonSchema | undefined): boolean {
  return schema !== undefined && ['string', 'number', 'integer'].includes(withoutNull(schema).type ?? '');
}

function choicesOf({ type, enum: values, const: only }: JsonSchema): string[] {
  if (type === 'boolean') return [];
  return (values ?? (only === undefined ? [] : [only])).map(String);
}

function typeOf({ type, anyOf, ...schema }: JsonSchema): Field['type'] {
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string' || (type === undefined && !anyOf && !schema.oneOf)) return 'text';
  return isPlainUnion(anyOf) ? 'text' : 'json';
}

function isPlainUnion(forms: JsonSchema['anyOf']): boolean {
  return forms?.every(({ type }) => type === 'string') === true;
}

function helpOf(given: JsonSchema, whole: JsonSchema, one: JsonSchema): string {
  const parts = [
    given.description ?? whole.description ?? one.description,
    choicesOf(one).join(', '),
    rangeOf(one),
    one.maxLength !== undefined && one.maxLength > 200 ? `at most ${String(one.maxLength)} characters` : '',
    whole.type === 'array' && isPlain(whole.items) ? `may be repeated${atMost(whole.maxItems)}` : '',
    typeOf(one) === 'json' ? 'as JSON' : '',
    given.default === undefined || given.default === '' ? '' : `default ${plain(given.default)}`,
  ];
  return parts.filter(Boolean).join('; ');
}

function atMost(count: number | undefined): string {
  return count === undefined ? '' : `, ${String(count)} times at most`;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const anyNumber = Number.MAX_SAFE_INTEGER;

function rangeOf({ minimum, maximum }: JsonSchema): string {
  const hasLeast = minimum !== undefined && minimum > -anyNumber;
  const hasMost = maximum !== undefined && maximum < anyNumber;
  if (hasLeast && hasMost) return `${String(minimum)} to ${String(maximum)}`;
  if (hasLeast) return `${String(minimum)} or more`;
  return hasMost ? `${String(maximum)} or less` : '';
}

/** Words of a command line by field, before their check. */
export interface ReadWords {
  readonly positionals: readonly string[];
  /** Values by the names of fields. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Reads the options of a command line.
 * @throws AppError `invalid_input` naming the option.
 */
export function readWords(argv: readonly string[], fields: readonly Field[]): ReadWords {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    fields.map(({ flag, type, isList }) => [
      flag,
      { type: type === 'boolean' ? 'boolean' : 'string', multiple: isList } as const,
    ]),
  );
  const read = parsed(argv, options);
  const byFlag = new Map(fields.map((field) => [field.flag, field]));
  const values = Object.entries(read.values).flatMap(([flag, value]) => {
    const field = byFlag.get(flag);
    return field && value !== undefined ? [[field.name, valueOf(field, value)] as const] : [];
  });
  return { positionals: read.positionals, values: Object.fromEntries(values) };
}

function parsed(argv: readonly string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: true, allowNegative: true, options });
  } catch (error) {
    throw wrongUse(error instanceof Error ? error.message : String(error));
  }
}

/** Turns words into the values of a field. @throws AppError `invalid_input`. */
export function valueOf(field: Field, given: unknown): unknown {
  if (field.isList) return [given].flat().map((word) => oneOf(field, String(word)));
  return typeof given === 'boolean' ? given : oneOf(field, String(given));
}

const ratioPattern = /^(\d{1,5})[:x/](\d{1,5})$/;

function oneOf({ flag, type, choices }: Field, word: string): unknown {
  if (type === 'number') {
    if (word.trim() !== '' && Number.isFinite(Number(word))) return Number(word);
    throw wrongUse(`--${flag} must be a number, not ${word}.`);
  }
  if (type === 'json') {
    const [, width, height] = ratioPattern.exec(word) ?? [];
    if (width !== undefined) return { width: Number(width), height: Number(height) };
    return jsonValue(flag, word);
  }
  if (choices.length === 0) return word;
  const folded = foldChoice(word);
  const choice = choices.find((each) => foldChoice(each) === folded);
  if (choice === undefined) throw wrongUse(`--${flag} must be one of ${choices.join(', ')}, not ${word}.`);
  return choice;
}

/** Lower case and dashes are accepted too: `final-cut` for `FINAL_CUT`. */
function foldChoice(word: string): string {
  return word.trim().toUpperCase().replaceAll('-', '_');
}

function jsonValue(flag: string, word: string): unknown {
  try {
    return JSON.parse(word) as unknown;
  } catch {
    throw wrongUse(`--${flag} must be JSON, not ${word}.`);
  }
}

export function wrongUse(message: string): AppError {
  return new AppError('invalid_input', message);
}
