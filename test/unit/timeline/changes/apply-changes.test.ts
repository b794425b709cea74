import { describe, expect, test } from 'vitest';
import { applyChanges } from '../../../../src-timeline/changes/apply-changes.ts';
import type { Change } from '../../../../src-timeline/changes/change.ts';
import { scenesOf } from '../../../../src-timeline/changes/scenes-of.ts';
import { levelIn } from '../../../../src-timeline/changes/sound-level.ts';
import { diffCuts } from '../../../../src-timeline/diff/diff-cuts.ts';
import { sentenceOf } from '../../../../src-timeline/diff/sentences.ts';
import { placementsOfTrack } from '../../../../src-timeline/model/placement.ts';
import { audioMedia, stillMedia, videoMedia } from '../formats/sample-timelines.ts';
import { cutOfForms } from './random-changes.ts';

const still = {
  isVideo: false,
  tens: 10,
  hasVoice: true,
  isAudible: false,
  hasTransition: false,
  hasLogo: false,
  isMoving: false,
};
/** Five scenes of 100, 100, 60, 100 and 100 frames; the clips have 30 more. Voices end 5 frames before their scenes. */
const base = cutOfForms([
  still,
  { ...still, isVideo: true, isAudible: true },
  { ...still, tens: 6, hasTransition: true, hasLogo: true },
  { ...still, isVideo: true, hasVoice: false },
  still,
]);
const sceneStarts = (base.markers ?? []).map(({ frame }) => frame);
const fades = { inFrames: 0, outFrames: 0 };

const cutWith = (...changes: Change[]) => applyChanges(base, changes);
const told = (...changes: Change[]) =>
  diffCuts(base, cutWith(...changes), { sceneStarts }).edits.map(({ message }) => sentenceOf(message));
const pictures = (...changes: Change[]) =>
  scenesOf(base, changes).map(({ sceneId, durationFrames, pictures: [{ name }] }) =>
    [sceneId, name.replace(/\.\w+$/, ''), durationFrames].join(' '),
  );
const lengthOfMusic = (...changes: Change[]) => {
  const music = cutWith(...changes).tracks.find(({ role }) => role === 'music');
  return music && placementsOfTrack(music).map(({ startFrame, clip }) => [startFrame, clip.durationFrames]);
};

describe('One change is told in a sentence', () => {
  test.each<[Change, string[]]>([
    [
      { kind: 'replacePicture', sceneId: '1', media: stillMedia('take'), sourceStartFrame: 0 },
      ['Scene 1: picture “picture-1.png” replaced by “take.png”'],
    ],
    [
      { kind: 'replacePicture', sceneId: '1', media: videoMedia('take', 60), sourceStartFrame: 0 },
      [
        'Scene 1: picture “picture-1.png” replaced by “take.mp4”',
        'Scene 1: picture “take.mp4” holds one frame now',
      ],
    ],
    [
      { kind: 'frame', sceneId: '1', from: { scale: 2, x: 0, y: 0 }, to: null },
      ['Scene 1: picture “picture-1.png” framed or zoomed differently'],
    ],
    [
      { kind: 'retime', sceneId: '4', speed: 0.5 },
      ['Scene 4: picture “picture-4.mp4” plays at 50% (was 100%)'],
    ],
    [
      { kind: 'trim', sceneId: '1', edge: 'end', durationFrames: 130 },
      ['Scene 1: picture “picture-1.png” lengthened by 1 s at its end'],
    ],
    [{ kind: 'move', sceneId: '3', afterSceneId: null }, ['Scene 3 moved to the beginning']],
    [
      { kind: 'add', sceneId: 'n', afterSceneId: '1', media: stillMedia('new'), durationFrames: 50 },
      ['Scene 1: picture “new.png” added'],
    ],
    [{ kind: 'split', sceneId: '2', newSceneId: 'n', frame: 40 }, []],
    [
      { kind: 'revoice', sceneId: '2', media: audioMedia('say', 105, 1), spokenText: 'Lester' },
      ['Scene 2 lengthened by 0.33 s at its end', 'Scene 2: sound “voice-2.wav” replaced by “say.wav”'],
    ],
    [
      { kind: 'caption', sceneId: '1', languageCode: 'en', index: 0, text: 'Other' },
      ['Caption “First words of 1” is now “Other”'],
    ],
    [
      { kind: 'level', sceneId: '1', sound: 'voice', levelDb: -6, isMuted: false, fades },
      ['Scene 1: sound “voice-1.wav” 6 dB lower'],
    ],
    [
      { kind: 'level', sceneId: '2', sound: 'clip', levelDb: 0, isMuted: true, fades },
      ['Scene 2: sound “picture-2.mp4” switched off'],
    ],
    [
      { kind: 'transition', sceneId: '3', transition: null },
      ['Scene 3: picture “picture-3.png” has no transition any more'],
    ],
    [
      { kind: 'note', sceneId: '2', frame: 3, oldText: null, text: 'Dark', author: 'Ada', isDone: false },
      ['Marker “Ada: Dark” added'],
    ],
  ])('%o', (change, sentences) => {
    expect(told(change)).toEqual(sentences);
  });
});

