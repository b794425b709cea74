import { type RemixAction, remixActionSchema } from '../../../src-shared/api/remix.ts';
import { isSame } from '../../../src-timeline/diff/match/is-same.ts';
import { controlsOf, type RemixActionType, type RemixControl, type RemixControls } from './remix-table.ts';

/** Values set for an action's fields, by name on the wire; absent fields are left unchanged. */
export type RemixValues = Readonly<Record<string, unknown>>;

/** A remix action that the user is editing. */
export interface RemixDraft {
  /** Distinguishes drafts of the same type. */
  readonly id: string;
  readonly type: RemixActionType;
  readonly values: RemixValues;
}

/** Returns the values with one set, or removed if `value` is undefined. */
export function withValue(values: RemixValues, name: string, value: unknown): RemixValues {
  const others = Object.entries(values).filter(([each]) => each !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** Returns the drafts with a file assigned to one of them, unless that draft no longer takes a file. */
export function withFile<Draft extends RemixDraft>(
  drafts: readonly Draft[],
  id: string | null,
  fileId: string,
): Draft[] {
  return drafts.map((draft) =>
    draft.id === id && typeof draft.values['fileId'] === 'string'
      ? { ...draft, values: { ...draft.values, fileId } }
      : draft,
  );
}

/** Returns the names of required fields that are empty. */
export function missingFields({ type, values }: Pick<RemixDraft, 'type' | 'values'>): readonly string[] {
  return missingOf(controlsOf(type), values);
}

/** Builds the action to send, without default values of the service. Null while a field is missing. */
export function actionOf(draft: Pick<RemixDraft, 'type' | 'values'>): RemixAction | null {
  if (missingFields(draft).length > 0) return null;
  const fields = sentOf(controlsOf(draft.type), draft.values);
  return remixActionSchema.safeParse({ type: draft.type, ...fields }).data ?? null;
}

/** Returns the names of required fields of a table that are empty. */
export function missingOf(controls: RemixControls, values: RemixValues): readonly string[] {
  return Object.entries(controls).flatMap(([name, control]) => {
    const value = values[name];
    if (control.control === 'group') return isValues(value) ? missingOf(control.fields, value) : [];
    return isNeeded(control, value) && isEmpty(value) ? [name] : [];
  });
}

function isNeeded(control: RemixControl, value: unknown): boolean {
  if (control.control === 'file') return value === '';
  if ('unset' in control) return control.unset === null;
  if (control.control === 'ratio') return control.initial === undefined;
  return 'isRequired' in control && control.isRequired;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Returns the values to send for the fields of a table, without defaults of the service. */
export function sentOf(controls: RemixControls, values: RemixValues): RemixValues {
  const sent = Object.entries(controls).flatMap(([name, control]): (readonly [string, unknown])[] => {
    const value = values[name];
    if (value === undefined || isDefault(control, value)) return [];
    if (control.control === 'respellings') {
      const pairs = completePairs(value);
      return pairs.length === 0 ? [] : [[name, pairs]];
    }
    if (control.control !== 'group' || !isValues(value)) return [[name, value]];
    const fields = sentOf(control.fields, value);
    return Object.keys(fields).length === 0 ? [] : [[name, fields]];
  });
  return Object.fromEntries(sent);
}

function isDefault(control: RemixControl, value: unknown): boolean {
  if (control.control === 'switch') return value === control.initial;
  if (control.control === 'text') return isEmpty(value);
  if (control.control === 'number' || control.control === 'ratio') return isSame(value, control.initial);
  return Array.isArray(value) && value.length === 0;
}

/** True if a value is a group of fields. */
export function isValues(value: unknown): value is RemixValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Splits a list as the user wrote it, at the commas of any language. */
export function wordsIn(list: string): string[] {
  return list
    .split(/[,;،؛、，；]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** A word, and how the voice says it, by their names on the wire. */
export interface WordPair {
  readonly original: string;
  readonly replacement: string;
}

/** Returns the pairs in a value. */
export function pairsIn(value: unknown): readonly WordPair[] {
  return Array.isArray(value) ? (value as readonly WordPair[]) : [];
}

/** Returns the pairs of which both words are written. */
export function completePairs(value: unknown): readonly WordPair[] {
  return pairsIn(value).filter(
    ({ original, replacement }) => original.trim() !== '' && replacement.trim() !== '',
  );
}
