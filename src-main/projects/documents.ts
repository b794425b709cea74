import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { DeliveryFormat } from '../../src-shared/contract/delivery.ts';
import { readSrt } from '../../src-timeline/formats/captions/srt.ts';
import { readOwnFcpxml } from '../../src-timeline/formats/fcpxml/fcpxml.ts';
import { fileUrlOfPath, localhostFileUrl, percentEncodePath } from '../../src-timeline/formats/file-url.ts';
import { locationOfUrl } from '../../src-timeline/formats/media-location.ts';
import {
  type MediaDocumentFormat,
  rewriteMediaLocations,
} from '../../src-timeline/formats/media-locations.ts';
import { readOtio } from '../../src-timeline/formats/otio/otio.ts';
import { readXmeml } from '../../src-timeline/formats/xmeml/xmeml.ts';
import type { FrameRate } from '../../src-timeline/model/rational-time.ts';
import { TimelineParseError } from '../../src-timeline/model/timeline-parse-error.ts';
import type { CaptionTrack, Timeline } from '../../src-timeline/model/timeline.ts';

/** A kind of document: the suffix of its file name, and how it writes locations of media. */
export interface DocumentKind {
  readonly suffix: '.fcpxml' | '.resolve.fcpxml' | '.xml' | '.otio' | '.paths.otio' | '.srt';
  /** Null for captions, which refer to no media. */
  readonly format: MediaDocumentFormat | null;
  readonly locationStyle: 'url' | 'localhost' | 'path';
}

/** A document as the service made it. */
export interface PristineDocument {
  /** The name it came with. */
  readonly name: string;
  readonly kind: DocumentKind;
  readonly text: string;
}

/** Has plain paths instead of URLs, as Resolve and Kdenlive find media only by these. */
const pathOtio: DocumentKind = { suffix: '.paths.otio', format: 'OTIO', locationStyle: 'path' };

/** Longer suffixes first. The variants for some editors go beside the main document. */
const documentKinds: readonly DocumentKind[] = [
  { suffix: '.resolve.fcpxml', format: 'FCPXML', locationStyle: 'url' },
  { suffix: '.fcpxml', format: 'FCPXML', locationStyle: 'url' },
  pathOtio,
  { suffix: '.otio', format: 'OTIO', locationStyle: 'url' },
  { suffix: '.xml', format: 'PREMIERE_XML', locationStyle: 'localhost' },
  { suffix: '.srt', format: null, locationStyle: 'url' },
];

/** Suffix of the main document. */
export const suffixOfFormat: Readonly<Record<DeliveryFormat, DocumentKind['suffix']>> = {
  FCPXML: '.fcpxml',
  PREMIERE_XML: '.xml',
  OTIO: '.otio',
  SRT: '.srt',
};

/** Returns the kind of a file in the bundle's root by its name; null if it is not a document. */
export function documentKindOf(fileName: string): DocumentKind | null {
  return documentKinds.find(({ suffix }) => fileName.toLowerCase().endsWith(suffix)) ?? null;
}

/**
 * Makes the same OTIO document with plain paths, for services that write only the one with URLs; null for other
 * formats.
 * @throws AppError `document_unreadable`.
 */
export function pathVariantOf(document: PristineDocument): PristineDocument | null {
  const { name, kind, text } = document;
  if (kind.suffix !== suffixOfFormat.OTIO) return null;
  const withPaths = reading(name, () =>
    rewriteMediaLocations('OTIO', text, (location) =>
      isRelative(location) ? locationOfUrl(location) : location,
    ),
  );
  return { name: name.slice(0, -kind.suffix.length) + pathOtio.suffix, kind: pathOtio, text: withPaths };
}

/**
 * Makes every relative media location absolute, for the folder that the document will stand in.
 * @param joinPath gives the absolute path of a relative location.
 * @throws AppError `document_unreadable`.
 */
export function localiseDocument(
  name: string,
  kind: DocumentKind,
  text: string,
  joinPath: (relative: string) => string,
): string {
  const { format, locationStyle } = kind;
  if (format === null) return text;
  return reading(name, () =>
    rewriteMediaLocations(format, text, (location) => {
      if (!isRelative(location)) return location;
      if (locationStyle === 'path') return joinPath(location);
      const url = fileUrlOfPath(joinPath(locationOfUrl(location)), process.platform);
      return locationStyle === 'localhost' ? localhostFileUrl(url) : url;
    }),
  );
}

/**
 * Changes the locations of media that moved within the bundle.
 * @param newPaths by the old ones.
 * @throws AppError `document_unreadable`.
 */
export function moveMedia(
  document: PristineDocument,
  newPaths: ReadonlyMap<string, string>,
): PristineDocument {
  const { name, text } = document;
  const { format, locationStyle } = document.kind;
  if (format === null || newPaths.size === 0) return document;
  const rewrite = (location: string): string => {
    if (!isRelative(location)) return location;
    const path = locationStyle === 'path' ? location : locationOfUrl(location);
    const newPath = newPaths.get(path);
    if (newPath === undefined) return location;
    return locationStyle === 'path' ? newPath : percentEncodePath(newPath);
  };
  return { ...document, text: reading(name, () => rewriteMediaLocations(format, text, rewrite)) };
}

/** @throws AppError `document_unreadable`. */
export function readTimeline(name: string, format: MediaDocumentFormat, text: string): Timeline {
  const readers = { FCPXML: readOwnFcpxml, PREMIERE_XML: readXmeml, OTIO: readOtio } as const;
  return reading(name, () => readers[format](text));
}

/**
 * Reads captions; their language stays undetermined, as the file does not name it. @throws AppError
 * `document_unreadable`.
 */
export function readCaptions(name: string, text: string, frameRate: FrameRate): CaptionTrack {
  return reading(name, () => readSrt(text, frameRate, 'und'));
}

const hasScheme = (location: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(location);

/** True for a location inside the bundle. */
function isRelative(location: string): boolean {
  return !hasScheme(location) && !/^[/\\]/.test(location);
}

/** Returns the URL of a file by its location relative to a folder. Links stay. */
export function absoluteLocation(location: string, folder: string): string {
  if (hasScheme(location)) return location;
  return fileUrlOfPath(join(folder, ...location.split('/')), process.platform);
}

/**
 * Runs a reader of a document.
 * @throws AppError `document_unreadable` with the reader's parse error.
 */
export function reading<Result>(name: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TimelineParseError) && !(error instanceof RangeError)) throw error;
    throw new AppError('document_unreadable', `${name}: ${error.message}`, {
      details: { document: name, reason: error.message.slice(0, 500) },
      cause: error,
    });
  }
}
