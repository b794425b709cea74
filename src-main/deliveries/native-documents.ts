import { writeKdenlive } from '../../src-shared/timeline/kdenlive.ts';
import { writeShotcut } from '../../src-shared/timeline/mlt.ts';
import type { Timeline } from '../../src-shared/timeline/timeline.ts';

/** A document the app writes itself, or a file that belongs beside one. */
interface NativeDocument {
  readonly name: string;
  /** Null for a file beside a document. */
  readonly suffix: '.kdenlive' | '.mlt' | null;
  readonly text: string;
}

/**
 * The projects that Kdenlive and Shotcut open by themselves, for media that lie beside them.
 * @param timeline with locations relative to the documents.
 * @param versionName what the documents are named after.
 */
export function nativeDocuments(timeline: Timeline, versionName: string): NativeDocument[] {
  const fileName = `${versionName}.kdenlive`;
  const notes = timeline.name;
  const kdenlive = writeKdenlive(timeline, { fileName, notes });
  return [
    { name: fileName, suffix: '.kdenlive', text: kdenlive.text },
    ...kdenlive.sideFiles.map(({ name, text }) => ({ name, suffix: null, text })),
    { name: `${versionName}.mlt`, suffix: '.mlt', text: writeShotcut(timeline, { notes }) },
  ];
}
