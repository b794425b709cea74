import { textOfMarker } from '../diff/marker-edits.ts';
import { frameRatio } from '../diff/match/normalise.ts';
import { returnedMarkers } from '../diff/match/placed-markers.ts';
import type { Timeline, TimelineMarker } from '../model/timeline.ts';
import { type Change, maxAuthorLength, maxTextLength } from './change.ts';
import type { Scene, SceneNote } from './scene.ts';

/** A reviewer's note; `frame` counts from the first frame of the sequence. */
export type ReviewNote = SceneNote;

/** Name that Resolve gives to a marker of no other. */
const plainName = /^Marker \d+$/;

/**
 * Returns the notes in a document that a reviewer exported: its markers, of the sequence and of clips, that the reviewed
 * cut does not have. For a list of markers, pass the cut with these.
 */
export function notesOfDocument(reviewed: Timeline, cut: Timeline): readonly ReviewNote[] {
  const known = new Set((cut.markers ?? []).map(textOfMarker));
  return returnedMarkers(reviewed, frameRatio(reviewed.frameRate, cut.frameRate))
    .filter((marker) => marker.kind !== 'chapter' && marker.isHidden !== true)
    .filter((marker) => !known.has(textOfMarker(marker)) && textOfMarker(marker) !== '')
    .map((marker) => ({
      frame: marker.frame,
      text: textOfReview(marker),
      author: null,
      isDone: marker.kind === 'completed',
    }));
}

const textOfReview = (marker: TimelineMarker): string =>
  marker.note !== '' && plainName.test(marker.name) ? marker.note : textOfMarker(marker);

/**
 * Returns the changes that add notes to the scenes at their frames; notes after the end are at it. Longer texts than a
 * note can have are cut off.
 */
export function changesOfNotes(notes: readonly ReviewNote[], scenes: readonly Scene[]): readonly Change[] {
  return notes.flatMap(({ frame, isDone, ...note }): readonly Change[] => {
    const scene = scenes.findLast(({ startFrame }) => startFrame <= frame) ?? scenes[0];
    if (!scene) return [];
    const { sceneId, startFrame, durationFrames } = scene;
    const within = Math.max(0, Math.min(frame - startFrame, durationFrames - 1));
    const text = note.text.slice(0, maxTextLength);
    const author = note.author && note.author.slice(0, maxAuthorLength);
    return [{ kind: 'note', sceneId, frame: within, oldText: null, text, author, isDone }];
  });
}
