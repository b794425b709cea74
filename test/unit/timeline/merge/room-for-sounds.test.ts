import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { MergeCuts, MergeResult } from '../../../../src-timeline/merge/merge-types.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import { itemsOfPlacements } from '../../../../src-timeline/model/placement.ts';
import type { Timeline } from '../../../../src-timeline/model/timeline.ts';
import { audioMedia, audioTrack, clip, stillMedia } from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutApart, withItems } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const [A, B, C, D, X] = ['a', 'b', 'c', 'd', 'x'].map((id): Scene => ({ id })) as [
  ...[Scene, Scene, Scene, Scene, Scene],
];
const base = cutOf([A, B, C, D]);
const longB: Scene = { ...B, frames: 110, voiceFrames: 100 };
const earlyC: Scene = { ...C, frames: 90, voiceFrames: 100, lead: 10 };
const shortB: Scene = { ...B, frames: 90, voiceFrames: 100 };
const lateC: Scene = { ...C, frames: 110, voiceFrames: 100, lead: -10 };

function mergedWith(cuts: Omit<MergeCuts, 'base'>, choice: 'ours' | 'theirs' = 'ours'): MergeResult {
  const { conflicts } = mergeCuts({ base, ...cuts });
  const result = mergeCuts(
    { base, ...cuts },
    { decisions: new Map(conflicts.map(({ id }) => [id, choice])) },
  );
  checkTimeline(result.cut);
  return result;
}

const linesOn = (name: string, cut: Timeline): readonly string[] =>
  linesOf(cut).flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));

test('plays no two voices at once where one side adds a scene before a sound that starts early on the other', () => {
  const early = cutOf([A, longB, earlyC, D]);
  const added = cutOf([A, B, X, C, D]);
  for (const cuts of [
    { ours: early, theirs: added },
    { ours: added, theirs: early },
  ]) {
    const { cut, conflicts } = mergedWith(cuts);
    expect(linesOf(cut)).toEqual(
      linesOf(cutOf([A, longB, { ...X, frames: 110, voiceFrames: 100 }, earlyC, D])),
    );
    expect(conflicts).toEqual([]);
  }
});

test('plays no two voices at once where one side adds a scene after a sound that outlasts its picture on the other', () => {
  const late = cutOf([A, shortB, lateC, D]);
  const added = cutOf([A, B, X, C, D]);
  for (const cuts of [
    { ours: late, theirs: added },
    { ours: added, theirs: late },
  ]) {
    const { cut, conflicts } = mergedWith(cuts);
    expect(linesOf(cut)).toEqual(linesOf(cutOf([A, B, X, lateC, D])));
    expect(conflicts).toEqual([]);
  }
});

test('plays no two voices at once where the scene before an early sound is removed or moved away', () => {
  const ours = cutOf([A, longB, earlyC, D]);
  const removed = mergedWith({ ours, theirs: cutOf([A, C, D]) }, 'theirs');
  const longA: Scene = { ...A, frames: 110, voiceFrames: 100 };
  expect(linesOf(removed.cut)).toEqual(linesOf(cutOf([longA, earlyC, D])));
  const moved = mergedWith({ ours, theirs: cutOf([B, A, C, D]) }, 'theirs');
  expect(linesOf(moved.cut)).toEqual(linesOf(cutOf([longB, longA, earlyC, D])));
});

test('holds the last frame of a picture whose media is too short for an early sound after it', () => {
  const theirs = cutOf([A, B, { ...X, picture: 'short', frames: 60 }, C, D]);
  const { cut } = mergedWith({ ours: cutOf([A, longB, earlyC, D]), theirs });
  const [, , short, held, ...others] = linesOn('Pictures', cut);
  expect([short, held?.split(' {')[0]]).toEqual(['short 210+60 from 0', 'short 270+10 from 59']);
  expect(others).toEqual(['c 280+90 from 0', 'd 370+100 from 0']);
});

test('lets voices overlap as a side with the added scene has them', () => {
  const added = cutOf([A, B, X, { ...C, voice: '' }, D]);
  const [pictures, ...sounds] = added.tracks;
  const voice = clip(audioMedia('voice-c', 300, 1), 100, { linkId: 'link-c' });
  const upper = audioTrack('Upper', 'dialogue', ...itemsOfPlacements([{ startFrame: 275, clip: voice }]));
  const media = [...added.media, ...base.media.filter(({ mediaId }) => mediaId === 'voice-c')];
  const theirs = { ...added, media, tracks: pictures ? [pictures, ...sounds, upper] : [] };
  const { cut } = mergedWith({ ours: cutOf([{ ...A, picture: 'a2' }, B, C, D]), theirs });
  expect(linesOf(cut)).toContain('Pictures: x 200+100 from 0');
  expect(linesOf(cut)).toContainEqual(expect.stringContaining(': voice-c 275+100 '));
});

test('makes no room for a voice that is switched off', () => {
  const silent: Scene = { ...earlyC, voiceMore: { isDisabled: true } };
  const { cut } = mergedWith({ ours: cutOf([A, longB, silent, D]), theirs: cutOf([A, B, X, C, D]) });
  expect(linesOn('Pictures', cut)[3]).toBe('c 310+90 from 0');
});

