import { isNote, type TimelineMarker } from '../model/timeline.ts';
import type { SceneNote } from './scene.ts';

/** Returns what a marker notes; null for one that is no note. A signed note has its author as the marker's name. */
export function noteOf(marker: TimelineMarker): Omit<SceneNote, 'frame'> | null {
  if (!isNote(marker)) return null;
  const isSigned = marker.note !== '';
  return {
    text: isSigned ? marker.note : marker.name,
    author: isSigned ? marker.name : null,
    isDone: marker.kind === 'completed',
  };
}
