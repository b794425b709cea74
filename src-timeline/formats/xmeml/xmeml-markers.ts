import type { TimelineMarker } from '../../model/timeline.ts';
import { childOf, childrenNamed, childText, type XmlNode } from '../xml/xml-reader.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';
import { readInteger, readNumber } from './xmeml-values.ts';

type Rgb = readonly [red: number, green: number, blue: number];

/** Colours that Premiere offers for markers. Its documents leave out green, which is its default. */
const palette: Readonly<Record<string, Rgb>> = {
  Green: [113, 155, 69],
  Red: [210, 44, 54],
  Yellow: [208, 161, 43],
  Purple: [175, 139, 177],
  Orange: [233, 111, 36],
  White: [255, 255, 255],
  Blue: [66, 141, 252],
  Cyan: [25, 244, 214],
};

/** Reads Premiere's number of a colour, with red in its lowest byte and blue in its third, or the parts of a colour. */
function readRgb(marker: XmlNode): Rgb | null {
  const packed = childText(marker, 'pproColor') ?? '';
  if (/^\d{1,10}$/.test(packed)) {
    const value = Number(packed);
    return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255];
  }
  const colour = childOf(marker, 'color');
  if (colour === null) return null;
  const red = readNumber(colour, 'red');
  const green = readNumber(colour, 'green');
  const blue = readNumber(colour, 'blue');
  if (red === null || green === null || blue === null) return null;
  // Some programs write 16 bits for each part.
  const scale = Math.max(red, green, blue) > 255 ? 257 : 1;
  return [red / scale, green / scale, blue / scale];
}

/** Returns the name of the nearest colour that Premiere offers. */
function colourOf(rgb: Rgb): string | undefined {
  const distance = (other: Rgb): number =>
    other.reduce((sum, part, index) => sum + (part - (rgb[index] ?? 0)) ** 2, 0);
  const [nearest] = Object.entries(palette).toSorted(([, one], [, other]) => distance(one) - distance(other));
  return nearest?.[0];
}

/**
 * Reads the markers of a sequence or a clip. Omits those outside its range.
 * @param range In the time that the markers count in.
 */
export function readMarkers(
  node: XmlNode,
  range: { readonly firstFrame: number; readonly durationFrames: number },
): readonly TimelineMarker[] {
  return childrenNamed(node, 'marker').flatMap((marker) => {
    const start = readInteger(marker, 'in') ?? -1;
    const frame = start - range.firstFrame;
    if (start < 0 || frame < 0 || frame >= range.durationFrames) return [];
    const durationFrames = (readInteger(marker, 'out') ?? -1) - start;
    const rgb = readRgb(marker);
    const colour = rgb === null ? undefined : colourOf(rgb);
    return [
      {
        frame,
        name: childText(marker, 'name') ?? '',
        note: childText(marker, 'comment') ?? '',
        ...(durationFrames > 1 && { durationFrames }),
        ...(colour !== undefined && { colour }),
      },
    ];
  });
}

/**
 * Writes a marker of the sequence, or of a clip in the time of its media. The end of one without a length is -1.
 * Premiere's element for the colour is not in the document type, so only markers with a colour that Premiere offers
 * have it.
 */
export function markerElement(
  { frame, name, note, durationFrames, colour = '' }: TimelineMarker,
  firstFrame = 0,
): XmlElement {
  const start = firstFrame + frame;
  const rgb = Object.entries(palette).find(([known]) => known === colour)?.[1];
  const packed = rgb && rgb.reduceRight((sum, part) => sum * 256 + part, 255);
  return xmlElement('marker', {}, [
    textElement('comment', note),
    textElement('name', name),
    textElement('in', start),
    textElement('out', durationFrames === undefined ? -1 : start + durationFrames),
    packed === undefined ? null : textElement('pproColor', packed),
  ]);
}
