import type { InterchangeFormat } from '../../src-shared/api/projects.ts';
import { writeSrt } from '../../src-timeline/formats/captions/srt.ts';
import { writeFcpxml } from '../../src-timeline/formats/fcpxml/fcpxml.ts';
import { writeOtio } from '../../src-timeline/formats/otio/otio.ts';
import { writeXmeml } from '../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline } from '../../src-timeline/model/timeline.ts';

/** A document to write. Its file name is the project's title plus `suffix`. */
export interface TimelineDocument {
  readonly suffix: string;
  readonly mimeType: string;
  readonly text: string;
}

function srtDocument(timeline: Timeline): TimelineDocument {
  const track = timeline.captionTracks[0] ?? { languageCode: 'und', captions: [] };
  const text = writeSrt(track, timeline.frameRate);
  return { suffix: '.srt', mimeType: 'application/x-subrip; charset=utf-8', text };
}

/** Writes the main document of a format. */
export function mainDocument(format: InterchangeFormat, timeline: Timeline): TimelineDocument {
  switch (format) {
    case 'FCPXML':
      return { suffix: '.fcpxml', mimeType: 'application/xml', text: writeFcpxml(timeline, '1.13') };
    case 'PREMIERE_XML':
      return { suffix: '.xml', mimeType: 'application/xml', text: writeXmeml(timeline) };
    case 'OTIO':
      return { suffix: '.otio', mimeType: 'application/json', text: writeOtio(timeline, 'url') };
    case 'SRT':
      return srtDocument(timeline);
  }
}

/** Writes the same cut in variants of the format that other editors read better. */
function variantDocuments(format: InterchangeFormat, timeline: Timeline): TimelineDocument[] {
  if (format === 'FCPXML') {
    const text = writeFcpxml(timeline, '1.10');
    return [{ suffix: '.resolve.fcpxml', mimeType: 'application/xml', text }];
  }
  if (format === 'OTIO') {
    return [{ suffix: '.paths.otio', mimeType: 'application/json', text: writeOtio(timeline, 'path') }];
  }
  return [];
}

/** Writes all documents of a bundle; every bundle includes captions. */
export function bundleDocuments(format: InterchangeFormat, timeline: Timeline): TimelineDocument[] {
  const main = mainDocument(format, timeline);
  if (format === 'SRT') return [main];
  return [main, ...variantDocuments(format, timeline), srtDocument(timeline)];
}
