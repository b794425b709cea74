import { z } from 'zod';
import type { Clip, MediaReference, TimelineMarker } from '../../model/timeline.ts';
import { guideText, markerOfGuide } from '../own-document.ts';

/** Colours of Kdenlive's categories, by their numbers. The first is that of markers without a colour. */
const categoryColours: readonly string[] = [
  '#9b59b6',
  '#3daee9',
  '#1abc9c',
  '#1cdc9a',
  '#c9ce3b',
  '#fdbc4b',
  '#f39c1f',
  '#f47750',
  '#da4453',
];

const markersSchema = z.array(
  z.object({
    comment: z.string().catch(''),
    pos: z.number().int(),
    type: z.number().int().catch(0),
    duration: z.number().int().catch(0),
  }),
);
const categoriesSchema = z.array(z.object({ index: z.number().int(), color: z.string() }));

/** Parses a list stored as JSON in a property; empty if invalid. */
export function listOf<Item>(text: string | undefined, schema: z.ZodType<Item[]>): readonly Item[] {
  try {
    return schema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

/** Writes markers, or guides of a sequence. */
export function markersText(markers: readonly TimelineMarker[]): string {
  return JSON.stringify(
    markers.map((marker) => ({
      comment: guideText(marker),
      pos: marker.frame,
      type: Math.max(0, categoryColours.indexOf(marker.colour ?? '')),
      ...(marker.durationFrames !== undefined && { duration: marker.durationFrames }),
    })),
  );
}

/**
 * Reads markers, or guides of a sequence. One before the first frame is at it.
 * @param categories property with the colours of the document's categories.
 */
export function readKdenliveMarkers(
  text: string | undefined,
  categories: string | undefined,
): readonly TimelineMarker[] {
  const own = listOf(categories, categoriesSchema);
  return listOf(text, markersSchema).map(({ comment, pos, type, duration }) => {
    const colour = own.find(({ index }) => index === type)?.color ?? categoryColours[type];
    return {
      ...markerOfGuide(Math.max(0, pos), comment),
      ...(duration > 1 && { durationFrames: duration }),
      ...(type > 0 && colour !== undefined && { colour }),
    };
  });
}

/**
 * Returns the markers of a file that a clip shows, in frames of the clip. Every use of a file has those in its part;
 * picture and sound of one file have them once, at the picture.
 * @param markers in frames of the file.
 */
export function markersOfClip(
  clip: Clip,
  { size }: MediaReference,
  isSound: boolean,
  markers: readonly TimelineMarker[],
): readonly TimelineMarker[] {
  if (isSound && size !== null) return [];
  const { sourceStartFrame, durationFrames, speed = 1, isReversed } = clip;
  return markers.flatMap((marker) => {
    const after = Math.round((marker.frame - sourceStartFrame) / speed);
    const frame = isReversed === true ? durationFrames - 1 - after : after;
    return frame >= 0 && frame < durationFrames ? [{ ...marker, frame }] : [];
  });
}
