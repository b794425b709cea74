import type { TimelineMarker } from './timeline.ts';

/** True for a note, which is a marker to do or done. Other markers of a sequence are the beginnings of its scenes. */
export function isNote({ kind }: Pick<TimelineMarker, 'kind'>): boolean {
  return kind === 'to-do' || kind === 'completed';
}
