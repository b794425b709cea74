import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import { losses } from '../../../../src-timeline/model/losses.ts';
import type { ItemWithoutMedia, Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import { writtenAndRead } from '../formats/document-formats.ts';
import {
  clip,
  gap,
  itemWithoutMedia,
  rates,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const stills = [stillMedia('pier'), stillMedia('boat'), stillMedia('quay')] as const;
const [pier, boat, quay] = stills;

const title = (startFrame: number, more: Partial<ItemWithoutMedia> = {}): ItemWithoutMedia =>
  itemWithoutMedia({ kind: 'title', name: 'Basic Title', words: 'Harbour lights', startFrame, ...more });

/** Three scenes of 5 s with a title over the second. */
const delivered = timelineOf({
  frameRate: rates[25],
  media: stills,
  tracks: [videoTrack('Pictures', clip(pier, 125), clip(boat, 125), clip(quay, 125))],
  itemsWithoutMedia: [title(130)],
});

const withItems = (...itemsWithoutMedia: ItemWithoutMedia[]): Timeline => ({
  ...delivered,
  itemsWithoutMedia,
});

const sentences = (after: Timeline, before = delivered, formats: TimelineFormat[] = []): readonly string[] =>
  diffCuts(before, after, { formats }).edits.map(({ message }) => sentenceOf(message));

test('names an added item by its kind, its words, its place and its length', () => {
  expect(sentences(withItems(title(125)), withItems())).toEqual([
    'Title “Harbour lights” added at 0:05, 3 s',
  ]);
});

test('says of an added item that it is switched off', () => {
  expect(sentences(withItems(title(125, { isDisabled: true })), withItems())).toEqual([
    'Title “Harbour lights” added at 0:05, 3 s',
    'Title “Harbour lights” switched off',
  ]);
});

test.each([
  ['title', 'Title'],
  ['generator', 'Generator'],
  ['colour', 'Color clip'],
  ['adjustment', 'Adjustment layer'],
  ['graphic', 'Graphic'],
  ['image-sequence', 'Image sequence'],
  ['missing-media', 'Clip without media'],
  ['unreadable', 'Unreadable item'],
  ['other', 'Item'],
] as const)('names an added item of the kind %s by its name where it has no words', (kind, name) => {
  const item = itemWithoutMedia({ kind, name: 'Smoke', startFrame: 0, durationFrames: 50 });
  expect(sentences(withItems(item), withItems())).toEqual([`${name} “Smoke” added at 0:00, 2 s`]);
  const nameless = { ...item, name: '' };
  expect(sentences(withItems(nameless), withItems())).toEqual([`${name} added at 0:00, 2 s`]);
});

test('tells which item was removed, moved, trimmed, rewritten or switched off', () => {
  expect(sentences(withItems())).toEqual(['Title “Harbour lights” removed at 0:05, 3 s']);
  expect(sentences(withItems(title(155)))).toEqual(['Title “Harbour lights” starts 25 frames later']);
  expect(sentences(withItems(title(130, { durationFrames: 50 })))).toEqual([
    'Title “Harbour lights” shortened by 1 s at its end',
  ]);
  expect(sentences(withItems(title(105, { durationFrames: 100 })))).toEqual([
    'Title “Harbour lights” lengthened by 1 s at its start',
  ]);
  expect(sentences(withItems(title(130, { words: 'Pier\nat night' })))).toEqual([
    'Title “Harbour lights” is now “Pier at night”',
  ]);
  expect(sentences(withItems(title(130, { isDisabled: true })))).toEqual([
    'Title “Harbour lights” switched off',
  ]);
});

test('finds an item unchanged that moved along with its picture', () => {
  const after: Timeline = {
    ...withItems(title(105)),
    tracks: [videoTrack('Pictures', clip(pier, 100), clip(boat, 125), clip(quay, 125))],
  };
  expect(sentences(after)).toEqual(['Scene 1 shortened by 1 s at its end']);
});

test('tells once that an item was put between two pictures', () => {
  const after: Timeline = {
    ...withItems(
      title(205),
      itemWithoutMedia({ kind: 'colour', name: 'black', trackIndex: 0, startFrame: 125 }),
    ),
    tracks: [videoTrack('Pictures', clip(pier, 125), gap(75), clip(boat, 125), clip(quay, 125))],
  };
  expect(sentences(after)).toEqual(['Color clip “black” added at 0:05, 3 s']);
  expect(sentences(delivered, after)).toEqual(['Color clip “black” removed at 0:05, 3 s']);
});

test('tells which of several items with the same words is missing', () => {
  const before = withItems(title(0, { durationFrames: 25 }), title(130), title(260));
  const { edits } = diffCuts(before, withItems(title(0, { durationFrames: 25 }), title(260)));
  expect(edits.map(({ before: span }) => span)).toEqual([{ startFrame: 130, endFrame: 205 }]);
});

test('counts times in the frames of the delivered cut', () => {
  const after: Timeline = {
    ...withItems(title(312, { durationFrames: 180 })),
    frameRate: rates[60],
    tracks: [videoTrack('Pictures', clip(pier, 300), clip(boat, 300), clip(quay, 300))],
  };
  expect(sentences(after)).toEqual(['Frame rate 60, was 25']);
});

test('states items that the formats on the way cannot hold as their losses', () => {
  const smoke = itemWithoutMedia({ kind: 'generator', name: 'Smoke', startFrame: 130 });
  const lost = 'Not carried by the format: foreign items';
  expect(sentences(withItems(), withItems(smoke), ['EDL'])).toEqual([lost]);
  const own: ItemWithoutMedia = { ...smoke, source: { format: 'FCPXML', text: '<video/>' } };
  expect(sentences(withItems(), withItems(own), ['EDL'])).toEqual([lost]);
  expect(sentences(withItems(), delivered, ['EDL'])).toEqual([
    'Not carried by the format: titles as markers',
  ]);
});

test('does not tell that a title is on again where the format cannot switch it off', () => {
  const off = withItems(title(130, { isDisabled: true, source: { format: 'SHOTCUT', text: '<entry/>' } }));
  const on = withItems(title(130));
  expect(sentences(on, off, ['SHOTCUT'])).toEqual([]);
  expect(sentences(on, off, ['KDENLIVE', 'SHOTCUT']).filter((one) => one.includes('switched'))).toEqual([]);
  expect(sentences(off, on, ['SHOTCUT'])).toContain('Title “Harbour lights” switched off');
});

test('counts several changed items in the summary', () => {
  const { summary } = diffCuts(delivered, withItems(title(0), title(130), title(260)));
  expect(summary.map(sentenceOf)).toEqual(['2 titles and other items changed']);
});

test.each(Object.keys(losses) as TimelineFormat[])(
  'An untouched title of a delivery by %s is not told',
  (format) => {
    const film = videoMedia('film', 200);
    const delivered = timelineOf({
      frameRate: rates[25],
      media: [film],
      tracks: [videoTrack('Pictures', clip(film, 200)), videoTrack('Titles', gap(200))],
      itemsWithoutMedia: [
        itemWithoutMedia({
          kind: 'title',
          words: 'Harbour lights',
          trackIndex: 1,
          startFrame: 50,
          durationFrames: 40,
        }),
      ],
    });
    const returned = writtenAndRead(delivered, format);
    const edits = diffCuts(delivered, returned, { formats: [format] }).edits;
    expect(edits.filter(({ kind }) => kind !== 'format-loss')).toEqual([]);
    // Read again, its title is one of the format itself.
    const again = writtenAndRead(returned, format);
    expect(diffCuts(returned, again, { formats: [format] }).edits).toEqual([]);
  },
);
