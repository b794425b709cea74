import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Decisions, MergeResult } from '../../../../src-timeline/merge/merge-types.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { MediaReference, Timeline, Track } from '../../../../src-timeline/model/timeline.ts';
import {
  audioMedia,
  audioTrack,
  clip,
  stillMedia,
  videoMedia,
  videoTrack,
} from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutApart, withItems } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id })) as [Scene, Scene, Scene, Scene];
const short = (scene: Scene, frames: number): Scene => ({ ...scene, frames, voiceFrames: frames });
const delivered = cutOf([A, B, C, D]);
const song = audioMedia('song', 9000, 2);
const badge = stillMedia('badge');

/** Adds a track with one clip to a cut. */
function withClip(cut: Timeline, media: MediaReference, startFrame: number, endFrame: number): Timeline {
  const items = itemsOfPlacements([{ startFrame, clip: clip(media, endFrame - startFrame) }]);
  const track = media.kind === 'audio' ? audioTrack('Own', 'music', ...items) : videoTrack('Own', ...items);
  const isPicture = ({ kind }: Track): boolean => kind === 'video';
  const pictures = cut.tracks.filter(isPicture);
  const sounds = cut.tracks.filter((one) => !isPicture(one));
  const tracks = track.kind === 'video' ? [...pictures, track, ...sounds] : [...cut.tracks, track];
  return { ...cut, media: [...cut.media, media], tracks };
}

/** Moves the beginning of the music of a cut to a frame. */
function withLateMusic(cut: Timeline, startFrame: number): Timeline {
  const tracks = cut.tracks.map((track): Track => {
    const [music] = track.items;
    if (track.name !== 'Music' || music?.kind !== 'clip') return track;
    const later = { ...music, durationFrames: music.durationFrames - startFrame };
    return { ...track, items: [{ kind: 'gap', durationFrames: startFrame }, later] };
  });
  return { ...cut, tracks };
}

const on = (name: string, { cut }: MergeResult): readonly string[] =>
  linesOf(cut).filter((line) => line.startsWith(`${name}: `));
const asked = ({ conflicts }: MergeResult): readonly string[] => conflicts.map(({ id }) => id);

test('ends music that the editor let start later with the film if the project shortens a scene', () => {
  const cuts = {
    base: delivered,
    ours: withLateMusic(delivered, 150),
    theirs: cutOf([A, B, C, short(D, 70)]),
  };
  const result = mergeCuts(cuts);
  expect(on('Music', result)).toEqual(['Music: music 150+220 from 0']);
  expect(asked(result)).toEqual([]);
});

test('ends music that was delivered with a late start with the film if both sides shorten a scene', () => {
  const base = withLateMusic(delivered, 50);
  const result = mergeCuts({
    base,
    ours: withLateMusic(cutOf([A, B, short(C, 80), D]), 50),
    theirs: withLateMusic(cutOf([A, B, C, short(D, 70)]), 50),
  });
  expect(on('Music', result)).toEqual(['Music: music 50+300 from 0']);
  expect(asked(result)).toEqual([]);
});

test('lets late music play over the same scenes if the project swaps scenes', () => {
  const ours = withLateMusic(delivered, 100);
  const swapped = mergeCuts({ base: delivered, ours, theirs: cutOf([A, D, C, B]) });
  expect(on('Music', swapped)).toEqual(['Music: music 100+300 from 0']);
  expect(asked(swapped)).toEqual([]);
  const own = mergeCuts({
    base: delivered,
    ours: withClip(delivered, song, 100, 300),
    theirs: cutOf([A, short(D, 60), C, B]),
  });
  expect(on('Own', own)).toEqual(['Own: song 160+200 from 0']);
});

test('keeps music over several scenes within the film if the project swaps scenes', () => {
  const pictures = delivered.tracks.map((track): Track => {
    const [a, b, c, d] = track.items;
    if (track.name !== 'Pictures' || !a || !b || !c || !d) return track;
    const half = { ...c, durationFrames: 50 };
    return { ...track, items: [a, b, half, half, d] };
  });
  const ours = withClip({ ...delivered, tracks: pictures }, song, 90, 252);
  const swapped = mergeCuts({ base: delivered, ours, theirs: cutOf([B, A, D, C]) });
  expect(on('Own', swapped)).toEqual(['Own: song 190+162 from 0']);
});

test('extends and shortens clips of the editor that last to the end of the film', () => {
  for (const media of [song, badge]) {
    const ours = withClip(delivered, media, 250, 400);
    const longer = mergeCuts({ base: delivered, ours, theirs: cutOf([A, B, C, short(D, 130)]) });
    expect(on('Own', longer)).toEqual([`Own: ${media.mediaId} 250+180 from 0`]);
    const shorter = mergeCuts({ base: delivered, ours, theirs: cutOf([A, B, C, short(D, 70)]) });
    expect(on('Own', shorter)).toEqual([`Own: ${media.mediaId} 250+120 from 0`]);
  }
});

