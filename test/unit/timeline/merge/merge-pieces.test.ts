import { expect, test } from 'vitest';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Clip, Gap, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { clip, stillMedia, videoTrack } from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import {
  A,
  B,
  C,
  clipsOn,
  cutApart,
  delivered,
  levels,
  linesOn,
  merged,
  namesOf,
  withItems,
  withPiece,
  zoom,
} from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const film: Scene = { id: 'b', picture: 'film' };
const moving = cutOf([A, film, C]);
const marked: Partial<Clip> = { markers: [{ frame: 70, name: 'Here', note: '' }] };
const dissolve: Partial<Clip> = { transition: { style: 'FADE', durationFrames: 10 } };

test.each<readonly [string, Partial<Clip>]>([
  ['framing', zoom([0, 1], [100, 2])],
  ['transition', dissolve],
  ['markers', marked],
  ['speed', { speed: 2 }],
  ['range of the media', { sourceStartFrame: 20 }],
  ['visibility', { isDisabled: true }],
])('asks about a picture that one side split and of which the other changed the %s', (_, more) => {
  const split = withItems(moving, 'Pictures', 1, cutApart(50));
  const changed = cutOf([A, { ...film, more }, C]);
  for (const cuts of [
    { base: moving, ours: split, theirs: changed },
    { base: moving, ours: changed, theirs: split },
  ]) {
    const undecided = merged(cuts);
    expect(namesOf(undecided.conflicts)).toEqual(['split clip 1']);
    expect(undecided.carried).toEqual([]);
    expect(linesOf(undecided.cut)).toEqual(linesOf(cuts.ours));
    const decided = merged(cuts, { 'split clip 1': 'theirs' });
    expect(linesOf(decided.cut)).toEqual(linesOf(cuts.theirs));
  }
});

test('asks about a voice that the editor split and whose level or place the project changed', () => {
  const ours = withItems(delivered, 'Speech', 1, cutApart(50));
  const quieter = cutOf([A, { ...B, voiceMore: levels([0, -12]) }, C]);
  const later = cutOf([A, { ...B, voiceOffset: 10, voiceFrames: 90 }, C]);
  for (const theirs of [quieter, later]) {
    const undecided = merged({ ours, theirs });
    expect(namesOf(undecided.conflicts)).toEqual(['split clip 4']);
    expect(linesOn('Speech', undecided)).toEqual(linesOn('Speech', { ...undecided, cut: ours }));
    const decided = merged({ ours, theirs }, { 'split clip 4': 'theirs' });
    expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
  }
});

test('asks about an effect of the editor on a picture that the project split', () => {
  const unread = [{ format: 'KDENLIVE', name: 'frei0r.glow', source: '<filter/>' }] as const;
  const ours = cutOf([A, { ...film, more: { unread } }, C]);
  const theirs = withItems(moving, 'Pictures', 1, cutApart(50));
  const { cut, conflicts } = merged({ base: moving, ours, theirs });
  expect(namesOf(conflicts)).toEqual(['split clip 1']);
  expect(clipsOn('Pictures', cut)[1]).toMatchObject({ unread });
});

test('asks nothing about a picture that both sides split alike, and once if they split it differently', () => {
  const split = (...frames: readonly number[]): Timeline =>
    withItems(moving, 'Pictures', 1, cutApart(...frames));
  const alike = { base: moving, ours: split(40), theirs: { ...split(40), name: 'Another name' } };
  expect(merged(alike)).toMatchObject({ conflicts: [], carried: [] });
  const zoomed = withItems(moving, 'Pictures', 1, withPiece(40, 1, zoom([0, 2])));
  for (const theirs of [split(70), zoomed]) {
    const cuts = { ...alike, theirs };
    expect(namesOf(merged(cuts).conflicts)).toEqual(['split clip 1']);
    expect(linesOf(merged(cuts, { 'split clip 1': 'theirs' }).cut)).toEqual(linesOf(theirs));
  }
});

test('carries the hole before a picture that the editor split', () => {
  const ours = withItems(delivered, 'Pictures', 1, cutApart(50));
  const spaced = cutOf([A, { ...B, hole: 20 }, C]);
  const { cut, conflicts, carried } = merged({ ours, theirs: spaced });
  expect([namesOf(conflicts), namesOf(carried)]).toEqual([[], ['place clip 1', 'cut clip 6']]);
  expect(linesOf(cut)).toEqual(linesOf(withItems(spaced, 'Pictures', 2, cutApart(50))));
});

