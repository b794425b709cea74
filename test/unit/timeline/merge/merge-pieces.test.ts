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

test('takes the project’s voice once where the editor had cut a pause out of it', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => {
    const [before, , after] = cutApart(40, 60)(voice);
    return before && after ? [before, after, { kind: 'gap', durationFrames: 20 }] : [];
  });
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const undecided = merged({ ours, theirs });
  expect(namesOf(undecided.conflicts)).toEqual(['media clip 4']);
  expect(linesOn('Speech', undecided)).toEqual([
    'Speech: voice-a 0+100 from 0',
    'Speech: voice-b 100+40 from 0',
    'Speech: voice-b 140+40 from 60',
    'Speech: voice-c 240+100 from 0',
  ]);
  const decided = merged({ ours, theirs }, { 'media clip 4': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('takes the project’s voice from where it was delivered where the editor had cut off its beginning too', () => {
  const ours = withItems(delivered, 'Speech', 1, (voice) => {
    const [, first, , last] = cutApart(10, 40, 60)(voice);
    const hole = (durationFrames: number): Gap => ({ kind: 'gap', durationFrames });
    return first && last ? [hole(10), first, hole(20), last] : [];
  });
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const decided = merged({ ours, theirs }, { 'media clip 4': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('lets the last piece of a picture follow a longer narration', () => {
  const ours = withItems(delivered, 'Pictures', 1, cutApart(50));
  const { cut, conflicts } = merged({ ours, theirs: cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]) });
  const expected = withItems(cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]), 'Pictures', 1, cutApart(50));
  expect(linesOf(cut)).toEqual(linesOf(expected));
  expect(conflicts).toEqual([]);
});

test('asks once about a picture in pieces that the project made longer, and takes it whole', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withItems(base, 'Pictures', 1, cutApart(30, 60));
  const longer = (scene: Scene): Scene => ({ ...scene, frames: 140, voiceFrames: 100 });
  const theirs = cutOf([A, longer(film), C]);
  const undecided = merged({ base, ours, theirs });
  expect(namesOf(undecided.conflicts)).toEqual(['cut clip 1']);
  expect(linesOn('Pictures', undecided)).toEqual(linesOn('Pictures', { ...undecided, cut: ours }));
  const decided = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
  expect(linesOf(decided.cut)).toEqual(linesOf(theirs));
});

test('keeps what begins with a piece at its place where the whole clip is taken', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const split = withItems(base, 'Pictures', 1, cutApart(50));
  const note = { frame: 160, name: 'Here', note: '' };
  const ours = { ...split, markers: [...(split.markers ?? []), note] };
  const theirs = cutOf([A, { ...film, frames: 140, voiceFrames: 100 }, C]);
  const decided = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
  expect(decided.cut.markers).toContainEqual(note);
});

test('lets the last piece of the music go on to a later end', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(150));
  const { cut, conflicts } = merged({ ours, theirs: cutOf([A, B, { ...C, frames: 160 }]) });
  const expected = withItems(cutOf([A, B, { ...C, frames: 160 }]), 'Music', 0, cutApart(150));
  expect(linesOf(cut)).toEqual(linesOf(expected));
  expect(conflicts).toEqual([]);
});

test('takes other music once where the editor had cut the delivered one apart', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(150));
  const theirs = cutOf([A, B, { ...C, frames: 160 }], { mediaId: 'music2', name: 'music2.wav' });
  const result = merged({ ours, theirs }, { 'media clip 6': 'theirs' });
  expect(namesOf(result.conflicts)).toEqual(['media clip 6']);
  expect(linesOn('Music', result)).toEqual(['Music: music2 0+360 from 0']);
});

test('takes the project’s pieces where both sides cut a clip apart and that is decided', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withItems(base, 'Pictures', 1, cutApart(30));
  const theirs = withItems(base, 'Pictures', 1, cutApart(70));
  const { cut, conflicts } = merged({ base, ours, theirs }, { 'split clip 1': 'theirs' });
  expect(linesOf(cut)).toEqual(linesOf(theirs));
  expect(namesOf(conflicts)).toEqual(['split clip 1']);
});

test('carries what the project did to the pieces where both sides cut a clip apart alike', () => {
  const ours = withItems(delivered, 'Pictures', 1, cutApart(40));
  const theirs = withItems(delivered, 'Pictures', 1, (picture) =>
    cutApart(40)(picture).map((piece, index) => (index === 1 ? { ...piece, ...zoom([0, 2]) } : piece)),
  );
  const { cut, conflicts, carried } = merged({ ours, theirs });
  expect(linesOf(cut)).toEqual(linesOf(theirs));
  expect([namesOf(conflicts), namesOf(carried)]).toEqual([[], ['motion clip 1.40']]);
});

test('gives a project’s dissolve to the first piece of a picture, and each piece its part of a zoom', () => {
  const transition = { style: 'FADE', durationFrames: 10, framesBeforeCut: 5 } as const;
  const ours = withItems(delivered, 'Pictures', 1, cutApart(40));
  const theirs = cutOf([A, { ...B, more: { transition, ...zoom([0, 1], [100, 2]) } }, C]);
  const { cut, conflicts } = merged({ ours, theirs });
  expect(conflicts).toEqual([]);
  const [, first, second] = clipsOn('Pictures', cut);
  expect(first).toMatchObject({ transition, ...zoom([0, 1], [39, 1.39]) });
  expect(second).toMatchObject(zoom([0, 1.4], [60, 2]));
  expect(second?.transition).toBeUndefined();
});