test('A removed scene takes its sounds, words and marker along, and music ends with the film', () => {
  const cut = cutWith({ kind: 'remove', sceneId: '2' });
  expect(pictures({ kind: 'remove', sceneId: '2' })).toEqual([
    '1 picture-1 100',
    '3 picture-3 60',
    '4 picture-4 100',
    '5 picture-5 100',
  ]);
  expect(JSON.stringify([cut.tracks, cut.captionTracks, cut.markers])).not.toMatch(/-2\b|of 2|Scene 2/);
  expect(lengthOfMusic({ kind: 'remove', sceneId: '2' })).toEqual([[0, 360]]);
});

test('A moved scene takes its logo, voice and words along, and its transition stays into it', () => {
  const cut = cutWith({ kind: 'move', sceneId: '3', afterSceneId: '4' });
  const placed = cut.tracks.flatMap((track) => placementsOfTrack(track));
  const startOf = (name: string) => placed.find(({ clip }) => clip.name === name)?.startFrame;
  expect([startOf('picture-3.png'), startOf('logo.png'), startOf('voice-3.wav')]).toEqual([300, 305, 300]);
  expect(
    cut.captionTracks[0]?.captions.find(({ lines }) => lines[0] === 'First words of 3')?.startFrame,
  ).toBe(301);
  expect(scenesOf(base, [{ kind: 'move', sceneId: '3', afterSceneId: '4' }])[3]?.transition?.style).toBe(
    'PAN',
  );
  expect(scenesOf(base, [{ kind: 'move', sceneId: '3', afterSceneId: null }])[0]?.transition).toBe(null);
});

test('A scene longer than its clip holds the last frame', () => {
  const [, , , scene] = scenesOf(base, [{ kind: 'trim', sceneId: '4', edge: 'end', durationFrames: 200 }]);
  expect([scene?.durationFrames, scene?.heldFrames, scene?.pictures.length]).toEqual([200, 70, 2]);
});

test('A longer voice lengthens its scene, keeps the pause after it, and takes the captions along', () => {
  const revoice: Change = {
    kind: 'revoice',
    sceneId: '1',
    media: audioMedia('say', 190, 1),
    spokenText: 'Lester',
  };
  const [scene] = scenesOf(base, [revoice]);
  expect([scene?.durationFrames, scene?.voice?.clip.name, scene?.spokenText]).toEqual([
    195,
    'say.wav',
    'Lester',
  ]);
  expect(scene?.captions.map(({ startFrame, durationFrames }) => [startFrame, durationFrames])).toEqual([
    [2, 20],
    [30, 160],
  ]);
});

test('A scene without a voice is no shorter for one', () => {
  const revoice: Change = {
    kind: 'revoice',
    sceneId: '4',
    media: audioMedia('say', 40, 1),
    spokenText: null,
  };
  const scene = scenesOf(base, [revoice])[3];
  expect([scene?.durationFrames, scene?.voice?.clip.durationFrames]).toEqual([100, 40]);
});

