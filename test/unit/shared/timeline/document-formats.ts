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

/** The formats of whole documents, each with its plain writer and reader. */
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
