import type { CutOrigin, Delivery } from '../../src-shared/contract/delivery.ts';
import { editorTitles } from '../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../src-shared/contract/return-editor.ts';
import type { Messages, TextOf } from '../../src-shared/i18n/messages.ts';
import { nameReturnSource } from './name-return-source.ts';

/** Returns whose cut a version holds, such as `your cut` or `from Final Cut Pro, 28 Nov 14:20`. */
export function nameCut(
  { editor, madeAt }: CutOrigin,
  { text, timeOrDate }: Pick<Messages, 'text' | 'timeOrDate'>,
): string {
  if (editor === 'dailies') return text('delivery.cut.yours');
  const product = editorOfReturn[editor];
  const when = timeOrDate(madeAt);
  return product
    ? text('delivery.cut.from', { editor: editorTitles[product], when })
    : text('delivery.cut.edit', { when });
}

/** Names the editors of a version: the one that its edit came from, else those it was sent to; its format without any. */
export function nameEditors(
  { cutOrigin, chosenEditors, format }: Pick<Delivery, 'cutOrigin' | 'chosenEditors' | 'format'>,
  text: TextOf,
): string {
  const editor = editorOfCut(cutOrigin);
  if (editor !== null) return nameReturnSource(editor, text);
  const names = chosenEditors.map((editor) => editorTitles[editor]).join(text('common.comma'));
  return names || text(`format.${format}`);
}

/** Returns the editor that a version's cut came back from; null for a project's cut or your own. */
export function editorOfCut(cutOrigin: CutOrigin | null): Exclude<CutOrigin['editor'], 'dailies'> | null {
  return cutOrigin === null || cutOrigin.editor === 'dailies' ? null : cutOrigin.editor;
}

/** Returns `v003` of the name of a version or its folder; null if it has none. */
export function versionNumberOf(name: string): string | null {
  return /_(v\d+)$/.exec(name)?.[1] ?? null;
}