test('lets music that the project adds last as long as the edit, even if the editor removed the first scene', () => {
  const theirs = withClip(delivered, song, 0, 400);
  for (const [scenes, frames] of [
    [[B, C, D], 300],
    [[A, B, short(C, 70), D], 370],
  ] as const) {
    const result = mergeCuts({ base: delivered, ours: cutOf(scenes), theirs });
    expect(on('Own', result)).toEqual([`Own: song 0+${String(frames)} from 0`]);
    expect(result.notCarried).toEqual([]);
  }
});

/** Merges an edit with a project that removed a scene. */
function mergedWithout(id: string, ours: Timeline, decisions: Decisions = new Map()): MergeResult {
  const theirs = cutOf([A, B, C, D].filter((scene) => scene.id !== id));
  return mergeCuts({ base: delivered, ours, theirs }, { decisions });
}

test.each([
  ['the first', 'a'],
  ['a middle', 'b'],
  ['the last', 'd'],
])('shortens a logo over the whole film if the project removes %s scene, and asks nothing', (_, id) => {
  const result = mergedWithout(id, withClip(delivered, badge, 0, 400));
  expect(asked(result)).toEqual([]);
  expect(on('Own', result)).toEqual(['Own: badge 0+300 from 0']);
});

test('shortens a clip over several scenes by its part over a removed one', () => {
  const ours = withClip(delivered, badge, 150, 350);
  for (const [id, line] of [
    ['a', 'Own: badge 50+200 from 0'],
    ['b', 'Own: badge 100+150 from 0'],
    ['c', 'Own: badge 150+100 from 0'],
    ['d', 'Own: badge 150+150 from 0'],
  ] as const) {
    const result = mergedWithout(id, ours);
    expect([asked(result), on('Own', result)]).toEqual([[], [line]]);
  }
});

test('removes clips of the editor with the scene that they lie over once that is decided', () => {
  for (const [id, clipId, start] of [
    ['d', 'clip 3', 310],
    ['c', 'clip 2', 190],
  ] as const) {
    const ours = withClip(delivered, badge, start, start + 60);
    const removal = `removed ${clipId}`;
    expect(asked(mergedWithout(id, ours))).toEqual([removal]);
    const decided = mergedWithout(id, ours, new Map([[removal, 'theirs']]));
    expect(on('Own', decided)).toEqual([]);
    expect(decided.cut.media.map(({ mediaId }) => mediaId)).toContain('badge');
  }
});

test('asks about a clip over two scenes if the project removes both', () => {
  const ours = withClip(delivered, badge, 100, 300);
  const result = mergeCuts({ base: delivered, ours, theirs: cutOf([A, D]) });
  expect(asked(result)).toEqual(['removed clip 1']);
  expect(on('Own', result)).toEqual(['Own: badge 100+100 from 0']);
});

test('removes music and a logo of the project without asking although they became shorter with the edit', () => {
  const base = withClip(delivered, badge, 0, 400);
  const ours = withClip(cutOf([A, B, short(C, 80), D]), badge, 0, 380);
  for (const lost of ['Music', 'Own']) {
    const theirs = { ...base, tracks: base.tracks.filter(({ name }) => name !== lost) };
    const result = mergeCuts({ base, ours, theirs });
    expect([asked(result), on(lost, result)]).toEqual([[], []]);
  }
  const late = { base, ours: withLateMusic(ours, 50) };
  const tracks = base.tracks.filter(({ name }) => name !== 'Music');
  expect(asked(mergeCuts({ ...late, theirs: { ...base, tracks } }))).toEqual(['removed clip 9']);
});

test('removes music of the project although the editor worked on the first scene, which the project removed too', () => {
  const without = cutOf([B, C, D]);
  const theirs = { ...without, tracks: without.tracks.filter(({ name }) => name !== 'Music') };
  const result = mergeCuts({ base: delivered, ours: cutOf([short(A, 70), B, C, D]), theirs });
  expect([asked(result), on('Music', result)]).toEqual([['removed clip 0'], []]);
  expect(on('Pictures', result)[0]).toBe('Pictures: a 0+70 from 0');
});

test('ends music of the editor with the film if the project removes the last scene, although most of it lay there', () => {
  const ours = withClip(delivered, song, 214, 400);
  const result = mergedWithout('d', ours);
  expect([asked(result), on('Own', result)]).toEqual([[], ['Own: song 214+86 from 0']]);
  const worked = withClip(cutOf([A, B, C, short(D, 90)]), song, 214, 390);
  const decided = mergedWithout('d', worked, new Map([['removed clip 3', 'theirs']]));
  expect([asked(decided), on('Own', decided)]).toEqual([['removed clip 3'], ['Own: song 214+86 from 0']]);
  expect(asked(mergeCuts({ base: delivered, ours, theirs: cutOf([A, B]) }))).toEqual(['removed clip 2']);
});

