import { readEdl, writeEdl } from '../../../../src-timeline/formats/edl/edl.ts';
import { readFcpxml, writeFcpxml } from '../../../../src-timeline/formats/fcpxml/fcpxml.ts';
import { readKdenlive, writeKdenlive } from '../../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { readOtio, writeOtio } from '../../../../src-timeline/formats/otio/otio.ts';
import { readShotcut, writeShotcut } from '../../../../src-timeline/formats/shotcut/shotcut.ts';
import { readXmeml, writeXmeml } from '../../../../src-timeline/formats/xmeml/xmeml.ts';
import type { Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';

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
