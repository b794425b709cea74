import { readEdl, writeEdl } from '../../../../src-shared/timeline/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-shared/timeline/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-shared/timeline/kdenlive.ts';
import { readShotcut, writeShotcut } from '../../../../src-shared/timeline/mlt.ts';
import { readOtio, writeOtio } from '../../../../src-shared/timeline/otio.ts';
import type { Timeline, TimelineFormat } from '../../../../src-shared/timeline/timeline.ts';
import { readXmeml, writeXmeml } from '../../../../src-shared/timeline/xmeml.ts';

interface DocumentFormat {
  readonly write: (timeline: Timeline) => string;
  readonly read: (text: string) => Timeline;
}

/** Formats of whole documents, each with its basic writer and reader. */
export const documentFormats: Readonly<Record<Exclude<TimelineFormat, 'EDL'>, DocumentFormat>> = {
  FCPXML: { write: (timeline) => writeFcpxml(timeline, '1.13'), read: readFcpxml },
  PREMIERE_XML: { write: writeXmeml, read: readXmeml },
  OTIO: {
    write: (timeline) => writeOtio(timeline, 'url'),
    read: (text) => readOtio(text, { size: { width: 1920, height: 1080 } }),
  },
  KDENLIVE: {
    write: (timeline) => writeKdenlive(timeline, { fileName: 'cut.kdenlive' }).text,
    read: (text) => readKdenlive(text),
  },
  SHOTCUT: { write: (timeline) => writeShotcut(timeline), read: readShotcut },
};

/** Writes a timeline in a format with the files beside its document, and reads it back. */
export function writtenAndRead(timeline: Timeline, format: TimelineFormat): Timeline {
  if (format === 'EDL') {
    const { text, sideFiles } = writeEdl(timeline, { fileName: 'cut.edl' });
    return readEdl(
      text,
      { frameRate: timeline.frameRate, size: { width: timeline.width, height: timeline.height } },
      sideFiles[0]?.text ?? null,
    );
  }
  if (format === 'KDENLIVE') {
    const { text, sideFiles } = writeKdenlive(timeline, { fileName: 'cut.kdenlive' });
    return readKdenlive(text, new Map(sideFiles.map((file) => [file.name, file.text])));
  }
  const { write, read } = documentFormats[format];
  return read(write(timeline));
}
