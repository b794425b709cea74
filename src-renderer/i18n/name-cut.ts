import type { CutOrigin } from '../../src-shared/contract/delivery.ts';
import { editorTitles } from '../../src-shared/contract/editor.ts';
import { editorOfReturn } from '../../src-shared/contract/return-editor.ts';
import type { Messages } from '../../src-shared/i18n/messages.ts';

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