test('puts a new voice into the pieces that the editor cut a pause out of, and its new length into the last', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => {
    const [before, , after] = cutApart(40, 60)(voice);
    return before && after ? [before, after, { kind: 'gap', durationFrames: 20 }] : [];
  });
  const result = merged({ ours, theirs: cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]) });
  expect(linesOn('Speech', result)).toEqual([
    'Speech: voice-a 0+100 from 0',
    'Speech: voice-b2 100+40 from 0',
    'Speech: voice-b2 140+80 from 60',
    'Speech: voice-c 240+100 from 0',
  ]);
  expect(namesOf(result.conflicts)).toEqual([]);
  expect(namesOf(result.carried)).toEqual(['cut clip 1', 'cut clip 6', 'media clip 4', 'cut clip 4']);
});

test('leaves out the words of a new voice if the pieces of the delivered one stay', () => {
  const ours = withItems(delivered, 'Speech', 1, cutApart(50));
  const remade: Scene = { ...B, voice: 'b2', words: 'New words', voiceMore: levels([0, -12]) };
  const theirs = cutOf([A, remade, C]);
  const undecided = merged({ ours, theirs });
  expect(namesOf(undecided.conflicts)).toEqual(['split clip 4']);
  expect(linesOf(undecided.cut)).toContain('105+40 Words of b');
  const decided = merged({ ours, theirs }, { 'split clip 4': 'theirs' });
  expect(linesOf(decided.cut)).toContain('105+40 New words');
});

test('lets the last pieces of a picture and its voice follow a longer narration', () => {
  const split = (cut: Timeline): Timeline =>
    withItems(withItems(cut, 'Pictures', 1, cutApart(50)), 'Speech', 1, cutApart(50));
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const { cut, conflicts } = merged({ ours: split(delivered), theirs });
  expect(linesOf(cut)).toEqual(linesOf(split(theirs)));
  expect(conflicts).toEqual([]);
});

test('holds the last frame of new media that are too short for a piece', () => {
  const ours = withItems(moving, 'Pictures', 1, cutApart(20));
  const result = merged({ base: moving, ours, theirs: cutOf([A, { ...film, picture: 'short' }, C]) });
  const pictures = linesOn('Pictures', result).map((line) => line.split(' {')[0]);
  expect(pictures.slice(1, -1)).toEqual([
    'Pictures: short 100+20 from 0',
    'Pictures: short 120+60 from 0',
    'Pictures: short 180+20 from 59',
  ]);
  expect(result.conflicts).toEqual([]);
});

test('asks about a longer picture in pieces without a new narration, or with swapped pieces', () => {
  const longer = cutOf([A, { ...film, frames: 140, voiceFrames: 100 }, C]);
  const narrated = cutOf([A, { ...film, voice: 'b2', frames: 140 }, C]);
  const split = withItems(moving, 'Pictures', 1, cutApart(30, 60));
  const swapped = withItems(moving, 'Pictures', 1, (clip) => cutApart(50)(clip).toReversed());
  for (const [ours, theirs] of [
    [split, longer],
    [swapped, narrated],
  ] as const) {
    const undecided = merged({ base: moving, ours, theirs });
    expect(namesOf(undecided.conflicts)).toEqual(['split clip 1']);
    expect(linesOn('Pictures', undecided).slice(0, -1)).toEqual(
      linesOn('Pictures', { ...undecided, cut: ours }).slice(0, -1),
    );
    const decided = merged({ base: moving, ours, theirs }, { 'split clip 1': 'theirs' });
    expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
  }
});

test('lets the last piece of the music last to a later end, also with other music', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(150));
  for (const music of [{}, { mediaId: 'music2', name: 'music2.wav' }]) {
    const theirs = cutOf([A, B, { ...C, frames: 160 }], music);
    const { cut, conflicts } = merged({ ours, theirs });
    expect(linesOf(cut)).toEqual(linesOf(withItems(theirs, 'Music', 0, cutApart(150))));
    expect(conflicts).toEqual([]);
  }
});

test('keeps what begins with a piece at its place where the whole clip is taken', () => {
  const split = withItems(moving, 'Pictures', 1, cutApart(50));
  const note = { frame: 160, name: 'Here', note: '' };
  const ours = { ...split, markers: [...(split.markers ?? []), note] };
  const theirs = cutOf([A, { ...film, frames: 140, voiceFrames: 100 }, C]);
  const decided = merged({ base: moving, ours, theirs }, { 'split clip 1': 'theirs' });
  expect(decided.cut.markers).toContainEqual(note);
});

