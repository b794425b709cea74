import type { StayingItem } from '../../../src-shared/contract/return.ts';
import { messageOfItem } from '../../../src-timeline/diff/messages.ts';
import { formatsWithoutItem } from '../../../src-timeline/model/losses.ts';
import type { Timeline } from '../../../src-timeline/model/timeline.ts';
import { spoken } from './shown-edit.ts';

/** Lists the items without media that some format cannot hold. */
export function stayingOf({ itemsWithoutMedia = [], frameRate }: Timeline): StayingItem[] {
  return itemsWithoutMedia.flatMap((item) => {
    const formats = [...formatsWithoutItem(item)];
    return formats.length > 0 ? { sentence: spoken(messageOfItem(item, frameRate)), formats } : [];
  });
}
