import { checkTimeline } from '../../model/check-timeline.ts';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import { parsing } from '../../model/timeline-parse-error.ts';
import type { Timeline } from '../../model/timeline.ts';
import { otioItem, otioTime, writeOtioJson } from './otio-json.ts';
import { otioMarker } from './otio-markers.ts';
import { stackMetadata, timelineMetadata } from './otio-metadata.ts';
import { type OtioFallback, OtioReader } from './otio-reader.ts';
import { parseOtioText } from './otio-text.ts';
import { chooseOtioTimeline } from './otio-timelines.ts';
import { OtioTrackBuilder } from './otio-tracks.ts';

/** `url` for Premiere and the OTIO tools; `path`, bare and decoded, for DaVinci Resolve and Kdenlive. */
export type OtioLocationStyle = 'url' | 'path';

/**
 * Writes the schema versions that every reader since OTIO 0.15 supports, with the metadata that Premiere and Resolve
 * read.
 *
 * The format loses: captions (an SRT goes beside it), the name of a clip (every clip is named after its file, by which
 * importers find moved media), media no clip uses, and items without media of other formats other than titles. Size of the frame, drop-frame, roles, notes and links are in the
 * metadata, which other programs may drop.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`.
 */
export function writeOtio(timeline: Timeline, locationStyle: OtioLocationStyle): string {
  checkTimeline(timeline);
  const builder = new OtioTrackBuilder(timeline, locationStyle);
  const stack = otioItem('Stack.1', 'tracks', stackMetadata(timeline), {
    children: builder.buildTracks(),
    markers: (timeline.markers ?? []).map((marker) => otioMarker(marker, timeline.frameRate)),
  });
  return writeOtioJson({
    OTIO_SCHEMA: 'Timeline.1',
    metadata: timelineMetadata(timeline, locationStyle),
    name: timeline.name,
    global_start_time: otioTime(timeline.startFrame, timeline.frameRate),
    tracks: stack,
  });
}

/**
 * Reads a timeline of any schema version, from the app or another program. Nested compositions become their content.
 * What shows no media file (titles, generators, missing media, unknown schemas) becomes an item without media; so does
 * a clip whose range its media does not have. An item without a readable length takes no time and is one frame long.
 * Markers of tracks, and of items other than clips, become the sequence's. Holes at the end of a track and transitions
 * whose media lack the frames are dropped. Effects other than of time are kept as they are. Stills begin at 0 and have
 * no length of their own. Times at other rates are rounded to the nearest frame of the sequence; a rate of zero, as
 * Kdenlive writes it, means the sequence's.
 * @param fallback Facts for documents that do not state them. Without it, the size is that of the lowest picture that
 * states one, else 1920 × 1080, timecode begins at 0, and a document without a rate is refused.
 * @param wanted The expected cut, for documents with several timelines. Without it, the first that is not empty.
 * @throws TimelineParseError for a document without a timeline or a frame rate. SeveralSequencesError if several
 * timelines could be the wanted one.
 */
export function readOtio(
  text: string,
  fallback: OtioFallback = {},
  wanted: WantedSequence | null = null,
): Timeline {
  return parsing(() => {
    const chosen = chooseOtioTimeline(parseOtioText(text), wanted);
    return new OtioReader(chosen, fallback).read();
  });
}
