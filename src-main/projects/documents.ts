import { join } from 'node:path';
import { AppError } from '../../src-shared/app-error.ts';
import type { DeliveryFormat } from '../../src-shared/contract/delivery.ts';
import { readFcpxml } from '../../src-shared/timeline/fcpxml.ts';
import { fileUrlOfPath, localhostFileUrl, percentEncodePath } from '../../src-shared/timeline/file-url.ts';
import { locationOfUrl } from '../../src-shared/timeline/media-location.ts';
import {
  type MediaDocumentFormat,
  rewriteMediaLocations,
} from '../../src-shared/timeline/media-locations.ts';
import { readOtio } from '../../src-shared/timeline/otio.ts';
import type { FrameRate } from '../../src-shared/timeline/rational-time.ts';
import { readSrt } from '../../src-shared/timeline/srt.ts';
import { TimelineParseError } from '../../src-shared/timeline/timeline-parse-error.ts';
import type { CaptionTrack, Timeline } from '../../src-shared/timeline/timeline.ts';
import { readXmeml } from '../../src-shared/timeline/xmeml.ts';

/** A kind of document by the end of its file name, and how it says where media is. */
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

/** Plain paths instead of URLs: all that Resolve and Kdenlive find media by. */
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

/** The end of the main document's name. */
export const suffixOfFormat: Readonly<Record<DeliveryFormat, DocumentKind['suffix']>> = {
  FCPXML: '.fcpxml',
  PREMIERE_XML: '.xml',
  OTIO: '.otio',
  SRT: '.srt',
};

/** What a file name in the bundle's root is; null for anything that is no document. */
export function documentKindOf(fileName: string): DocumentKind | null {
  return documentKinds.find(({ suffix }) => fileName.toLowerCase().endsWith(suffix)) ?? null;
}

/**
 * The same OTIO document with plain paths, for services that make only the one with URLs; null for other formats.
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
 * The document with every relative media location made absolute for the folder it will stand in.
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
 * The document with the locations of media that lie elsewhere in the bundle now.
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
  const readers = { FCPXML: readFcpxml, PREMIERE_XML: readXmeml, OTIO: readOtio } as const;
  return reading(name, () => readers[format](text));
}

/** Captions of a language that the file does not name. @throws AppError `document_unreadable`. */
export function readCaptions(name: string, text: string, frameRate: FrameRate): CaptionTrack {
  return reading(name, () => readSrt(text, frameRate, 'und'));
}

const hasScheme = (location: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(location);

/** True for a location inside the bundle. */
function isRelative(location: string): boolean {
  return !hasScheme(location) && !/^[/\\]/.test(location);
}

/** The URL of a file that a location names from a folder. Links stay. */
export function absoluteLocation(location: string, folder: string): string {
  if (hasScheme(location)) return location;
  return fileUrlOfPath(join(folder, ...location.split('/')), process.platform);
}

/**
 * Runs a reader of a document.
 * @throws AppError `document_unreadable` for what it finds wrong.
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
