import { z } from 'zod';
import type { FrameRate } from '../../model/rational-time.ts';
import type { TimelineMarker } from '../../model/timeline.ts';
import { type OtioObject, otioRange } from './otio-json.ts';
import { ownNamespace } from './otio-metadata.ts';
import { framesOfOtioTime, metadataOf } from './otio-nodes.ts';
import { timeRangeSchema } from './otio-schema.ts';

const text = z.string().nullish().catch(null);

const markerSchema = z.looseObject({
  name: text,
  comment: text,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  /** Version 3 of the schema has an object with a name. */
  color: z
    .union([z.string(), z.looseObject({ name: text })])
    .nullish()
    .catch(null),
  marked_range: timeRangeSchema,
  /** Older name of the range. */
  range: timeRangeSchema,
});
type OtioMarker = z.infer<typeof markerSchema>;

/** Notes in the metadata: Resolve's, and that of the OTIO adapter for Premiere's XML. */
const notesSchema = z.object({ Note: text, comment: text });

const ownMarkerSchema = z.object({
  kind: z.enum(['chapter', 'to-do', 'completed']).optional().catch(undefined),
  colour: z.string().optional().catch(undefined),
});

/** Colours of the format, by their names in documents. */
const otioColours = [
  'PINK',
  'RED',
  'ORANGE',
  'YELLOW',
  'GREEN',
  'CYAN',
  'BLUE',
  'PURPLE',
  'MAGENTA',
  'BLACK',
  'WHITE',
];

/** Colour of markers without one. */
const plainColour = 'PURPLE';

/**
 * Writes a marker. The note is in the format's own field and in the one that Resolve reads; the kind and a colour that
 * the format lacks are in the app's metadata.
 * @param firstFrame where a clip begins in the time of its media.
 */
export function otioMarker(marker: TimelineMarker, rate: FrameRate, firstFrame = 0): OtioObject {
  const { frame, name, note, kind, durationFrames, colour } = marker;
  const wanted = colour?.toUpperCase() ?? '';
  const isKnown = otioColours.includes(wanted) && wanted !== plainColour && colour === spelled(wanted);
  const own = { ...(kind && { kind }), ...(colour !== undefined && !isKnown && { colour }) };
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: {
      Resolve_OTIO: { Note: note },
      ...(Object.keys(own).length > 0 && { [ownNamespace]: own }),
    },
    name,
    color: otioColours.includes(wanted) ? wanted : plainColour,
    marked_range: otioRange(firstFrame + frame, durationFrames ?? 1, rate),
    comment: note,
  };
}

/** Returns `Red` for `RED`. */
const spelled = (colour: string): string => colour.slice(0, 1).toUpperCase() + colour.slice(1).toLowerCase();

function colourOf({ color }: OtioMarker): string | null {
  const name = typeof color === 'string' ? color : color?.name;
  return !name || name === plainColour ? null : spelled(name);
}

function noteOf(marker: OtioMarker): string {
  const namespaces = Object.keys(marker.metadata ?? {});
  const notes = namespaces.map((namespace) => metadataOf(marker, namespace, notesSchema));
  return [marker.comment, ...notes.flatMap(({ Note, comment }) => [Note, comment])].find(Boolean) ?? '';
}

/**
 * Reads the markers of the sequence or of an item. A marker without a readable place is at the first frame. Omits
 * markers before the first frame, which no program shows.
 * @param firstFrame where a clip begins in the time of its media. Kdenlive counts from the clip's beginning instead.
 */
export function readOtioMarkers(
  { markers }: { readonly markers?: readonly unknown[] | null | undefined },
  rate: FrameRate,
  firstFrame = 0,
): readonly TimelineMarker[] {
  return (markers ?? []).flatMap((marker) => {
    const found = markerSchema.safeParse(marker);
    return found.success ? (readMarker(found.data, rate, firstFrame) ?? []) : [];
  });
}

/** Null for a marker before the first frame. */
function readMarker(marker: OtioMarker, rate: FrameRate, firstFrame: number): TimelineMarker | null {
  const range = marker.marked_range ?? marker.range;
  const first = marker.metadata?.['kdenlive'] === undefined ? firstFrame : 0;
  const frame = (framesOfOtioTime(range?.start_time, rate) ?? first) - first;
  if (frame < 0) return null;
  const own = metadataOf(marker, ownNamespace, ownMarkerSchema);
  const durationFrames = framesOfOtioTime(range?.duration, rate) ?? 0;
  const colour = own.colour ?? colourOf(marker);
  return {
    frame,
    name: marker.name ?? '',
    note: noteOf(marker),
    ...(own.kind && { kind: own.kind }),
    ...(durationFrames > 1 && { durationFrames }),
    ...(colour !== null && { colour }),
  };
}
