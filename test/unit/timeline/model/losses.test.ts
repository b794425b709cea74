import { expect, test } from 'vitest';
import { carriesItem, type Loss, losses, lossesOf } from '../../../../src-timeline/model/losses.ts';
import type { Timeline, TimelineFormat } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  itemWithoutMedia,
  stillMedia,
  timelineOf,
  videoTrack,
} from '../formats/sample-timelines.ts';

const still = stillMedia('still');
const music = audioMedia('music', 200, 2);

/** Contains one item of every kind that some format loses. */
const rich = timelineOf({
  media: [{ ...still, isTransparent: true }, music, stillMedia('unused')],
  tracks: [
    videoTrack(
      'Pictures',
      clip(still, 50, { note: 'one' }),
      clip(still, 50, {
        transition: { style: 'POP', durationFrames: 9, framesBeforeCut: 3 },
        motion: [{ frame: 0, scale: 2, x: 0, y: 0 }],
        fades: { inFrames: 3, outFrames: 0 },
        isDisabled: true,
      }),
    ),
    videoTrack(
      'Logo',
      clip(still, 50),
      clip(still, 9, { transition: { style: 'FADE', durationFrames: 4 }, linkId: 'a' }),
    ),
    audioTrack(
      'Music',
      'music',
      clip(music, 30, {
        sourceStartFrame: 1,
        speed: 2,
        levels: [{ frame: 0, levelDb: -6 }],
        linkId: 'a',
        markers: [{ frame: 1, name: 'beat', note: '' }],
        unread: [
          { format: 'EDL', name: 'own', source: '' },
          { format: 'KDENLIVE', name: 'blur', source: '' },
        ],
      }),
    ),
  ],
  captionTracks: [
    {
      languageCode: 'en',
      captions: [0, 10].map((startFrame) => ({ startFrame, durationFrames: 10, lines: ['x'] })),
    },
  ],
  markers: [{ frame: 0, name: 'Scene', note: 'One' }],
  itemsWithoutMedia: [
    itemWithoutMedia({ kind: 'title', words: 'Harbour lights' }),
    itemWithoutMedia({ kind: 'generator', source: { format: 'OTIO', text: '{}' } }),
  ],
});

const formats = Object.keys(losses) as TimelineFormat[];

test('losses of a format are named for the cuts that have such items, and for no others', () => {
  const plain: Timeline = {
    ...rich,
    media: [still],
    tracks: [videoTrack('Pictures')],
    captionTracks: [],
    markers: [],
    itemsWithoutMedia: [],
  };
  for (const format of formats) {
    expect(lossesOf({ ...plain, tracks: [], media: [] }, format)).toEqual([]);
    const said = lossesOf(rich, format);
    const silent = ['CLIP_NAMES', 'TRACK_ENDS', 'EMPTY_TRACKS', 'BACKGROUND_ROLES', 'MARKER_NOTES'];
    const expected = losses[format].filter((loss) => !silent.includes(loss));
    const hasOwn = format === 'EDL' || format === 'KDENLIVE';
    const isAbsent = (loss: Loss): boolean =>
      (loss === 'OWN_EFFECTS' && !hasOwn) || (loss === 'FOREIGN_ITEMS' && format === 'OTIO');
    expect(said).toEqual(expected.filter((loss) => !isAbsent(loss)));
  }
});

test('a title is lost by the format of another program even if its own format holds it', () => {
  const title = itemWithoutMedia({
    kind: 'title',
    words: 'Harbour lights',
    source: { format: 'KDENLIVE', text: '<p/>' },
  });
  const withTitle = { ...rich, itemsWithoutMedia: [title] };
  for (const format of formats) {
    const isOwn = format === 'KDENLIVE';
    const expected = losses[format].filter((loss) => !isOwn && loss === 'TITLES_AS_MARKERS');
    expect(lossesOf(withTitle, format).filter((loss) => /ITEMS|TITLES/.test(loss))).toEqual(expected);
    expect(carriesItem(title, format)).toBe(expected.length === 0);
  }
});
