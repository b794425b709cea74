import { z } from 'zod';
import type { FrameRate } from '../rational-time.ts';
import type { TimelineMarker } from '../timeline.ts';
import { type OtioObject, otioRange } from './otio-json.ts';
import { framesOfOtioTime, metadataOf } from './otio-nodes.ts';
import { type OtioNode, timeRangeSchema } from './otio-schema.ts';

const markerSchema = z.looseObject({
  name: z.string().nullish(),
  comment: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  marked_range: timeRangeSchema,
});

const resolveMarkerSchema = z.object({ Note: z.string().optional().catch(undefined) });

/**
 * Writes a marker, one frame long. The note is in the format's own field and in the one that Resolve reads.
 * @param firstFrame where a clip begins in the time of its media.
 */
export function otioMarker(
  { frame, name, note }: TimelineMarker,
  rate: FrameRate,
  firstFrame = 0,
): OtioObject {
  return {
    OTIO_SCHEMA: 'Marker.2',
    metadata: { Resolve_OTIO: { Note: note } },
    name,
    color: 'PURPLE',
    marked_range: otioRange(firstFrame + frame, 1, rate),
    comment: note,
  };
}

/**
 * Reads the markers of the sequence or of a clip. Omits invalid ones and those before the first frame.
 * @param firstFrame where a clip begins in the time of its media.
 */
export function readOtioMarkers(
  { markers }: OtioNode,
  rate: FrameRate,
  firstFrame = 0,
): readonly TimelineMarker[] {
  return (markers ?? []).flatMap((marker) => {
    const found = markerSchema.safeParse(marker);
    if (!found.success) return [];
    const { name, comment, marked_range: range } = found.data;
    const frame = framesOfOtioTime(range.start_time, rate, 'a marker') - firstFrame;
    const note = comment ?? metadataOf(found.data, 'Resolve_OTIO', resolveMarkerSchema).Note ?? '';
    return frame < 0 ? [] : [{ frame, name: name ?? '', note }];
  });
}
