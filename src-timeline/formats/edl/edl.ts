import { checkTimeline } from '../../model/check-timeline.ts';
import type { WantedSequence } from '../../model/choose-sequence.ts';
import { parsing } from '../../model/timeline-parse-error.ts';
import type { Timeline, TimelineMarker } from '../../model/timeline.ts';
import { edlLines } from './edl-events.ts';
import type { EdlFallback } from './edl-media-reader.ts';
import { readEdlDocument, readMarkerList } from './edl-reader.ts';
import { mediaListText } from './media-list.ts';

export interface EdlOptions {
  /** File name of the document. The list of its media lies beside it under the same name. */
  readonly fileName: string;
}

/** A file that accompanies a document. */
interface SideFile {
  readonly name: string;
  readonly text: string;
}

/** Returns the name of the media list for a document. */
export function mediaListName(fileName: string): string {
  return `${fileName.replace(/\.[^.]*$/, '')}.media.csv`;
}

/**
 * Writes a decision list in the form of CMX 3600 and the list of its media as CSV: ASCII events, names and notes in
 * comments. Pictures of every track are events of V, V2 and so on, sounds of A, A2, A3 …, as most editors read them.
 * Timecode is drop-frame if the sequence's is.
 *
 * Items without media that came from a list are written again; titles of other formats become locators with their
 * words. The format loses: other items without media, captions, media no clip uses, holes at the end of a track, empty tracks, places, levels, fades,
 * effects, links, disabled clips, markers of clips, and the style of transitions.
 * @throws RangeError when the timeline breaks a rule of `checkTimeline`, or needs timecode beyond 99 hours.
 */
export function writeEdl(
  timeline: Timeline,
  { fileName }: EdlOptions,
): { readonly text: string; readonly sideFiles: readonly SideFile[] } {
  checkTimeline(timeline);
  const text = edlLines(timeline)
    .map((line) => `${line}\r\n`)
    .join('');
  return { text, sideFiles: [{ name: mediaListName(fileName), text: mediaListText(timeline) }] };
}

/**
 * Reads a decision list in the form of CMX 3600 as editors write it: cuts, dissolves, wipes, keys, speeds, locators,
 * names in comments. Media come from the list beside the document or, without it, from their names alone. Bars,
 * generators and events that name no file become items without media.
 * @param mediaList text of the list beside the document; null without any.
 * @param wanted the cut to choose from a file with several titles.
 * @throws TimelineParseError for lists without readable events, for a list of markers, for an event that does not have
 * the columns of CMX 3600, and for invalid timecode, with the number of the line.
 */
export function readEdl(
  text: string,
  fallback: EdlFallback,
  mediaList: string | null = null,
  wanted: WantedSequence | null = null,
): Timeline {
  return parsing(() => readEdlDocument(text, fallback, mediaList, wanted));
}

/**
 * Reads a list of markers, as Resolve exports it: one event per marker, and below it a line with its note, colour,
 * name and length.
 * @param delivered the cut that the markers are about.
 * @returns null for a list that is a cut.
 * @throws TimelineParseError as `readEdl`.
 */
export function readEdlMarkers(text: string, delivered: EdlFallback): readonly TimelineMarker[] | null {
  return parsing(() => readMarkerList(text, delivered));
}
