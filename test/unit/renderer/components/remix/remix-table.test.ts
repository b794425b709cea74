import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  actionOf,
  missingFields,
  type RemixValues,
  withValue,
  wordsIn,
} from '../../../../../src-renderer/components/remix/remix-draft.ts';
import {
  controlsOf,
  type RemixActionType,
  type RemixControl,
  type RemixControls,
  remixTable,
  remixTypes,
} from '../../../../../src-renderer/components/remix/remix-table.ts';
import { colorOf, hexOf } from '../../../../../src-renderer/components/remix/rgb-color.ts';
import { remixActionSchema } from '../../../../../src-shared/api/remix.ts';
import english from '../../../../../src-shared/i18n/locales/en.json' with { type: 'json' };

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: string;
  /** Several for a value without bounds that may be null. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const whole = z.toJSONSchema(remixActionSchema, { unrepresentable: 'any' }) as Schema;
const actions = new Map(
  (whole.oneOf ?? whole.anyOf ?? []).map((each) => [each.properties?.['type']?.const, each]),
);

/** Returns the schema of a field without null. */
const withoutNull = (schema: Schema): Schema => schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;

/** Returns every field below an action by path, with its schema and control. */
function pairsOf(
  schema: Schema,
  controls: RemixControls,
  path = '',
): readonly (readonly [string, Schema, RemixControl | undefined])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (path === '' && name === 'type') return [];
    const control = controls[name];
    const inner = withoutNull(field);
    const own = [[`${path}${name}`, inner, control] as const];
    return control?.control === 'group'
      ? [...own, ...pairsOf(inner, control.fields, `${path}${name}.`)]
      : own;
  });
}

const pairs = remixTypes.flatMap((type) =>
  pairsOf(actions.get(type) ?? {}, controlsOf(type)).map((pair) => [type, ...pair] as const),
);

/** Returns a value that a user might set in a control. */
function sampleOf(control: RemixControl): unknown {
  switch (control.control) {
    case 'text':
      return 'Slow waves';
    case 'number':
      return control.max;
    case 'choice':
      return control.values.at(-1);
    case 'switch':
      return !(control.initial ?? false);
    case 'words':
      return ['erm', 'you know'];
    case 'color':
      return colorOf('#12ab00');
    case 'file':
      return 'file_1';
    case 'ratio':
      return { width: 9, height: 16 };
    case 'catalogue':
      return `${control.of}_1`;
    case 'group':
      return Object.fromEntries(
        Object.entries(control.fields).map(([name, field]) => [name, sampleOf(field)]),
      );
    default:
      return [];
  }
}

function requiredOf(type: RemixActionType): RemixValues {
  const names = missingFields({ type, values: {} });
  const controls = controlsOf(type);
  return Object.fromEntries(names.map((name) => [name, sampleOf(controls[name] as RemixControl)]));
}

test('every field of every remix action has a control, and every control a field', () => {
  expect([...actions.keys()].sort()).toEqual([...remixTypes].sort());
  expect(remixTypes).toHaveLength(15);
  expect(pairs.filter(([, , , control]) => control === undefined)).toEqual([]);
  const paths = (controls: RemixControls, path = ''): string[] =>
    Object.entries(controls).flatMap(([name, control]) => [
      path + name,
      ...(control.control === 'group' ? paths(control.fields, `${path}${name}.`) : []),
    ]);
  for (const type of remixTypes) {
    const ofSchema = pairs.filter(([each]) => each === type).map(([, path]) => path);
    expect(paths(remixTable[type].fields).sort(), type).toEqual([...ofSchema].sort());
  }
});

test('controls offer every value the request takes, and none it refuses', () => {
  for (const [type, path, schema, control] of pairs) {
    const place = `${type}.${path}`;
    if (schema.enum)
      expect([...(control?.control === 'choice' ? control.values : [])].sort(), place).toEqual(
        [...schema.enum].sort(),
      );
    if (control?.control !== 'number') continue;
    expect([schema.type].flat()[0], place).toMatch(/number|integer/);
    expect(control.min, place).toBeGreaterThanOrEqual(schema.minimum ?? 0);
    expect(control.max, place).toBeLessThanOrEqual(schema.maximum ?? Infinity);
  }
});

test('values set by a control are in the request, and untouched ones are not', () => {
  for (const type of remixTypes) {
    const required = requiredOf(type);
    expect(actionOf({ type, values: required }), type).toEqual({ type, ...required });
    for (const name of Object.keys(required)) {
      expect(
        actionOf({ type, values: withValue(required, name, undefined) }),
        `${type} without ${name}`,
      ).toBeNull();
    }
    for (const [name, control] of Object.entries(controlsOf(type))) {
      const value = sampleOf(control);
      const action = actionOf({ type, values: { ...required, [name]: value } });
      expect(action, `${type}.${name}`).toMatchObject({ type, [name]: value });
      if (control.control !== 'switch' || control.initial === null) continue;
      const same = actionOf({ type, values: { ...required, [name]: control.initial } });
      expect(same, `${type}.${name}`).not.toHaveProperty(name);
    }
  }
  expect(actionOf({ type: 'SET_LOGO', values: { fileId: null } })).toEqual({
    type: 'SET_LOGO',
    fileId: null,
  });
  expect(actionOf({ type: 'SET_LOGO', values: { fileId: '' } })).toBeNull();
  expect(actionOf({ type: 'ENABLE_CAPTIONS', values: { captionStyle: {} } })).toEqual({
    type: 'ENABLE_CAPTIONS',
  });
});

test('every action, field and value has its words', () => {
  const keys = [
    ...remixTypes.flatMap((type) => [`remix.action.${type}`, `remix.does.${type}`]),
    ...pairs.map(([, path]) => `remix.field.${path.split('.').at(-1) ?? ''}`),
  ];
  expect(keys.filter((key) => !(key in english))).toEqual([]);
});

test('a colour is the same after it was sent', () => {
  expect(colorOf('#12ab00')).toEqual({ red: 0x12, green: 0xab, blue: 0 });
  expect(hexOf(colorOf('#12ab00'))).toBe('#12ab00');
});

test('a list of words is split at the commas of any language', () => {
  expect(wordsIn('um, er; äh، يعني，那个、えっと；')).toEqual(['um', 'er', 'äh', 'يعني', '那个', 'えっと']);
});
