import type { FrameRate } from '../../model/rational-time.ts';

/** A value of an OTIO document. */
export type OtioValue =
  string | number | boolean | null | readonly OtioValue[] | { readonly [key: string]: OtioValue };

export type OtioObject = Readonly<Record<string, OtioValue>>;

/** Returns frames per second as the double nearest to the exact rate. One reader selects its profile by equality. */
export function otioRate(rate: FrameRate): number {
  return rate.numerator / rate.denominator;
}

export function otioTime(frames: number, rate: FrameRate): OtioObject {
  return { OTIO_SCHEMA: 'RationalTime.1', rate: otioRate(rate), value: frames };
}

export function otioRange(startFrame: number, durationFrames: number, rate: FrameRate): OtioObject {
  return {
    OTIO_SCHEMA: 'TimeRange.1',
    duration: otioTime(durationFrames, rate),
    start_time: otioTime(startFrame, rate),
  };
}

/** Builds the fields that every item of a composition has, besides its own. */
export function otioItem(schema: string, name: string, metadata: OtioObject, fields: OtioObject): OtioObject {
  return {
    OTIO_SCHEMA: schema,
    metadata,
    name,
    source_range: null,
    effects: [],
    markers: [],
    enabled: true,
    ...fields,
  };
}

/** Fields of type double, which the reference implementation always writes with a decimal point. */
const doubleFields =
  /^(\s*"(?:rate|value|AudioFrameRate|VideoFrameRate|numerator|denominator)": -?\d+)(,?)$/gm;

/** Serialises like the reference implementation: indented by four, doubles with a point. Strings have no line ends. */
export function writeOtioJson(document: OtioObject): string {
  return `${JSON.stringify(document, null, 4).replace(doubleFields, '$1.0$2')}\n`;
}
