import type { DeliveryOutlook } from '../../src-shared/contract/delivery.ts';
import { editorNameSchema } from '../../src-shared/contract/editor.ts';
import { lossesOf } from '../../src-shared/timeline/losses.ts';
import type { Timeline, TimelineFormat } from '../../src-shared/timeline/timeline.ts';
import { bestDocumentFor, formatOfDocument } from '../editors/editor-documents.ts';

/** What the best document of each editor cannot carry of a cut. */
export function lossesByEditor(cut: Timeline): DeliveryOutlook['losses'] {
  return editorNameSchema.options.map((editor) => {
    const format = formatOfDocument(bestDocumentFor(editor));
    const isTimeline = format !== 'SRT' && format !== 'VTT';
    return { editor, losses: isTimeline ? [...lossesOf(cut, format satisfies TimelineFormat)] : [] };
  });
}
