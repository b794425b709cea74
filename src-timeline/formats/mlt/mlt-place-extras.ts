import type { Keyframe } from '../../model/keyframes.ts';
import type { FrameRate } from '../../model/rational-time.ts';
import type { Clip, TimelineFormat, UnreadPart } from '../../model/timeline.ts';
import { carriedElements } from '../xml/xml-copy.ts';
import { writeXmlElement, xmlElement } from '../xml/xml-writer.ts';
import { formatMltKeyframes, keyframesOfFilter, parseMltKeyframes } from './mlt-keyframes.ts';
import type { MltProperties } from './mlt-parts.ts';

/** Pseudo property for opacity, which is part of the rectangle. */
const opacity = 'opacity';

/** Names of further effects of a filter that places a picture, by property. 0 means no effect. */
const extraNames: Readonly<Record<string, string>> = {
  rotation: 'Rotation',
  compositing: 'Blend Mode',
  distort: 'Distort',
  'transition.fix_rotate_x': 'Rotation',
  'transition.fix_rotate_y': 'Rotation Y',
  'transition.fix_rotate_z': 'Rotation Z',
  'transition.fix_shear_x': 'Shear X',
  'transition.fix_shear_y': 'Shear Y',
  'transition.distort': 'Distort',
};

function partOf(format: TimelineFormat, property: string, name: string, text: string): UnreadPart {
  return { format, name, source: writeXmlElement(xmlElement('property', { name: property }, text)) };
}

const hasOther = (keyframes: readonly Keyframe[], plain: number): boolean =>
  keyframes.some(({ values }) => values.some((value) => value !== plain));

/**
 * Reads the further effects of a filter that places a picture.
 * @param readKeyframes reads a property's keyframes from the clip's first frame.
 * @param rects of the picture, with its opacity as the fifth number.
 */
export function readPlaceExtras(
  format: TimelineFormat,
  properties: ReadonlyMap<string, string>,
  rects: readonly Keyframe[],
  readKeyframes: (text: string) => readonly Keyframe[],
): readonly UnreadPart[] {
  const opacities = rects.map(({ frame, values: [, , , , share = 1] }) => ({ frame, values: [share] }));
  const ofRect = hasOther(opacities, 1)
    ? [partOf(format, opacity, 'Opacity', formatMltKeyframes(opacities))]
    : [];
  const others = [...properties].flatMap(([property, text]): readonly UnreadPart[] => {
    const name = extraNames[property];
    const keyframes = name === undefined ? [] : readKeyframes(text);
    return name !== undefined && hasOther(keyframes, 0)
      ? [partOf(format, property, name, formatMltKeyframes(keyframes))]
      : [];
  });
  return [...ofRect, ...others];
}

export interface PlaceExtras {
  /** One number each, from the filter's first frame; empty for an opaque picture. */
  readonly opacities: readonly Keyframe[];
  readonly properties: MltProperties;
}

/** Returns the parts of a clip that go back into the filter that places it. */
export function placeExtrasOf(
  { unread }: Clip,
  format: TimelineFormat,
  rate: FrameRate,
  shownBefore: number,
): PlaceExtras | null {
  const carried = carriedElements(unread, format, 'property').map(({ attributes, children }) => {
    const keyframes = parseMltKeyframes(typeof children === 'string' ? children : '', rate);
    return [String(attributes['name']), keyframesOfFilter(keyframes, shownBefore)] as const;
  });
  if (carried.length === 0) return null;
  const others = carried.filter(([name]) => name !== opacity);
  return {
    opacities: carried.find(([name]) => name === opacity)?.[1] ?? [],
    properties: Object.fromEntries(others.map(([name, keyframes]) => [name, formatMltKeyframes(keyframes)])),
  };
}