test('Joined scenes have the picture of the first and the words of both', () => {
  const [scene, next] = scenesOf(base, [{ kind: 'join', sceneId: '1' }]);
  expect([scene?.durationFrames, scene?.pictures[0].name, next?.sceneId]).toEqual([
    200,
    'picture-1.png',
    '3',
  ]);
  expect(scene?.words).toBe('First words of 1 Last words of 1 First words of 2 Last words of 2');
});

test('Scenes are split with their sounds, and joined again to what they were', () => {
  const split: Change = { kind: 'split', sceneId: '2', newSceneId: 'n', frame: 40 };
  expect(pictures(split).slice(1, 3)).toEqual(['2 picture-2 40', 'n picture-2 60']);
  expect(scenesOf(base, [split])[2]?.voice?.clip.sourceStartFrame).toBe(40);
  expect(told(split, { kind: 'join', sceneId: '2' })).toEqual([]);
  expect(pictures({ ...split, sceneId: '3', frame: 5 })).toEqual(pictures());
});

test('Music has its level in one scene alone', () => {
  const quiet: Change = { kind: 'level', sceneId: '2', sound: 'music', levelDb: -10, isMuted: false, fades };
  const music = cutWith(quiet).tracks.find(({ role }) => role === 'music')?.items[0];
  expect(music).toHaveProperty('levels', [
    { frame: 0, levelDb: 0 },
    { frame: 100, levelDb: 0 },
    { frame: 108, levelDb: -10 },
    { frame: 191, levelDb: -10 },
    { frame: 199, levelDb: 0 },
  ]);
});

test('Music has the level in a scene that it was given there last', () => {
  const level = { kind: 'level', sceneId: '2', sound: 'music', isMuted: false, fades } as const;
  const levelAfter = (...changes: Change[]) => {
    const scene = scenesOf(base, changes)[1];
    return scene?.music && levelIn(scene, scene.music, 'music');
  };
  const quiet: Change = { ...level, levelDb: -10 };
  expect(cutWith(quiet, quiet)).toEqual(cutWith(quiet));
  expect(levelAfter(quiet)).toMatchObject({ levelDb: -10, isMuted: false });
  const muted: Change = { ...level, levelDb: -10, isMuted: true };
  expect(levelAfter(muted)).toMatchObject({ levelDb: 0, isMuted: true });
  expect(levelAfter(muted, quiet)).toMatchObject({ levelDb: -10, isMuted: false });
});

test('A change does nothing whose scene is gone, or that its media cannot follow', () => {
  const idle: Change[] = [
    { kind: 'remove', sceneId: 'gone' },
    { kind: 'replacePicture', sceneId: '1', media: audioMedia('sound', 50, 1), sourceStartFrame: 0 },
    { kind: 'revoice', sceneId: '1', media: stillMedia('silent'), spokenText: null },
    { kind: 'retime', sceneId: '1', speed: 2 },
    { kind: 'split', sceneId: '1', newSceneId: '2', frame: 10 },
    { kind: 'join', sceneId: '5' },
    { kind: 'replacePicture', sceneId: '1', media: videoMedia('broken', 0), sourceStartFrame: 0 },
  ];
  for (const change of idle) expect(cutWith(change)).toEqual(base);
});

test('Media that a later change replaced again are left out', () => {
  const take = (name: string): Change => ({
    kind: 'replacePicture',
    sceneId: '1',
    media: stillMedia(name),
    sourceStartFrame: 0,
  });
  const names = cutWith(take('first'), take('second')).media.map(({ fileName }) => fileName);
  expect(names).toEqual([...base.media.map(({ fileName }) => fileName), 'second.png']);
});

test('Another file of a taken id and name gets others, so that it is told', () => {
  const media = { ...stillMedia('picture-1'), location: 'file:///takes/picture-1.png' };
  const take: Change = { kind: 'replacePicture', sceneId: '1', media, sourceStartFrame: 0 };
  expect(cutWith(take).media.at(-1)).toEqual({
    ...media,
    mediaId: 'picture-1-2',
    fileName: 'picture-1-2.png',
  });
  expect(told(take)).toEqual(['Scene 1: picture “picture-1.png” replaced by “picture-1-2.png”']);
});
