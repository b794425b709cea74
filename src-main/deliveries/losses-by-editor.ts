import type { DeliveryOutlook } from '../../src-shared/contract/delivery.ts';
import { editorNameSchema } from '../../src-shared/contract/editor.ts';
import { losses, lossesOf, lossesOnWay } from '../../src-timeline/model/losses.ts';
import type { Timeline, TimelineFormat } from '../../src-timeline/model/timeline.ts';
import { bestDocumentFor, formatOfDocument } from '../editors/editor-documents.ts';

/** OpenShot's document has cuts only. */
const ofOpenShot = [...lossesOnWay({ formats: ['PREMIERE_XML'], lost: ['TRANSITIONS'] })];

/** Lists what each editor's best document cannot carry of a cut. */
export function lossesByEditor(cut: Timeline): DeliveryOutlook['losses'] {
  return editorNameSchema.options.map((editor) => {
    const format = formatOfDocument(bestDocumentFor(editor));
    if (format === 'SRT' || format === 'VTT') return { editor, losses: [] };
    const possible = editor === 'OPENSHOT' ? ofOpenShot : losses[format satisfies TimelineFormat];
    return { editor, losses: [...lossesOf(cut, format, possible)] };
  });
}
