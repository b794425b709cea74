import { operations } from '../../../src-shared/api/operations.ts';
import type { EditTool, ToolName } from '../../../src-shared/contract/operation.ts';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import { missingOf, type RemixValues, sentOf, withValue } from '../remix/remix-draft.ts';
import type { FieldTexts } from '../remix/remix-words.ts';
import { controlsOfTool, toolFormTable } from './tool-form-table.ts';

/** Returns the name of a tool by its operation; a job may be of an operation that this app does not know. */
export function nameOfTool(operation: string, text: TextOf): string {
  return operation in toolFormTable ? text(`tool.name.${operation as ToolName}`) : text('activity.kind.tool');
}

export function toolTexts(text: TextOf): FieldTexts {
  return {
    label: (name) => text(`tool.field.${name}` as MessageKey),
    value: (value) => text((value in qualityKeys ? `quality.${value}` : `tool.value.${value}`) as MessageKey),
    unset: (isRequired) => text(isRequired ? 'remix.choose' : 'choice.automatic'),
  };
}

const qualityKeys = { LOW: true, STANDARD: true, HIGH: true, MAX: true };

/** Builds the body of a request from the values of a form, without defaults of the service. */
export function bodyOfTool(tool: ToolName, values: RemixValues): RemixValues {
  return sentOf(controlsOfTool(tool), values);
}

/** Returns why a form cannot be sent; null if it can. */
export function problemOfTool(tool: ToolName, values: RemixValues, text: TextOf): string | null {
  const [missing] = missingOf(controlsOfTool(tool), values);
  if (missing !== undefined) return text('tool.needs', { field: toolTexts(text).label(missing) });
  const { success } = operations[tool].body.safeParse(bodyOfTool(tool, values));
  // The table allows exactly what the API does, except a clip from nothing.
  return success ? null : text('tool.needs.clip');
}

/** Returns the field of an edit that names the picture or clip. */
export function sourceFieldOf(tool: EditTool): 'imageFileId' | 'videoFileId' {
  return 'videoFileId' in toolFormTable[tool] ? 'videoFileId' : 'imageFileId';
}

/** Names a request in the activity: its words, else its tool. */
export function titleOfTool(tool: ToolName, values: RemixValues, text: TextOf): string {
  const { prompt, ttsText, spokenDialogue } = values;
  const words = [prompt, ttsText, spokenDialogue].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  );
  return typeof words === 'string' ? words.trim().slice(0, maxTitle) : nameOfTool(tool, text);
}

const maxTitle = 120;

/** Returns the values with a file in a field, in place of the one that it had or after its others. */
export function filesAfter(tool: ToolName, values: RemixValues, name: string, fileId: string): RemixValues {
  const control = controlsOfTool(tool)[name];
  if (control?.control !== 'files') return values;
  const present = [values[name]].flat().filter((each) => each !== undefined && each !== fileId);
  return withValue(
    values,
    name,
    control.most === 'one' ? fileId : [...present, fileId].slice(0, control.most),
  );
}