test('fades in the first piece of the music and out the last, each with its part of the levels', () => {
  const ours = withItems(delivered, 'Music', 0, cutApart(100, 200));
  const fades = { inFrames: 20, outFrames: 50 };
  const theirs = cutOf([A, B, C], { fades, ...levels([0, -12], [150, -12], [160, -20]) });
  const { cut, conflicts } = merged({ ours, theirs });
  expect(conflicts).toEqual([]);
  expect(clipsOn('Music', cut).map((piece) => [piece.fades, piece.levels])).toEqual([
    [{ inFrames: 20, outFrames: 0 }, levels([0, -12]).levels],
    [undefined, levels([0, -12], [50, -12], [60, -20]).levels],
    [{ inFrames: 0, outFrames: 50 }, levels([0, -20]).levels],
  ]);
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

test('gives the pieces a project made of a picture their parts of the editor’s zoom', () => {
  const ours = cutOf([A, { ...B, more: zoom([0, 1], [100, 2]) }, C]);
  const theirs = withItems(delivered, 'Pictures', 1, cutApart(40));
  const { cut, conflicts } = merged({ ours, theirs });
  expect(conflicts).toEqual([]);
  const [, first, second] = clipsOn('Pictures', cut);
  expect([first, second]).toMatchObject([zoom([0, 1], [39, 1.39]), zoom([0, 1.4], [60, 2])]);
});

test('leaves pieces as the editor has them where the project’s change lies outside of them', () => {
  const quiet = levels([0, 0], [59, 0], [60, -30], [69, -30], [70, 0]);
  const base = cutOf([A, { ...B, voiceMore: levels([0, 0], [99, 0]) }, C]);
  const ours = withItems(base, 'Speech', 1, (voice) =>
    cutApart(50)(voice).map((piece, index) => ({ ...piece, ...levels([0, index === 0 ? -6 : 0]) })),
  );
  const { cut, conflicts } = merged({ base, ours, theirs: cutOf([A, { ...B, voiceMore: quiet }, C]) });
  expect(conflicts).toEqual([]);
  expect(clipsOn('Speech', cut).slice(1, 3)).toMatchObject([
    levels([0, -6]),
    levels([0, 0], [9, 0], [10, -30], [19, -30], [20, 0]),
  ]);
});

test('does not take the delivered zoom, divided over the pieces, for an editor’s', () => {
  const more = zoom([0, 1], [100, 2]);
  const base = cutOf([A, { ...B, more }, C]);
  const parts = [zoom([0, 1], [20, 1.2]), zoom([0, 1.2], [30, 1.5]), zoom([0, 1.5], [50, 2])];
  const ours = withItems(base, 'Pictures', 1, (picture) =>
    cutApart(20, 50)(picture).map((piece, index) => ({ ...piece, ...parts[index] })),
  );
  const theirs = cutOf([A, { ...B, more: zoom([0, 1], [100, 3]) }, C]);
  const { cut, conflicts } = merged({ base, ours, theirs });
  expect(conflicts).toEqual([]);
  expect(clipsOn('Pictures', cut).slice(1, 4)).toMatchObject([
    zoom([0, 1], [19, 1.38]),
    zoom([0, 1.4], [29, 1.98]),
    zoom([0, 2], [50, 3]),
  ]);
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

test('does not silence the project’s whole voice where the editor had switched off or muted a piece', () => {
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const silent = { levels: [{ frame: 0, levelDb: -96 }] };
  for (const change of [{ isDisabled: true }, silent])
    for (const piece of [0, 1] as const) {
      const ours = withItems(delivered, 'Speech', 1, withPiece(20, piece, change));
      const voice = clipsOn('Speech', merged({ ours, theirs }, { 'media clip 4': 'theirs' }).cut)[1];
      expect(voice).toMatchObject({ mediaId: 'voice-b2', durationFrames: 140 });
      expect(voice?.isDisabled).toBeUndefined();
      expect(voice?.levels).toBeUndefined();
    }
});

test('keeps what the editor did to every piece alike where the whole clip is taken', () => {
  const theirs = cutOf([A, { ...B, voice: 'b2', frames: 140 }, C]);
  const quiet = { levels: [{ frame: 0, levelDb: -6 }] };
  const ours = withItems(delivered, 'Speech', 1, (voice) =>
    cutApart(20)(voice).map((piece) => ({ ...piece, ...quiet })),
  );
  const voice = clipsOn('Speech', merged({ ours, theirs }, { 'media clip 4': 'theirs' }).cut)[1];
  expect(voice).toMatchObject({ mediaId: 'voice-b2', durationFrames: 140, levels: [{ levelDb: -6 }] });
});

test('asks about a longer picture whose pieces the editor had swapped, and shows none of it twice', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const base = cutOf([A, film, C]);
  const ours = withItems(base, 'Pictures', 1, (clip) => cutApart(50)(clip).toReversed());
  const result = merged({ base, ours, theirs: cutOf([A, { ...film, voice: 'b2', frames: 140 }, C]) });
  expect(namesOf(result.conflicts)).toEqual(['cut clip 1']);
  const shown = clipsOn('Pictures', result.cut).filter(({ mediaId }) => mediaId === 'film');
  expect(shown.map(({ sourceStartFrame, durationFrames }) => [sourceStartFrame, durationFrames])).toEqual([
    [50, 50],
    [0, 50],
  ]);
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
  const [A2, B2, C2] = [{ id: 'a' }, { id: 'b', picture: 'film' }, { id: 'c' }];
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
  const result = merged({ base, ours, theirs }, { 'cut clip 1': 'theirs' });
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
