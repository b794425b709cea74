import { expect, test } from 'vitest';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import type { Clip, Gap, MediaReference, Timeline } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  gap,
  stillMedia,
  timelineOf,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';

const [lamp, quay, boat, pier] = ['lamp', 'quay', 'boat', 'pier'].map((id) => stillMedia(id)) as [
  MediaReference,
  MediaReference,
  MediaReference,
  MediaReference,
];
const film = videoMedia('film', 1_000);
const first = audioMedia('first', 400, 1);
const media = [lamp, quay, boat, pier, film, first];

const cutOf = (items: readonly (Clip | Gap)[], ...sounds: readonly (readonly (Clip | Gap)[])[]): Timeline =>
  timelineOf({
    media,
    tracks: [
      videoTrack('V', ...items),
      ...sounds.map((some, index) => audioTrack(`A${String(index + 1)}`, 'dialogue', ...some)),
    ],
  });

const sentences = (before: Timeline, after: Timeline): readonly string[] =>
  diffCuts(before, after).edits.map(({ message }) => sentenceOf(message));

const part = (sourceStartFrame: number, frames = 100): Clip => clip(film, frames, { sourceStartFrame });

test('two parts of one file that change places were moved, not slipped', () => {
  expect(sentences(cutOf([part(0), part(50)]), cutOf([part(50), part(0)]))).toEqual([
    'Scene 1 moved after scene 2',
  ]);
});

test('two uses of one still of different lengths that change places were moved, not trimmed', () => {
  const short = clip(lamp, 50);
  const long = clip(lamp, 120);
  expect(sentences(cutOf([short, long]), cutOf([long, short]))).toEqual(['Scene 1 moved after scene 2']);
});

test('a part of a file that was not there before is another picture, however often the file is used', () => {
  const { edits } = diffCuts(cutOf([part(0), part(100)]), cutOf([part(0), part(300)]));
  expect(edits.map(({ kind }) => kind)).toEqual(['replaced']);
});

test('uses of one still are known by where those around them went', () => {
  const rest = [clip(boat, 50), clip(lamp, 50), clip(pier, 50), clip(lamp, 50)];
  expect(sentences(cutOf([clip(quay, 200), clip(lamp, 50), ...rest]), cutOf(rest))).toEqual([
    'Scene 1 removed',
    'Scene 2 removed',
  ]);
});

test('media are the same where the editor wrote the accents of their name in parts', () => {
  const cut = (location: string, fileName: string): Timeline => {
    const one = { ...lamp, location, fileName };
    return timelineOf({ media: [one], tracks: [videoTrack('V', clip(one, 50))] });
  };
  const name = 'Caf\u00e9.png';
  expect(sentences(cut(name, name), cut('moved', name.normalize('NFD')))).toEqual([]);
});

test('of one sound on two tracks, the one that is gone is removed and the other stays', () => {
  const pictures = [clip(lamp, 90)];
  const before = cutOf(pictures, [clip(first, 90)], [clip(first, 90)]);
  const after = cutOf(pictures, [], [clip(first, 90)]);
  expect(sentences(before, after)).toEqual(['Scene 1: sound “first.wav” removed']);
});

test('of very many uses of one still, one that is gone is told alone', () => {
  const uses = Array.from({ length: 150 }, (_, index) => clip(lamp, 50 + index));
  const left = uses.filter((_, index) => index !== 3);
  expect(sentences(cutOf(uses), cutOf(left))).toEqual(['Scene 4 removed']);
});

test('a sound that begins long before the picture it is linked with goes along with it', () => {
  const linked = { linkId: 'scene 3' };
  const one = clip(lamp, 100);
  const two = clip(pier, 100);
  const three = clip(quay, 100, linked);
  const last = clip(boat, 200);
  const before = cutOf([one, two, three, last], [gap(50), clip(first, 200, linked)]);
  const after = cutOf([one, two, last, three], [gap(250), clip(first, 200, linked)]);
  expect(sentences(before, after)).toEqual(['Scene 3 moved after scene 4']);
});