/** Cuts off the beginning of a voice and leaves a hole in its place. */
const cutOff =
  (frames: number, more: Partial<Clip> = {}) =>
  (voice: Clip): readonly (Clip | Gap)[] => [
    { kind: 'gap', durationFrames: frames },
    { ...voice, sourceStartFrame: frames, durationFrames: voice.durationFrames - frames, ...more },
  ];

test('moves a project’s levels and markers by what the editor cut off the beginning', () => {
  const ours = withItems(delivered, 'Speech', 1, cutOff(40));
  const markers = (frame: number): Partial<Clip> => ({ markers: [{ frame, name: 'Here', note: '' }] });
  const voiceMore = { ...levels([0, 0], [60, 0], [62, -60]), ...markers(70) };
  const { cut, conflicts } = merged({ ours, theirs: cutOf([A, { ...B, voiceMore }, C]) });
  expect(conflicts).toEqual([]);
  expect(clipsOn('Speech', cut)[1]).toMatchObject({
    ...levels([0, 0], [20, 0], [22, -60]),
    ...markers(30),
    sourceStartFrame: 40,
  });
});

test('leaves a voice at its place where the project’s trim of its beginning is left out', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => [
    { ...voice, durationFrames: 90 },
    { kind: 'gap', durationFrames: 10 },
  ]);
  const theirs = withItems(delivered, 'Speech', 1, cutOff(40));
  const { cut, conflicts } = merged({ ours, theirs });
  expect(namesOf(conflicts)).toEqual(['cut clip 4']);
  expect(linesOf(cut)).toEqual(linesOf(ours));
});

test('moves an editor’s levels by what the project cut off the beginning', () => {
  const ours = cutOf([A, { ...B, voiceMore: levels([0, 0], [60, 0], [62, -60]) }, C]);
  const theirs = withItems(delivered, 'Speech', 1, cutOff(40));
  const { cut } = merged({ ours, theirs });
  expect(clipsOn('Speech', cut)[1]).toMatchObject({
    ...levels([0, 0], [20, 0], [22, -60]),
    sourceStartFrame: 40,
  });
});

test('gives every piece back its part of what the way through a decision list lost', () => {
  const ducked = levels([0, 0], [60, 0], [62, -60]);
  const transition = { style: 'RISE', durationFrames: 10 } as const;
  const moved = { ...zoom([0, 1], [100, 2]), transition };
  const base = cutOf([A, { ...B, more: moved, voiceMore: ducked }, C]);
  const carried = cutOf([A, { ...B, more: { transition: { ...transition, style: 'FADE' } } }, C]);
  const withFirstTransition = (picture: Clip): readonly Clip[] =>
    cutApart(50)(picture).map(({ transition: into, ...piece }, index) =>
      index === 0 && into ? { ...piece, transition: into } : piece,
    );
  const split = withItems(carried, 'Pictures', 1, withFirstTransition);
  const ours = withItems(split, 'Speech', 1, cutApart(50));
  const theirs = cutOf([A, { ...B, more: moved, voiceMore: ducked }, { ...C, picture: 'x' }]);
  const lost = { formats: ['EDL'], lacking: { captions: true, markers: true } } as const;
  const { cut, conflicts } = merged({ base, ours, theirs }, {}, lost);
  expect(conflicts).toEqual([]);
  const [pictures, voices] = ['Pictures', 'Speech'].map((name) => clipsOn(name, cut).slice(1, 3));
  expect(pictures?.map(({ transition: into }) => into)).toEqual([transition, undefined]);
  expect(pictures).toMatchObject([zoom([0, 1], [49, 1.49]), zoom([0, 1.5], [50, 2])]);
  expect(voices).toMatchObject([levels([0, 0]), levels([0, 0], [10, 0], [12, -60])]);
});

test('puts an added scene after the last piece of the one that it follows', () => {
  const own = clip(stillMedia('own'), 30);
  const x: Scene = { id: 'x' };
  for (const pieces of [
    cutApart(40),
    (whole: Clip) => cutApart(40)(whole).flatMap((piece, index) => (index === 0 ? [piece, own] : [piece])),
  ]) {
    const media = [...delivered.media, stillMedia('own')];
    const ours = withItems({ ...delivered, media }, 'Pictures', 1, pieces);
    const result = merged({ ours, theirs: cutOf([A, B, x, C]) });
    const order = (one: Timeline): readonly string[] =>
      clipsOn('Pictures', one).map(({ mediaId }) => mediaId);
    expect(order(result.cut)).toEqual(order(ours).toSpliced(-1, 0, 'x'));
  }
});

