import { isNtscRate, nominalFramesPerSecond } from '../../model/frame-rate.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import { type XmlAttributes, type XmlElement, xmlElement } from '../xml/xml-writer.ts';

/** Properties in order. Null values are omitted. */
export type MltProperties = Readonly<Record<string, string | number | null>>;

function propertyElements(properties: MltProperties): readonly XmlElement[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    value === null ? [] : [xmlElement('property', { name }, String(value))],
  );
}

/** Builds an element with properties, followed by other children. */
export function mltElement(
  name: string,
  attributes: XmlAttributes,
  properties: MltProperties,
  children: readonly (XmlElement | null)[] = [],
): XmlElement {
  return xmlElement(name, attributes, [...propertyElements(properties), ...children]);
}

interface Profile {
  readonly frameRate: FrameRate;
  readonly width: number;
  readonly height: number;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

export function profileElement({ frameRate, width, height }: Profile): XmlElement {
  const divisor = commonDivisor(width, height);
  const shownRate = isNtscRate(frameRate)
    ? (frameRate.numerator / frameRate.denominator).toFixed(2)
    : String(nominalFramesPerSecond(frameRate));
  return xmlElement('profile', {
    description: `${String(width)}x${String(height)} ${shownRate} fps`,
    width,
    height,
    progressive: 1,
    sample_aspect_num: 1,
    sample_aspect_den: 1,
    display_aspect_num: width / divisor,
    display_aspect_den: height / divisor,
    frame_rate_num: frameRate.numerator,
    frame_rate_den: frameRate.denominator,
    colorspace: 709,
  });
}
