import type { Loss } from '../../../../src-timeline/model/losses.ts';
import type { ItemWithoutMedia, Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';

type ItemLoss = Extract<Loss, 'TITLES_AS_MARKERS' | 'FOREIGN_ITEMS'>;
type Test = (item: ItemWithoutMedia) => boolean;

const isOf =
  (format: TimelineFormat): Test =>
  ({ source }) =>
    source?.format === format;
const isTitle: Test = ({ kind, words }) => kind === 'title' && !!words;
const isForeignTitle =
  (format: TimelineFormat): Test =>
  (item) =>
    isTitle(item) && !isOf(format)(item);

function withoutItems(timeline: Timeline, isLost: Test): Timeline {
  const { itemsWithoutMedia = [], ...bare } = timeline;
  const left = itemsWithoutMedia.filter((item) => !isLost(item));
  return left.length > 0 ? { ...bare, itemsWithoutMedia: left } : bare;
}

/** Predicts what each format makes of items without media, by loss. */
export const itemLosses: Readonly<
  Record<ItemLoss, (timeline: Timeline, format: TimelineFormat) => Timeline>
> = {
  TITLES_AS_MARKERS: (timeline, format) => {
    const titles = (timeline.itemsWithoutMedia ?? []).filter(isForeignTitle(format));
    const marked = titles.map(({ startFrame, durationFrames, words }) => ({
      frame: startFrame,
      durationFrames,
      name: (words ?? '').split('\n').join(' '),
      note: '',
    }));
    const markers = [...(timeline.markers ?? []), ...marked].toSorted((a, b) => a.frame - b.frame);
    const left = withoutItems(timeline, isForeignTitle(format));
    return marked.length > 0 ? { ...left, markers } : left;
  },
  FOREIGN_ITEMS: (timeline, format) =>
    withoutItems(timeline, (item) => !isTitle(item) && !isOf(format)(item)),
};
