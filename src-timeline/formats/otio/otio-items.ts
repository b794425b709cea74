import type { ItemWithoutMedia, Track } from '../../model/timeline.ts';
import type { FoundItem } from './otio-track-finder.ts';

/** An item without media whose track is not numbered yet. */
export interface PlacedItem {
  readonly item: ItemWithoutMedia;
  /** False for a transition, and for an item without a known length, which take no time of their track. */
  readonly isOnTrack: boolean;
}

/** Builds the item of something that shows no media. An item without a known length is one frame long. */
export function otioItemOf(
  { node, original, content, startFrame, durationFrames, isBesideTracks }: FoundItem,
  trackKind: Track['kind'],
  isOff: boolean,
): PlacedItem {
  const hasPlace = durationFrames !== null && isBesideTracks !== true;
  return {
    isOnTrack: hasPlace,
    item: {
      ...content,
      trackKind,
      trackIndex: null,
      startFrame,
      durationFrames: durationFrames ?? 1,
      ...((isOff || node.enabled === false) && { isDisabled: true }),
      source: hasPlace ? sourceOf(original) : null,
    },
  };
}

/** Returns the original text of an item, without its markers, which are the sequence's. */
function sourceOf(original: unknown): ItemWithoutMedia['source'] {
  if (typeof original !== 'object' || original === null || !('OTIO_SCHEMA' in original)) return null;
  const bare = 'markers' in original ? { ...original, markers: [] } : original;
  return { format: 'OTIO', text: JSON.stringify(bare) };
}
