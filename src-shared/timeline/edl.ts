import { checkTimeline } from './check-timeline.ts';
import { edlLines } from './edl/edl-events.ts';
import { type EdlFallback, readEdlDocument } from './edl/edl-reader.ts';
import { mediaListText } from './edl/media-list.ts';
import { parsing } from './timeline-parse-error.ts';
import type { Timeline } from './timeline.ts';

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
 * The format loses: captions, media no clip uses, holes at the end of a track, empty tracks, places, levels, fades,
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
 * Reads a decision list in the form of CMX 3600 as editors write it: cuts and dissolves of any style, speeds, names in
 * comments. Media come from the list beside the document or, without it, from their names alone.
 * @param mediaList text of the list beside the document; null without any.
 * @throws TimelineParseError for lists without readable events, and for invalid timecode.
 */
export function readEdl(text: string, fallback: EdlFallback, mediaList: string | null = null): Timeline {
  return parsing(() => readEdlDocument(text, fallback, mediaList));
}
