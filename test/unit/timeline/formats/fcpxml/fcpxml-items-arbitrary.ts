import fc from 'fast-check';
import type { ItemWithoutMedia, Timeline } from '../../../../../src-timeline/model/timeline.ts';

/** Name of titles that came in another format. */
export const foreignName = 'of another format';

const title = (content: string): string =>
  `<effect id="id-1" name="Basic Title" uid="basic"/><title ref="id-1" start="0s"><text><text-style ref="id-2">${content}</text-style></text><text-style-def id="id-2"><text-style font="Helvetica"/></text-style-def></title>`;

type Content = Pick<ItemWithoutMedia, 'kind' | 'words' | 'source'> & { readonly name?: string };

const own = (kind: ItemWithoutMedia['kind'], text: string, words: string | null = null): Content => ({
  kind,
  words,
  source: { format: 'FCPXML', text },
});

const contents: readonly Content[] = [
  own('title', title('Mina &amp; Jo\nsecond line'), 'Mina & Jo\nsecond line'),
  own('title', title('東京'), '東京'),
  own(
    'colour',
    '<effect id="id-1" name="Vivid" uid=".../Generators.localized/Solids.localized/Vivid.motn"/><video ref="id-1"/>',
  ),
  own('generator', '<effect id="id-1" name="Clouds" uid="clouds"/><video ref="id-1" start="0s"/>'),
  own(
    'image-sequence',
    '<asset id="id-1" name="Render" start="0s" duration="10s" hasVideo="1"><media-rep src="file:///m/f_%5B01-99%5D.exr"/></asset><asset-clip ref="id-1"/>',
  ),
  { kind: 'title', words: 'Harbour\nlights', name: foreignName, source: { format: 'OTIO', text: '{}' } },
  { kind: 'title', words: 'Pier', name: foreignName, source: null },
  { kind: 'graphic', words: null, source: { format: 'PREMIERE_XML', text: '<clipitem/>' } },
  { kind: 'missing-media', words: null, source: null },
];

interface Hole {
  readonly trackIndex: number | null;
  readonly startFrame: number;
  readonly durationFrames: number;
}

/** Returns the holes of picture tracks, with those after their ends, and places above all tracks. */
function holesOf({ tracks }: Timeline): readonly Hole[] {
  const onTracks = tracks.flatMap(({ kind, items }, trackIndex) => {
    let startFrame = 0;
    const holes = [...items, { kind: 'gap' as const, durationFrames: 200 }].flatMap((item) => {
      const hole = { trackIndex, startFrame, durationFrames: item.durationFrames };
      startFrame += item.durationFrames;
      return item.kind === 'gap' ? [hole] : [];
    });
    return kind === 'video' ? holes : [];
  });
  return [
    ...onTracks,
    ...[0, 10].map((startFrame) => ({ trackIndex: null, startFrame, durationFrames: 500 })),
  ];
}

function itemIn(hole: Hole): fc.Arbitrary<ItemWithoutMedia> {
  return fc
    .record({
      content: fc.constantFrom(...contents),
      name: fc.string({ minLength: 1, maxLength: 12 }),
      start: fc.nat(hole.durationFrames - 1),
      length: fc.integer({ min: 1, max: hole.durationFrames }),
      isDisabled: fc.boolean(),
    })
    .map(({ content, name, start, length, isDisabled }) => ({
      name,
      trackKind: 'video' as const,
      trackIndex: hole.trackIndex,
      ...content,
      startFrame: hole.startFrame + start,
      durationFrames: Math.min(length, hole.durationFrames - start),
      ...(isDisabled && { isDisabled }),
    }));
}

/** Adds items without media in the holes of a timeline, at most one in each. */
export function withItemsForFcpxml(timeline: Timeline): fc.Arbitrary<Timeline> {
  const holes = holesOf(timeline);
  return fc
    .subarray([...holes], { maxLength: Math.min(5, holes.length) })
    .chain((chosen) => fc.tuple(...chosen.map(itemIn)))
    .map((items) => ({
      ...timeline,
      itemsWithoutMedia: items.toSorted((a, b) => a.startFrame - b.startFrame),
    }));
}
