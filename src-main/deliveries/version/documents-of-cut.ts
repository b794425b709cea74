import { writeSrt } from '../../../src-timeline/formats/captions/srt.ts';
import { writeOtio } from '../../../src-timeline/formats/otio/otio.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { documentKindOf, type PristineDocument } from '../../projects/documents.ts';

/**
 * Writes documents of a cut that the service did not write, for readers without its record: OTIO loses least except
 * captions, which an SRT holds.
 * @param stem of their names.
 * @throws RangeError when the cut breaks a rule of `checkTimeline`.
 */
export function documentsOfCut(timeline: Timeline, stem: string): readonly PristineDocument[] {
  const [captions] = timeline.captionTracks;
  const texts = [
    [`${stem}.otio`, writeOtio(timeline, 'url')] as const,
    ...(captions ? [[`${stem}.srt`, writeSrt(captions, timeline.frameRate)] as const] : []),
  ];
  return texts.flatMap(([name, text]) => {
    const kind = documentKindOf(name);
    return kind ? [{ name, kind, text }] : [];
  });
}
