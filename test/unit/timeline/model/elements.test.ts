import { expect, test } from 'vitest';
import { elementsOf } from '../../../../src-timeline/model/elements.ts';
import type { Clip, MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { sampleTimeline } from '../../../fakes/sample-project.ts';

const sample = sampleTimeline((name) => name);

/** Returns the timeline as a service without its own IDs would write it. */
function withCountedIds({ media, tracks, ...timeline }: Timeline): Timeline {
  const ids = new Map(media.map(({ mediaId }, index) => [mediaId, `r${String(index + 2)}`]));
  const idOf = (mediaId: string): string => ids.get(mediaId) ?? '';
  return {
    ...timeline,
    media: media.map((one) => ({ ...one, mediaId: idOf(one.mediaId) })),
    tracks: tracks.map((track) => ({
      ...track,
      items: track.items.map((item) =>
        item.kind === 'gap' ? item : { ...item, mediaId: idOf(item.mediaId), linkId: null },
      ),
    })),
  };
}

function namesOf(timeline: Timeline): (readonly [string, number | null])[] {
  return [...elementsOf(timeline).values()].map(({ elementId, scene }) => [elementId, scene]);
}

test('elements have the ids of their document, and without any those of their place', () => {
  expect(namesOf(sample).slice(0, 3)).toEqual([
    ['still-0', 1],
    ['speech-0', 1],
    ['still-1', 2],
  ]);
  expect(namesOf(withCountedIds(sample))).toEqual(
    [1, 2, 3].flatMap((scene) => [
      [`scene-0${String(scene)}-picture`, scene],
      [`scene-0${String(scene)}-speech`, scene],
    ]),
  );
});

test('two pictures over one voice are one scene, and what covers several scenes belongs to none', () => {
  const [picture, ...pictures] = (sample.tracks[0]?.items ?? []) as Clip[];
  if (!picture) throw new Error('The sample has no pictures.');
  const half = { ...picture, durationFrames: picture.durationFrames / 2 };
  const [still] = sample.media;
  const logo: MediaReference = { ...(still as MediaReference), mediaId: 'r99', fileName: 'logo.png' };
  const over: Clip = { ...picture, mediaId: 'r99', linkId: null, note: null, durationFrames: 180 };
  const second = { ...half, mediaId: 'r98' };
  const timeline: Timeline = {
    ...sample,
    media: [...sample.media, logo, { ...logo, mediaId: 'r98' }, { ...logo, mediaId: 'r97' }],
    tracks: [
      { kind: 'video', name: 'Pictures', role: 'video', items: [half, second, ...pictures] },
      { kind: 'video', name: 'Logo', role: 'video', items: [over] },
      ...sample.tracks.slice(1),
    ],
  };
  const names = namesOf(timeline);
  expect(names.slice(2, 4)).toEqual([
    ['still-1', 2],
    ['speech-1', 2],
  ]);
  expect(names.slice(-3)).toEqual([
    ['overlay', null],
    ['scene-01-picture', 1],
    ['unused', null],
  ]);
});
