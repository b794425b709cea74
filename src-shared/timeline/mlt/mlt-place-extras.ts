import type { Keyframe } from '../keyframes.ts';
import type { FrameRate } from '../rational-time.ts';
import type { Clip, TimelineFormat, UnreadPart } from '../timeline.ts';
import { carriedElements } from '../xml-copy.ts';
import { writeXmlElement, xmlElement } from '../xml-writer.ts';
import { formatMltKeyframes, keyframesOfFilter, parseMltKeyframes } from './mlt-keyframes.ts';
import type { MltProperties } from './mlt-parts.ts';

/** Not a property of its own: how opaque a picture is stands with its rectangle. */
const opacity = 'opacity';

/** What a filter that places a picture can do beyond that, by its properties, all 0 where it does not. */
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
 * What a filter that places a picture does beyond that.
 * @param readKeyframes reads those of a property, from the clip's first frame.
 * @param rects of the picture, the fifth number its opacity.
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
  /** One number each, from the filter's first frame; none for an opaque picture. */
  readonly opacities: readonly Keyframe[];
  readonly properties: MltProperties;
}

/** What of a clip goes back into the filter that places it. */
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