test('puts an added scene after all pieces of a clip that the editor also lengthened', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  for (const scene of [B, film])
    for (const [frames, ...cuts] of [
      [109, 54],
      [130, 40, 80],
    ] as const) {
      const longer = cutOf([A, { ...scene, frames, voiceFrames: 100 }, C]);
      const ours = withItems(longer, 'Pictures', 1, cutApart(...cuts));
      const theirs = cutOf([A, scene, { id: 'x' }, C]);
      const { cut } = merged({ base: cutOf([A, scene, C]), ours, theirs });
      const pieces = [...cuts, frames].map(() => scene.picture ?? 'b');
      expect(clipsOn('Pictures', cut).map(({ mediaId }) => mediaId)).toEqual(['a', ...pieces, 'x', 'c']);
    }
});

test('puts an added scene after a piece that the editor left in place where another was moved away', () => {
  const A2 = { id: 'a' };
  const B2 = { id: 'b', picture: 'film' };
  const C2 = { id: 'c' };
  const base = cutOf([A2, B2, C2]);
  const ours = {
    ...base,
    tracks: base.tracks.map((track) => {
      const [a, b, c] = track.items;
      if (track.name !== 'Pictures' || !a || b?.kind !== 'clip' || !c) return track;
      const [first, second] = cutApart(40)(b);
      return first && second ? { ...track, items: [a, first, c, second] } : track;
    }),
  };
  const { cut } = merged({ base, ours, theirs: cutOf([A2, B2, { id: 'x' }, C2]) });
  expect(clipsOn('Pictures', cut).map(({ mediaId }) => mediaId)).toEqual(['a', 'film', 'x', 'c', 'film']);
});

/** Lays a badge over the pictures of a cut. */
function withBadge(cut: Timeline, startFrame: number, frames: number): Timeline {
  const media = stillMedia('badge');
  const badge = videoTrack('Badge', ...itemsOfPlacements([{ startFrame, clip: clip(media, frames) }]));
  const [pictures, ...sounds] = cut.tracks;
  return { ...cut, media: [...cut.media, media], tracks: pictures ? [pictures, badge, ...sounds] : [] };
}

test('keeps a clip of the editor over a piece where the project’s pieces are taken', () => {
  const theirs = withItems(delivered, 'Pictures', 1, cutApart(50));
  for (const [startFrame, frames] of [
    [165, 30],
    [165, 90],
  ] as const) {
    const ours = withBadge(withItems(delivered, 'Pictures', 1, cutApart(30, 60)), startFrame, frames);
    const badge = `Badge: badge ${String(startFrame)}+${String(frames)} from 0`;
    for (const choice of ['ours', 'theirs'] as const)
      expect(linesOn('Badge', merged({ ours, theirs }, { 'split clip 1': choice }))).toEqual([badge]);
  }
});

test('keeps a clip that the project adds over a piece where the editor’s picture is taken', () => {
  const theirs = withBadge(withItems(delivered, 'Pictures', 1, cutApart(50)), 155, 30);
  const result = merged({ ours: cutOf([A, { ...B, frames: 90 }, C]), theirs });
  expect(linesOn('Badge', result)).toEqual(['Badge: badge 155+30 from 0']);
  expect(namesOf(result.conflicts)).toEqual(['split clip 1']);
});

test('keeps a clip of the editor over the same frames where the project’s picture is taken whole', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withBadge(withItems(base, 'Pictures', 1, cutApart(50)), 160, 30);
  const theirs = cutOf([A, { ...film, frames: 80, more: { sourceStartFrame: 20 } }, C]);
  const result = merged({ base, ours, theirs }, { 'split clip 1': 'theirs' });
  expect(linesOn('Badge', result)).toEqual(['Badge: badge 140+30 from 0']);
});

test('keeps a clip that the project adds over a picture that the editor put on another track', () => {
  const [pictures, ...sounds] = delivered.tracks;
  const [a, b, c] = pictures?.items ?? [];
  if (!pictures || !a || !b || !c) throw new Error('The delivered cut lacks pictures.');
  const gap: Gap = { kind: 'gap', durationFrames: 100 };
  const tracks = [{ ...pictures, items: [a, gap, c] }, videoTrack('Upper', gap, b), ...sounds];
  const result = merged({ ours: { ...delivered, tracks }, theirs: withBadge(delivered, 110, 30) });
  expect(linesOn('Badge', result)).toEqual([expect.stringMatching(/\+30 from 0$/)]);
});
