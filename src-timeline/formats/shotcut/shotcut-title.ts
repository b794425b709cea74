import type { ItemWithoutMedia, Timeline } from '../../model/timeline.ts';
import { mltElement } from '../mlt/mlt-parts.ts';
import type { WrittenItem } from '../mlt/mlt-written-items.ts';

/** Part of the frame's height for a line of a title. */
const lineShare = 1 / 14;

/** Makes a text as Shotcut does: a transparent colour with its filter for simple text, in the middle of the frame. */
export function shotcutTitle(
  { name, durationFrames }: ItemWithoutMedia,
  words: string,
  { width, height }: Timeline,
): Pick<WrittenItem, 'producer' | 'parts'> {
  const filter = mltElement(
    'filter',
    { in: 0, out: durationFrames - 1 },
    {
      mlt_service: 'dynamictext',
      'shotcut:filter': 'dynamicText',
      // Words between number signs would be replaced.
      argument: words.replaceAll('#', '\\#'),
      geometry: `0 0 ${String(width)} ${String(height)} 1`,
      halign: 'center',
      valign: 'middle',
      family: 'Sans',
      size: Math.max(1, Math.round(height * lineShare)),
      weight: 700,
      style: 'normal',
      fgcolour: '#ffffffff',
      bgcolour: '#00000000',
      olcolour: '#aa000000',
      outline: 3,
    },
  );
  const producer = mltElement(
    'producer',
    {},
    {
      length: durationFrames,
      eof: 'pause',
      resource: '#00000000',
      aspect_ratio: 1,
      mlt_service: 'color',
      mlt_image_format: 'rgba',
      'shotcut:caption': name,
    },
    [filter],
  );
  return { producer, parts: [] };
}