test('starts the film with a sound that starts before its picture if the scenes before it are removed', () => {
  for (const [picture, first] of [
    ['film', 'film 0+100 from 30'],
    ['b', 'b 0+100 from 0'],
  ] as const) {
    const start = picture === 'film' ? 30 : 0;
    const sceneB: Scene = { ...B, picture, more: { sourceStartFrame: start } };
    const earlyB: Scene = { ...sceneB, frames: 90, voiceFrames: 100, lead: 10 };
    const more = { sourceStartFrame: picture === 'film' ? 40 : 0 };
    const cuts = {
      base: cutOf([A, sceneB, C]),
      ours: cutOf([{ ...A, frames: 110, voiceFrames: 100 }, { ...earlyB, more }, C]),
      theirs: cutOf([sceneB, C]),
    };
    const { cut } = mergeCuts(cuts, { decisions: new Map([['removed clip 0', 'theirs']]) });
    checkTimeline(cut);
    expect(linesOn('Pictures', cut)).toEqual([first, 'c 100+100 from 0']);
    expect(linesOn('Speech', cut)).toEqual(['voice-b 0+100 from 0', 'voice-c 100+100 from 0']);
    expect(linesOf(cut)).toContain('5+40 Words of b');
  }
});

test('holds the first frame of a movie that does not go back to where its sound starts', () => {
  const short: Scene = { ...B, picture: 'film' };
  const cuts = {
    base: cutOf([A, short, C]),
    ours: cutOf([{ ...A, voiceFrames: 90 }, { ...short, voiceFrames: 100, lead: 10 }, C]),
    theirs: cutOf([short, C]),
  };
  const { cut } = mergeCuts(cuts, { decisions: new Map([['removed clip 0', 'theirs']]) });
  checkTimeline(cut);
  const [held, film] = linesOn('Pictures', cut);
  expect([held?.split(' {')[0], film]).toEqual(['film 0+10 from 0', 'film 10+100 from 0']);
});

test('repeats no frames of a picture that the editor interrupted by another one with sound', () => {
  const film: Scene = { ...B, picture: 'film' };
  const delivered = cutOf([A, film]);
  const insert = stillMedia('insert');
  const own = audioMedia('own', 20, 1);
  const divided = withItems(delivered, 'Pictures', 1, (picture) => {
    const [first, second] = cutApart(40)(picture);
    return first && second ? [first, clip(insert, 20, { linkId: 'own' }), second] : [];
  });
  const sound = itemsOfPlacements([{ startFrame: 140, clip: clip(own, 20, { linkId: 'own' }) }]);
  const tracks = [...divided.tracks, audioTrack('Own', 'dialogue', ...sound)];
  const { cut } = mergeCuts({
    base: delivered,
    ours: { ...divided, media: [...divided.media, insert, own], tracks },
    theirs: cutOf([A, { ...film, frames: 130, voice: 'b2' }]),
  });
  expect(linesOn('Pictures', cut).slice(1)).toEqual([
    'film 100+40 from 0',
    'insert 140+20 from 0',
    'film 160+90 from 40',
  ]);
  expect([...linesOn('Speech', cut), ...linesOn('Own', cut)].slice(1)).toEqual([
    'voice-b2 100+130 from 0',
    'own 140+20 from 0',
  ]);
});

test('makes no room for sounds that fade into each other at every cut of a side', () => {
  const silentA: Scene = { ...A, voice: '' };
  const fading = (scenes: readonly Scene[]): Timeline => {
    const onTrack = (rest: number): Timeline =>
      cutOf(
        scenes.map((scene, index) =>
          index % 2 === rest ? { ...scene, voiceFrames: 112, lead: 6 } : { ...scene, voice: '' },
        ),
      );
    const even = onTrack(0);
    const odd = onTrack(1);
    const speech = odd.tracks.find(({ name }) => name === 'Speech');
    const media = new Map([...even.media, ...odd.media].map((one) => [one.mediaId, one]));
    const upper = speech ? [{ ...speech, name: 'Upper' }] : [];
    return { ...even, media: [...media.values()], tracks: [...even.tracks, ...upper] };
  };
  const delivered = cutOf([silentA, B, C, D]);
  const ours = fading([silentA, B, C, D]);
  const pictures = (...scenes: readonly Scene[]): readonly string[] => linesOn('Pictures', cutOf(scenes));
  const added = mergeCuts({ base: delivered, ours, theirs: cutOf([silentA, B, X, C, D]) });
  expect(linesOn('Pictures', added.cut)).toEqual(pictures(A, B, X, C, D));
  const removed = mergeCuts(
    { base: delivered, ours, theirs: cutOf([silentA, B, D]) },
    { decisions: new Map([['removed clip 2', 'theirs']]) },
  );
  expect(linesOn('Pictures', removed.cut)).toEqual(pictures(A, B, D));
});

test('makes no room for a sound that a side lets play over several scenes', () => {
  const noise = audioMedia('noise', 500, 1);
  const own = cutOf([A, B, C, D]);
  const sound = itemsOfPlacements([{ startFrame: 100, clip: clip(noise, 200, { linkId: 'link-b' }) }]);
  const tracks = [...own.tracks, audioTrack('Noise', 'dialogue', ...sound)];
  const ours = { ...own, media: [...own.media, noise], tracks };
  const removed = mergeCuts({ base, ours, theirs: cutOf([A, B, D]) });
  expect(linesOn('Pictures', removed.cut)).toEqual(linesOn('Pictures', cutOf([A, B, D])));
  const added = mergeCuts({ base, ours, theirs: cutOf([A, B, X, C, D]) });
  expect(linesOn('Pictures', added.cut)).toEqual(linesOn('Pictures', cutOf([A, B, X, C, D])));
});
