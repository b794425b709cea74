import type { Clip } from '../../model/timeline.ts';
import { carriedElements } from '../xml/xml-copy.ts';
import { textElement, type XmlElement, xmlElement } from '../xml/xml-writer.ts';

interface Parameter {
  readonly id: string;
  readonly name: string;
  readonly range: readonly [least: number, most: number] | null;
  /** Value at each keyframe, or a single one. */
  readonly values: readonly { readonly when: number; readonly value: XmlElement }[];
}

/** Highest level that Premiere allows: +12 dB as a factor. */
const maxLevel = 3.98109;

function parameterElement({ id, name, range, values }: Parameter): XmlElement {
  const isMoving = values.length > 1;
  return xmlElement('parameter', {}, [
    textElement('parameterid', id),
    textElement('name', name),
    range === null ? null : textElement('valuemin', range[0]),
    range === null ? null : textElement('valuemax', range[1]),
    values[0]?.value ?? null,
    ...(isMoving
      ? values.map(({ when, value }) => xmlElement('keyframe', {}, [textElement('when', when), value]))
      : []),
  ]);
}

function filterElement(
  effect: {
    readonly name: string;
    readonly id: string;
    readonly category: string;
    readonly mediaType: string;
  },
  parameters: readonly Parameter[],
  carried: readonly XmlElement[] = [],
): XmlElement {
  return xmlElement('filter', {}, [
    xmlElement('effect', {}, [
      textElement('name', effect.name),
      textElement('effectid', effect.id),
      textElement('effectcategory', effect.category),
      textElement('effecttype', effect.category),
      textElement('mediatype', effect.mediaType),
      ...parameters.map(parameterElement),
      ...carried,
    ]),
  ]);
}

function shortNumber(value: number): number {
  return Number(value.toFixed(6));
}

/**
 * Writes scale in percent of the media's own pixels, and the middle in fractions of the frame from its own. Keyframes
 * count in the media's time, like in-points. Null for a picture that fills the frame and has no other motion.
 * @param firstFrame of the clip, in the media's time.
 */
export function motionFilter({ motion = [], unread }: Clip, firstFrame: number): XmlElement | null {
  const carried = carriedElements(unread, 'PREMIERE_XML', 'parameter');
  if (motion.length + carried.length === 0) return null;
  const at = (frame: number): number => firstFrame + frame;
  const scale: Parameter = {
    id: 'scale',
    name: 'Scale',
    range: [0, 1000],
    values: motion.map((point) => ({
      when: at(point.frame),
      value: textElement('value', shortNumber(point.scale * 100)),
    })),
  };
  const centre: Parameter = {
    id: 'center',
    name: 'Center',
    range: null,
    values: motion.map(({ frame, x, y }) => ({
      when: at(frame),
      value: xmlElement('value', {}, [
        textElement('horiz', shortNumber(x)),
        textElement('vert', shortNumber(y)),
      ]),
    })),
  };
  return filterElement(
    { name: 'Basic Motion', id: 'basic', category: 'motion', mediaType: 'video' },
    motion.length === 0 ? [] : [scale, centre],
    carried,
  );
}

/** Writes a speed in percent. Null for media at its own speed. */
export function speedFilter({ speed, isReversed }: Clip, mediaType: 'video' | 'audio'): XmlElement | null {
  if (speed === undefined && isReversed !== true) return null;
  const parameters = [
    textElement('value', shortNumber((speed ?? 1) * 100)),
    textElement('value', isReversed === true ? 'TRUE' : 'FALSE'),
  ].map((value, index) => {
    const name = index === 0 ? 'speed' : 'reverse';
    return { id: name, name, range: null, values: [{ when: 0, value }] };
  });
  const category = 'motion';
  return filterElement({ name: 'Time Remap', id: 'timeremap', category, mediaType }, parameters);
}

/** Writes a level as a factor. Null for sound as recorded. */
export function levelsFilter({ levels }: Clip, firstFrame: number): XmlElement | null {
  if (levels === undefined || levels.length === 0) return null;
  const category = 'audiolevels';
  return filterElement({ name: 'Audio Levels', id: category, category, mediaType: 'audio' }, [
    {
      id: 'level',
      name: 'Level',
      range: [0, maxLevel],
      values: levels.map(({ frame, levelDb }) => ({
        when: firstFrame + frame,
        value: textElement('value', shortNumber(10 ** (levelDb / 20))),
      })),
    },
  ]);
}