test('ends music that the project adds with the film if the editor removed the last scene, and lists it if all of its scenes are gone', () => {
  const theirs = withClip(delivered, song, 214, 400);
  const ended = mergeCuts({ base: delivered, ours: cutOf([A, B, C]), theirs });
  expect([on('Own', ended), ended.notCarried]).toEqual([['Own: song 214+86 from 0'], []]);
  for (const startFrame of [200, 214]) {
    const added = withClip(delivered, song, startFrame, 400);
    const left = mergeCuts({ base: delivered, ours: cutOf([A, B]), theirs: added });
    expect([on('Own', left), left.notCarried.map(({ subject }) => subject)]).toEqual([[], ['song.wav']]);
    expect(left.carried.map(({ subject }) => subject)).not.toContain('song.wav');
  }
});

test('moves a title at the end of a scene within the scene where the project made this shorter', () => {
  for (const [scene, start, lines] of [
    [3, 380, ['Own: badge 350+20 from 0', 'Own: badge 350+20 from 0']],
    [3, 365, ['Own: badge 335+35 from 0', 'Own: badge 335+35 from 0']],
    [1, 180, ['Own: badge 150+20 from 0', 'Own: badge 150+20 from 0']],
    [1, 165, ['Own: badge 135+35 from 0', 'Own: badge 135+35 from 0']],
  ] as const) {
    const scenes = [A, B, C, D].map((one, index) => (index === scene ? short(one, 70) : one));
    const end = 100 * (scene + 1);
    const mine = withClip(delivered, badge, start, end);
    const other = cutOf(scenes);
    const both = [
      mergeCuts({ base: delivered, ours: mine, theirs: other }),
      mergeCuts({ base: delivered, ours: other, theirs: mine }),
    ];
    expect(both.flatMap((one) => on('Own', one))).toEqual(lines);
    expect(both.flatMap(asked)).toEqual([]);
  }
});

test('moves a title no farther than to the end of the one before it', () => {
  const before = stillMedia('before');
  const after = badge;
  const own = withClip(withClip(delivered, before, 320, 355), after, 380, 400);
  const [first, second] = own.tracks.filter(({ name }) => name === 'Own');
  if (!first || !second) throw new Error('The cut lacks its titles.');
  const items = [...first.items, { kind: 'gap', durationFrames: 25 } as const, ...second.items.slice(1)];
  const tracks = own.tracks.flatMap((one) => (one === second ? [] : one === first ? { ...one, items } : one));
  const theirs = cutOf([A, B, C, short(D, 70)]);
  expect(on('Own', mergeCuts({ base: delivered, ours: { ...own, tracks }, theirs }))).toEqual([
    'Own: before 320+35 from 0',
    'Own: badge 355+15 from 0',
  ]);
});

test('leaves a title where it begins if enough of it stays over its shorter scene', () => {
  const ours = withClip(delivered, badge, 330, 400);
  const result = mergeCuts({ base: delivered, ours, theirs: cutOf([A, B, C, short(D, 70)]) });
  expect(on('Own', result)).toEqual(['Own: badge 330+40 from 0']);
});

test('begins a title with its scene if the scene is shorter than the title now', () => {
  const ours = withClip(delivered, badge, 340, 400);
  const result = mergeCuts({ base: delivered, ours, theirs: cutOf([A, B, C, short(D, 45)]) });
  expect(on('Own', result)).toEqual(['Own: badge 300+45 from 0']);
});

test('asks about removed scenes with a clip of the editor of which only a few frames would stay', () => {
  for (const media of [song, badge]) {
    const last = mergedWithout('d', withClip(delivered, media, 290, 400));
    expect([asked(last), on('Own', last)]).toEqual([
      ['removed clip 3'],
      [`Own: ${media.mediaId} 290+110 from 0`],
    ]);
    const decided = mergedWithout(
      'd',
      withClip(delivered, media, 290, 400),
      new Map([['removed clip 3', 'theirs']]),
    );
    expect(on('Own', decided)).toEqual([]);
  }
  const ours = withClip(delivered, badge, 95, 305);
  const middle = mergeCuts({ base: delivered, ours, theirs: cutOf([A, D]) });
  expect(asked(middle)).toEqual(['removed clip 1']);
});

test('lists a clip of the project of which only a few frames would stay after scenes that the editor removed', () => {
  const theirs = withClip(delivered, badge, 290, 400);
  const result = mergeCuts({ base: delivered, ours: cutOf([A, B, C]), theirs });
  expect([on('Own', result), result.notCarried.map(({ subject }) => subject)]).toEqual([[], ['badge.png']]);
});

