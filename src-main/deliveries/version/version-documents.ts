import type { DocumentSuffix } from '../../../src-shared/contract/delivery.ts';
import { writeSrt } from '../../../src-timeline/formats/captions/srt.ts';
import { writeVtt } from '../../../src-timeline/formats/captions/vtt.ts';
import { writeEdl } from '../../../src-timeline/formats/edl/edl.ts';
import { writeFcpxml } from '../../../src-timeline/formats/fcpxml/fcpxml.ts';
import type { KdenliveVersion } from '../../../src-timeline/formats/kdenlive/kdenlive-document.ts';
import { writeKdenlive } from '../../../src-timeline/formats/kdenlive/kdenlive.ts';
import { writeOtio } from '../../../src-timeline/formats/otio/otio.ts';
import { writeShotcut } from '../../../src-timeline/formats/shotcut/shotcut.ts';
import { writeXmeml } from '../../../src-timeline/formats/xmeml/xmeml.ts';
import type { CaptionTrack, Timeline } from '../../../src-timeline/model/timeline.ts';
import { absoluteLocation } from '../../projects/documents.ts';
import { describeDocument, describeText, type ManifestDocument, type ManifestFile } from './manifest.ts';

/** A document the app writes itself. */
export interface MadeDocument {
  readonly name: string;
  readonly suffix: DocumentSuffix;
  readonly text: string;
  /** Files that belong beside it, such as its captions. */
  readonly sideFiles: readonly { readonly name: string; readonly text: string }[];
}

export interface DocumentPlace {
  /** File name of the documents, without suffix. */
  readonly stem: string;
  /** Folder that the documents will stand in. */
  readonly folder: string;
  /** By default the newest editor's. */
  readonly kdenlive?: KdenliveVersion;
}

/** Manifest entries of a made document and the files beside it. */
export function describeMade({ name, text, sideFiles }: MadeDocument): {
  readonly file: ManifestDocument;
  readonly sideFiles: readonly ManifestFile[];
} {
  return {
    file: describeDocument({ ...describeText(name, text), pristinePath: null }),
    sideFiles: sideFiles.map((side) => describeText(side.name, side.text)),
  };
}

type Written = Pick<MadeDocument, 'text' | 'sideFiles'>;

/**
 * Editors without a project format of their own find media by absolute places: Premiere by `file://localhost/`,
 * Resolve by `file:///` or plain paths. Kdenlive and Shotcut look beside the document.
 */
const writers: Readonly<
  Record<DocumentSuffix, (cut: Timeline, place: DocumentPlace, fileName: string) => Written | null>
> = {
  '.fcpxml': (cut, place) => alone(writeFcpxml(located(cut, place), '1.13')),
  '.resolve.fcpxml': (cut, place) => alone(writeFcpxml(located(cut, place), '1.10')),
  '.xml': (cut, place) => alone(writeXmeml(located(cut, place))),
  '.resolve.xml': (cut, place) => alone(writeXmeml(located(cut, place), 'url')),
  '.openshot.xml': (cut, place) => alone(writeXmeml(located(withoutTransitions(cut), place))),
  '.otio': (cut, place) => alone(writeOtio(located(cut, place), 'url')),
  '.paths.otio': (cut, place) => alone(writeOtio(located(cut, place), 'path')),
  '.kdenlive': (cut, { kdenlive = '1.1' }, fileName) =>
    writeKdenlive(cut, { fileName, notes: cut.name, version: kdenlive }),
  '.mlt': (cut) => alone(writeShotcut(cut, { notes: cut.name })),
  '.edl': (cut, _place, fileName) => writeEdl(cut, { fileName }),
  '.srt': (cut) => captionsOnly(cut, writeSrt),
  '.vtt': (cut) => captionsOnly(cut, writeVtt),
};

/**
 * Writes a document of a cut; null for captions of a cut without any.
 * @param cut with locations relative to the version's folder.
 * @throws RangeError when the cut breaks a rule of `checkTimeline`.
 */
export function makeDocument(
  suffix: DocumentSuffix,
  cut: Timeline,
  place: DocumentPlace,
): MadeDocument | null {
  const name = place.stem + suffix;
  const written = writers[suffix](cut, place, name);
  return written && { name, suffix, ...written };
}

function alone(text: string): Written {
  return { text, sideFiles: [] };
}

function captionsOnly(
  { captionTracks, frameRate }: Timeline,
  write: (track: CaptionTrack, rate: Timeline['frameRate']) => string,
): Written | null {
  const [track] = captionTracks;
  return track && track.captions.length > 0 ? alone(write(track, frameRate)) : null;
}

/** Removes transitions: OpenShot reads only the places of clips, and xmeml gives none to clips beside a transition. */
function withoutTransitions(cut: Timeline): Timeline {
  const tracks = cut.tracks.map((track) => ({
    ...track,
    items: track.items.map((item) => {
      if (item.kind === 'gap') return item;
      const { transition, ...clip } = item;
      return transition ? clip : item;
    }),
  }));
  return { ...cut, tracks };
}

/** Makes locations absolute; links stay. */
function located(cut: Timeline, { folder }: DocumentPlace): Timeline {
  const media = cut.media.map((one) => ({ ...one, location: absoluteLocation(one.location, folder) }));
  return { ...cut, media };
}
