import { type LocationSpan, replaceSpans } from '../model/text-span.ts';
import { findJsonLocations } from './json-locations.ts';
import { parseOtioText } from './otio/otio-text.ts';
import { findXmlLocations, type XmlLocationRule } from './xml/xml-locations.ts';
import { parseXml } from './xml/xml-reader.ts';
import { escapeXmlAttribute } from './xml/xml-writer.ts';

/** Formats that refer to media, by their names in the API. */
export type MediaDocumentFormat = 'FCPXML' | 'PREMIERE_XML' | 'OTIO';

/** Documents before FCPXML 1.9 had the location on the asset itself. */
const fcpxmlRule: XmlLocationRule = {
  attributes: [
    { element: 'media-rep', attribute: 'src' },
    { element: 'asset', attribute: 'src' },
  ],
  textElements: [],
};

const xmemlRule: XmlLocationRule = { attributes: [], textElements: ['pathurl'] };

function findLocations(format: MediaDocumentFormat, text: string): readonly LocationSpan[] {
  if (format === 'OTIO') {
    parseOtioText(text);
    return findJsonLocations(text);
  }
  const isFcpxml = format === 'FCPXML';
  parseXml(text, isFcpxml ? 'fcpxml' : 'xmeml');
  return findXmlLocations(text, isFcpxml ? fcpxmlRule : xmemlRule);
}

/**
 * Lists the media locations of a document as it spells them, each once, in the order of first mention. Relative ones
 * are relative to the document and, in the XML formats, percent-encoded.
 * @throws TimelineParseError when the document cannot be read.
 */
export function listMediaLocations(format: MediaDocumentFormat, text: string): string[] {
  return [...new Set(findLocations(format, text).map(({ location }) => location))];
}

/**
 * Replaces media locations in a document. Passes each to `rewrite` and replaces only the attribute, text or string that
 * changed. Every other character stays the same.
 * @throws TimelineParseError when the document cannot be read.
 */
export function rewriteMediaLocations(
  format: MediaDocumentFormat,
  text: string,
  rewrite: (location: string) => string,
): string {
  return replaceSpans(text, findLocations(format, text), ({ location }) => {
    const replacement = rewrite(location);
    if (replacement === location) return null;
    return format === 'OTIO' ? JSON.stringify(replacement) : escapeXmlAttribute(replacement);
  });
}