test.each([
  ['to the front of the film', [part(160, 40), clip(lamp, 100), clip(quay, 100), part(100, 60)]],
  ['before the rest of it', [clip(lamp, 100), clip(quay, 100), part(160, 40), part(100, 60)]],
])('items at the start of a picture stay with it where its end is put %s', (_, returned) => {
  const cut = (items: readonly Clip[], frame: number): Timeline => ({
    ...cutOf(items, [gap(frame), clip(first, 60)]),
    markers: [{ frame: frame + 10, name: 'Note', note: '' }],
  });
  const delivered = cut([clip(lamp, 100), clip(quay, 100), part(100)], 200);
  expect(sentences(delivered, cut(returned, 240))).toEqual(['Scene 1: picture “film.mp4” cut into 2 pieces']);
});

test('a transition goes with the picture it came from', () => {
  const dissolve = { transition: { style: 'FADE', durationFrames: 10 } } as const;
  const before = cutOf([clip(lamp, 100), clip(quay, 100, dissolve), clip(boat, 100)]);
  expect(sentences(before, cutOf([clip(quay, 100), clip(boat, 100)]))).toEqual(['Scene 1 removed']);
});

test('files of one name are known by their place, and those of one stem by their whole name', () => {
  const [day, night] = ['monday/take.mp4', 'tuesday/take.mp4'].map((location) => ({
    ...videoMedia(location, 400),
    fileName: 'take.mp4',
    location,
  }));
  const [whole, proxy] = ['pier.mp4', 'pier.mov'].map((fileName) => ({
    ...videoMedia(fileName, 400),
    fileName,
    location: fileName,
  }));
  if (!day || !night || !whole || !proxy) throw new Error('There are four files.');
  const renamedCut = (idOf: (id: string) => string, folder: string, ...four: MediaReference[]): Timeline =>
    timelineOf({
      media: four.map((one) => ({
        ...one,
        mediaId: idOf(one.mediaId),
        location: one === day || one === night ? one.location : `${folder}${one.location}`,
      })),
      tracks: [videoTrack('V', ...four.map((one) => clip({ ...one, mediaId: idOf(one.mediaId) }, 50)))],
    });
  const before = renamedCut((id) => id, '', day, night, whole, proxy);
  const after = renamedCut((id) => `r ${id}`, 'Edit/', night, day, proxy, whole);
  expect(sentences(before, after)).toEqual(['Scene 1 moved after scene 2', 'Scene 3 moved after scene 4']);
});

test('uses of one still that are all far from where they were are known by what is beside them', () => {
  const rest = [clip(quay, 100), clip(lamp, 100), clip(boat, 100), clip(quay, 100), clip(boat, 100)];
  expect(sentences(cutOf([clip(lamp, 100), ...rest]), cutOf([clip(pier, 1_000), ...rest]))).toEqual([
    'Scene 1 removed',
    'Scene 1: picture “pier.png” added',
  ]);
});

test('a sound linked to a picture that was moved replaces the one linked to it before', () => {
  const voices = ['one', 'two', 'three', 'other'].map((id) => audioMedia(id, 400, 1));
  const scene = (picture: MediaReference, voice: number, frames = 100): readonly [Clip, Clip] => {
    const linkId = picture.mediaId;
    const sound = voices[voice] ?? first;
    return [clip(picture, frames, { linkId }), clip(sound, frames, { linkId })];
  };
  const cutOfScenes = (...scenes: readonly (readonly [Clip, Clip])[]): Timeline => ({
    ...cutOf(
      scenes.map(([picture]) => picture),
      scenes.map(([, sound]) => sound),
    ),
    media: [...media, ...voices],
  });
  const before = cutOfScenes(scene(lamp, 0), scene(quay, 1), scene(boat, 2));
  const after = cutOfScenes(scene(boat, 3, 140), scene(lamp, 0), scene(quay, 1));
  expect(sentences(before, after)).toEqual([
    'Scene 3 moved to the beginning',
    'Scene 3: picture “boat.png” lengthened by 1.33 s at its end',
    'Scene 3: sound “three.wav” replaced by “other.wav”',
  ]);
});
