import type { DeliveryFormat, MediaDelivery } from '../../src-shared/contract/delivery.ts';
import type { EditorName } from '../../src-shared/contract/editor.ts';
import type { TimingWish } from '../../src-timeline/model/sequence-timing.ts';
import { documentsFor, linkFormatFor } from '../editors/editor-documents.ts';
import type { DeliveryRecord } from '../state/delivery-repository.ts';

export type DeliveryPlan = Pick<
  DeliveryRecord,
  'format' | 'chosenEditors' | 'documents' | 'mediaDelivery' | 'timing'
>;

interface DeliveryWish {
  readonly editors: readonly EditorName[];
  /** Null if the editors determine it. */
  readonly format: DeliveryFormat | null;
  readonly mediaDelivery: MediaDelivery;
  /** True for your cut, false for the project's. */
  readonly isYours: boolean;
  readonly timing: TimingWish;
}

/**
 * Plans which documents the service and the app write. For editors the service writes FCPXML, which holds most of a
 * cut, and the app writes all others from it. Links work only in the service's own document, so with links the service
 * writes the first editor's format. The app writes all documents of your cut.
 */
export function deliveryPlan(wish: DeliveryWish): DeliveryPlan {
  const { editors, format, isYours, timing } = wish;
  const [first] = editors;
  // Captions refer to no media.
  const isBundle = wish.mediaDelivery === 'BUNDLE' && format !== 'SRT';
  const common = {
    chosenEditors: [...editors],
    mediaDelivery: isBundle ? ('BUNDLE' as const) : ('REMOTE_URLS' as const),
    timing: isBundle ? neededTiming(timing) : null,
  };
  if (first === undefined) {
    const main = format ?? 'FCPXML';
    const isWrittenHere = isBundle && isYours;
    const documents = isWrittenHere ? [...documentsFor([], main), '.kdenlive' as const, '.mlt' as const] : [];
    return { ...common, format: main, documents };
  }
  if (!isBundle) return { ...common, format: format ?? linkFormatFor(first), documents: [] };
  return { ...common, format: 'FCPXML', documents: documentsFor(editors, format) };
}

/** False for documents with links, as the service has no takes. */
export function maySendYours(mediaDelivery: MediaDelivery, format: DeliveryFormat | null): boolean {
  return mediaDelivery === 'BUNDLE' || format === 'SRT';
}

/** Null if the wish keeps the project's own rate and timecode. */
function neededTiming(timing: TimingWish): TimingWish | null {
  return timing.rate === null && timing.start === null ? null : timing;
}
