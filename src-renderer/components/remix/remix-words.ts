import type { AspectRatio } from '../../../src-shared/api/common.ts';
import type { MessageKey, TextOf } from '../../../src-shared/i18n/messages.ts';
import { formatAspectRatio } from '../../format/aspect-ratio.ts';
import type { RemixValues } from './remix-draft.ts';
import type { RemixSources } from './remix-sources.ts';
import { type RemixActionType, remixTypes } from './remix-table.ts';

/** Facts about the project before a remix. */
export interface RemixFacts {
  readonly stills: number;
  readonly clips: number;
  readonly scenes: number;
  readonly ratio: AspectRatio;
}

/** The words of a table of fields. */
export interface FieldTexts {
  readonly label: (name: string) => string;
  readonly value: (value: string) => string;
  /** Of a list without a choice. */
  readonly unset: (isRequired: boolean) => string;
}

export function remixTexts(text: TextOf): FieldTexts {
  return {
    label: (name) => fieldLabel(name, text),
    value: (value) => text(`remix.value.${value}` as MessageKey),
    unset: (isRequired) => text(isRequired ? 'remix.choose' : 'remix.keep'),
  };
}

/** Returns the label of a field; the message file has one for every field of the table. */
export function fieldLabel(name: string, text: TextOf): string {
  return text(`remix.field.${name}` as MessageKey);
}

/** Names an action; services may report actions that this app does not know. */
export function nameOfAction(type: string, text: TextOf): string {
  const known = remixTypes.find((each) => each === type);
  return known ? text(`remix.action.${known}`) : type;
}

/** Says that a new file for an action is being sent; null if none is, or the action takes none any more. */
export function sendingSentence(
  values: RemixValues,
  { sendingName: name }: Pick<RemixSources, 'sendingName'>,
  text: TextOf,
): string | null {
  if (name === null || typeof values['fileId'] !== 'string') return null;
  return text('remix.file.sending', { name });
}

/** Describes what an action will change, with numbers if the project is known. */
export function remixSentence(
  type: RemixActionType,
  values: RemixValues,
  facts: RemixFacts | null,
  text: TextOf,
): string {
  const special = facts && specialSentence(type, values, facts, text);
  return special ?? text(`remix.does.${type}`);
}

function specialSentence(
  type: RemixActionType,
  values: RemixValues,
  { stills, clips, scenes, ratio }: RemixFacts,
  text: TextOf,
): string | null {
  if (type === 'ADD_ZOOM' || type === 'CONVERT_IMAGES_TO_VIDEOS' || type === 'REGENERATE_IMAGES') {
    return text(`remix.says.${type}`, { stills, clips });
  }
  if (type === 'UPSCALE_ASSETS') {
    return text('remix.says.UPSCALE_ASSETS', {
      stills,
      clips: values['includeVideos'] === false ? 0 : clips,
    });
  }
  if (type === 'ADD_TRANSITIONS')
    return text('remix.says.ADD_TRANSITIONS', { cuts: Math.max(0, scenes - 1) });
  const wanted = values['aspectRatio'];
  if (type !== 'RESIZE_PROJECT' || typeof wanted !== 'object' || wanted === null) return null;
  const before = formatAspectRatio(ratio);
  const after = formatAspectRatio(wanted as AspectRatio);
  if (before === after) return text('remix.says.sameRatio', { before });
  return text('remix.says.RESIZE_PROJECT', { before, after, scenes });
}
