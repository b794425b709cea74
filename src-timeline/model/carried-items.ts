import { carriesItem, losses } from './losses.ts';
import type { ItemWithoutMedia, Timeline, TimelineFormat, TimelineMarker } from './timeline.ts';

/**
 * Returns a cut with the items without media that a format carries. A title of another format becomes a marker at its
 * place if the format has the loss `TITLES_AS_MARKERS`.
 */
export function withCarriedItems(timeline: Timeline, format: TimelineFormat): Timeline {
  const { itemsWithoutMedia = [], markers = [] } = timeline;
  const lost = itemsWithoutMedia.filter((item) => !carriesItem(item, format));
  if (lost.length === 0) return timeline;
  const carried = itemsWithoutMedia.filter((item) => carriesItem(item, format));
  const marked = losses[format].includes('TITLES_AS_MARKERS') ? lost.flatMap(markerOf) : [];
  return {
    ...timeline,
    itemsWithoutMedia: carried,
    ...(marked.length > 0 && { markers: [...markers, ...marked].toSorted((a, b) => a.frame - b.frame) }),
  };
}

function markerOf({ kind, words, startFrame, durationFrames }: ItemWithoutMedia): readonly TimelineMarker[] {
  if (kind !== 'title' || !words) return [];
  return [{ frame: startFrame, name: words.replaceAll('\n', ' '), note: '', durationFrames }];
}
