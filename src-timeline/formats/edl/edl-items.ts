import type { ItemWithoutMedia } from '../../model/timeline.ts';
import type { ReadEvent } from './edl-event-group.ts';
import { readEventLine } from './edl-line.ts';

/**
 * Text of an item without media, for the next list: reel and source times of its event, and comments. Number, channel
 * and record times change with its place.
 */
export function itemSourceOf({ reel, text, name, isGenerator }: ReadEvent): string {
  const read = readEventLine(text);
  const times = read.type === 'event' ? read.event.labels.slice(0, 2) : [];
  return [
    [reel, ...times].join('\t'),
    ...(name === null ? [] : [`* FROM CLIP NAME: ${name}`]),
    ...(isGenerator ? ['* FROM CLIP IS A GENERATOR'] : []),
  ].join('\n');
}

/** An item of a list, as it is written again. */
export interface WrittenItem {
  readonly item: ItemWithoutMedia;
  readonly reel: string;
  /** Source in and out. */
  readonly labels: readonly [string, string];
  readonly comments: readonly string[];
}

/** Returns the items that came from a list; null for the others. */
export function writtenItem(item: ItemWithoutMedia): WrittenItem | null {
  if (item.source?.format !== 'EDL') return null;
  const [columns = '', ...comments] = item.source.text.split('\n');
  const [reel = '', sourceIn, sourceOut] = columns.split('\t');
  if (sourceIn === undefined || sourceOut === undefined) return null;
  return { item, reel, labels: [sourceIn, sourceOut], comments };
}