test('takes the start of music from a project that also swaps scenes', () => {
  const ours = { ...delivered, name: 'Another name' };
  const swapped = withLateMusic(cutOf([B, A, C, D]), 50);
  const result = mergeCuts({ base: delivered, ours, theirs: swapped });
  expect(on('Music', result)).toEqual(['Music: music 50+350 from 0']);
});

test('leaves no title after the end of the film, even beside another one', () => {
  const before = stillMedia('before');
  const after = badge;
  const own = withClip(withClip(delivered, before, 320, 380), after, 380, 400);
  const [first, second] = own.tracks.filter(({ name }) => name === 'Own');
  const items = [...(first?.items ?? []), ...(second?.items.slice(1) ?? [])];
  const tracks = own.tracks.flatMap((one) => (one === second ? [] : one === first ? { ...one, items } : one));
  const theirs = cutOf([A, B, C, short(D, 80)]);
  const { cut } = mergeCuts({ base: delivered, ours: { ...own, tracks }, theirs });
  const lines = linesOf(cut).filter((line) => line.startsWith('Own'));
  expect(lines).toEqual(['Own: before 320+60 from 0', 'Own 2: badge 360+20 from 0']);
});

test('keeps a clip that starts in a hole over the scene after it if the project moves this scene', () => {
  const hole = { base: cutOf([A, B, C, { ...D, hole: 20 }]), theirs: cutOf([D, A, B, C]) };
  const ours = withClip(hole.base, song, 310, 420);
  const result = mergeCuts({ ...hole, ours });
  expect(on('Own', result)).toEqual(['Own: song 0+110 from 0']);
});

test('lays a clip over two scenes with the one that it mostly lies over if the project separates them', () => {
  const ours = withClip(delivered, badge, 190, 280);
  for (const [scenes, line] of [
    [[A, C, D, B], 'Own: badge 100+90 from 0'],
    [[C, A, D, B], 'Own: badge 0+90 from 0'],
  ] as const) {
    const result = mergeCuts({ base: delivered, ours, theirs: cutOf(scenes) });
    expect(on('Own', result)).toEqual([line]);
  }
});

test('keeps the place of a clip that starts over a removed scene where the editor moved the scene before that', () => {
  const ours = withClip(cutOf([A, C, D, B]), song, 190, 260);
  const result = mergeCuts({ base: delivered, ours, theirs: cutOf([A, B, D]) });
  expect(on('Own', result)).toEqual(['Own: song 100+60 from 0']);
});

test('starts a clip of the project whose first scene the editor removed with the next one, wherever that is', () => {
  const theirs = withClip(delivered, song, 150, 280);
  for (const [scenes, line] of [
    [[C, D, A], 'Own: song 0+80 from 0'],
    [[D, C, A], 'Own: song 100+80 from 0'],
    [[A, C, D], 'Own: song 100+80 from 0'],
  ] as const)
    expect(on('Own', mergeCuts({ base: delivered, ours: cutOf(scenes), theirs }))).toEqual([line]);
});

test('counts a title in a hole to the scene after it', () => {
  const spaced = cutOf([A, B, C, { ...D, hole: 50 }]);
  const ours = withClip(spaced, badge, 310, 340);
  const cuts = { base: spaced, ours, theirs: cutOf([A, B, C]) };
  const result = mergeCuts(cuts);
  expect(asked(result)).toEqual(['removed clip 3']);
  const decided = mergeCuts(cuts, { decisions: new Map([['removed clip 3', 'theirs']]) });
  expect(on('Own', decided)).toEqual([]);
});

test('leaves a title in the hole that the project left under it', () => {
  const result = mergeCuts({
    base: withClip(delivered, badge, 180, 200),
    ours: withClip(cutOf([A, B, C, short(D, 90)]), badge, 180, 200),
    theirs: withClip(cutOf([A, short(B, 70), { ...C, hole: 30 }, D]), badge, 180, 200),
  });
  expect(on('Own', result)).toEqual(['Own: badge 180+20 from 0']);
});

test('leaves a title of the project over the second part of a picture that the editor interrupted', () => {
  const film: Scene = { ...B, picture: 'film' };
  const base = cutOf([A, film, C]);
  const insert = videoMedia('insert', 400);
  const divided = withItems(base, 'Pictures', 1, (picture) => {
    const [first, second] = cutApart(50)(picture);
    return first && second ? [first, clip(insert, 20), second] : [];
  });
  const ours = { ...divided, media: [...divided.media, insert] };
  const result = mergeCuts({ base, ours, theirs: withClip(base, badge, 180, 195) });
  expect(on('Own', result)).toEqual(['Own: badge 180+15 from 0']);
});
