import { type RemixAction, remixActionSchema } from '../../../src-shared/api/remix.ts';
import { controlsOf, type RemixActionType, type RemixControl, type RemixControls } from './remix-table.ts';

/** What was set of an action's fields, by their names on the wire; a field that is not there is left alone. */
export type RemixValues = Readonly<Record<string, unknown>>;

/** One action that is being put together. */
export interface RemixDraft {
  /** Tells drafts of the same type apart. */
  readonly id: string;
  readonly type: RemixActionType;
  readonly values: RemixValues;
}

/** The values with one set, or taken out by undefined. */
export function withValue(values: RemixValues, name: string, value: unknown): RemixValues {
  const others = Object.entries(values).filter(([each]) => each !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The drafts with a file given to one of them, unless none is to be chosen for it any more. */
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

/** Names of fields that the service must have and that are empty. */
export function missingFields({ type, values }: Pick<RemixDraft, 'type' | 'values'>): readonly string[] {
  return missingOf(controlsOf(type), values);
}

/** The action as it is sent: only what differs from the service's defaults. Null while something is missing. */
export function actionOf(draft: Pick<RemixDraft, 'type' | 'values'>): RemixAction | null {
  if (missingFields(draft).length > 0) return null;
  const fields = sentOf(controlsOf(draft.type), draft.values);
  return remixActionSchema.safeParse({ type: draft.type, ...fields }).data ?? null;
}

function missingOf(controls: RemixControls, values: RemixValues): readonly string[] {
  return Object.entries(controls).flatMap(([name, control]) => {
    const value = values[name];
    if (control.control === 'group') return isValues(value) ? missingOf(control.fields, value) : [];
    return isNeeded(control, value) && isEmpty(value) ? [name] : [];
  });
}

function isNeeded(control: RemixControl, value: unknown): boolean {
  if (control.control === 'file') return value === '';
  if ('unset' in control) return control.unset === null;
  return control.control === 'ratio' || ('isRequired' in control && control.isRequired);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function sentOf(controls: RemixControls, values: RemixValues): RemixValues {
  const sent = Object.entries(controls).flatMap(([name, control]): (readonly [string, unknown])[] => {
    const value = values[name];
    if (value === undefined || isDefault(control, value)) return [];
    if (control.control !== 'group' || !isValues(value)) return [[name, value]];
    const fields = sentOf(control.fields, value);
    return Object.keys(fields).length === 0 ? [] : [[name, fields]];
  });
  return Object.fromEntries(sent);
}

function isDefault(control: RemixControl, value: unknown): boolean {
  if (control.control === 'switch') return value === control.initial;
  if (control.control === 'text') return isEmpty(value);
  return control.control === 'words' && Array.isArray(value) && value.length === 0;
}

/** Whether a value is a group of others. */
export function isValues(value: unknown): value is RemixValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
