import { editorTitles } from '../../src-shared/contract/editor.ts';
import { editorOfReturn, type ReturnEditor } from '../../src-shared/contract/return-editor.ts';
import type { TextOf } from '../../src-shared/i18n/messages.ts';

type SourceWithoutEditor = Extract<ReturnEditor, 'otio' | 'edl' | 'srt' | 'movie'>;

/** Returns the program that made a return, or the kind of file if any program may have made it. */
export function nameReturnSource(editor: ReturnEditor, text: TextOf): string {
  const product = editorOfReturn[editor];
  return product ? editorTitles[product] : text(`return.editor.${editor as SourceWithoutEditor}`);
}
