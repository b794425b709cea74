import type { MediaDocumentFormat } from '../../../src-timeline/formats/media-locations.ts';
import { escapeXmlAttribute } from '../../../src-timeline/formats/xml/xml-writer.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';

/** Finds where a document may name its sequence; the second group is the name itself. */
const namePatterns: Readonly<Record<MediaDocumentFormat, RegExp>> = {
  FCPXML: /(<project\b[^<>]*?\sname=")([^"<>]*)/g,
  PREMIERE_XML: /(<sequence\b[^<>]*>\s*(?:<uuid>[^<]*<\/uuid>\s*)?<name>)([^<]*)/g,
  OTIO: /("name"\s*:\s*)("(?:[^"\\]|\\.)*")/g,
};
const eventPattern = /(<event\b[^<>]*?\sname=")([^"<>]*)/;
const maxPlaces = 50;

/**
 * Renames the sequence of a document, as one importer refuses a timeline whose name it has seen before. Reads the
 * result back to verify that nothing else changed; otherwise returns the document as it is.
 */
export function renameSequence(
  format: MediaDocumentFormat,
  text: string,
  name: string,
  read: (text: string) => Timeline,
): string {
  const written = format === 'OTIO' ? JSON.stringify(name) : escapeXmlAttribute(name);
  const wanted = JSON.stringify({ ...read(text), name });
  const places = [...text.matchAll(namePatterns[format])].slice(0, maxPlaces);
  for (const place of places) {
    const start = place.index + (place[1] ?? '').length;
    const renamed = text.slice(0, start) + written + text.slice(start + (place[2] ?? '').length);
    if (JSON.stringify(readOrNull(renamed, read)) === wanted) {
      return format === 'FCPXML'
        ? renamed.replace(eventPattern, (_all, before: string) => before + written)
        : renamed;
    }
  }
  return text;
}

function readOrNull(text: string, read: (text: string) => Timeline): Timeline | null {
  try {
    return read(text);
  } catch {
    return null;
  }
}
