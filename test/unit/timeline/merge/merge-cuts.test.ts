import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { MergeOptions } from '../../../../src-timeline/merge/merge-types.ts';
import { checkTimeline } from '../../../../src-timeline/model/check-timeline.ts';
import type { Clip, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const A: Scene = { id: 'a' };
const B: Scene = { id: 'b' };
const C: Scene = { id: 'c' };
const D: Scene = { id: 'd' };
const delivered = cutOf([A, B, C, D]);

interface Case {
  readonly ours: Timeline;
  readonly theirs: Timeline;
  readonly expected: Timeline;
  readonly conflicts?: readonly string[];
  readonly notCarried?: readonly string[];
  readonly base?: Timeline;
  readonly options?: MergeOptions;
}

const louder: Partial<Clip> = { levels: [{ frame: 0, levelDb: -6 }] };
const zoomed: Partial<Clip> = { motion: [{ frame: 0, scale: 1.5, x: 0, y: 0 }] };
const shifted: Partial<Clip> = { motion: [{ frame: 0, scale: 1, x: 0.25, y: 0 }] };
const dissolve: Partial<Clip> = { transition: { style: 'FADE', durationFrames: 10 } };
const film: Scene = { id: 'b', picture: 'film' };
const silent = (scene: Scene): Scene => ({ ...scene, voice: '' });
const remade: Scene = { ...B, picture: 'b2', voice: 'b2', words: 'New words' };
const first: Scene = { id: 'a', frames: 108, voiceFrames: 100 };
const late: Partial<Scene> = { voiceFrames: 100, lead: 8 };
const mixing = (scene: Scene): Scene => ({
  ...scene,
  more: { transition: { style: 'FADE', durationFrames: 16 } },
});
/** Scene with a picture that starts in the middle of a dissolve. */
const mixed = (scene: Scene): Scene => ({
  ...scene,
  ...late,
  more: { transition: { style: 'FADE', durationFrames: 16, framesBeforeCut: 8 } },
});

function withMarkers(cut: Timeline, name: string, note: string, frame = 0): Timeline {
  return { ...cut, markers: [{ frame, name, note }] };
}

const cases: Readonly<Record<string, Case>> = {
  'puts a replaced picture into a trimmed scene': {
    ours: cutOf([A, { ...B, frames: 80 }, C, D]),
    theirs: cutOf([A, { ...B, picture: 'b2' }, C, D]),
    expected: cutOf([A, { ...B, frames: 80, picture: 'b2' }, C, D]),
  },
  'keeps the editor’s framing of a replaced picture': {
    ours: cutOf([A, { ...B, more: zoomed }, C, D]),
    theirs: cutOf([A, { ...B, picture: 'b2' }, C, D]),
    expected: cutOf([A, { ...B, picture: 'b2', more: zoomed }, C, D]),
  },
  'lets a longer narration move what follows': {
    ours: cutOf([A, B, { ...C, frames: 70 }, D]),
    theirs: cutOf([{ ...A, voice: 'a2', frames: 130 }, B, C, D]),
    expected: cutOf([{ ...A, voice: 'a2', frames: 130 }, B, { ...C, frames: 70 }, D]),
  },
  'keeps a J-cut beside a longer narration': {
    ours: cutOf([
      { ...A, frames: 110, voiceFrames: 100 },
      { ...B, frames: 90, voiceOffset: -10, voiceFrames: 100 },
      C,
      D,
    ]),
    theirs: cutOf([{ ...A, voice: 'a2', frames: 130 }, B, C, D]),
    expected: cutOf([
      { ...A, voice: 'a2', frames: 140, voiceFrames: 130 },
      { ...B, frames: 90, voiceOffset: -10, voiceFrames: 100 },
      C,
      D,
    ]),
  },
  'puts an added scene after the one it follows': {
    ours: cutOf([A, { ...B, frames: 80 }, C, D]),
    theirs: cutOf([A, B, { id: 'x' }, C, D]),
    expected: cutOf([A, { ...B, frames: 80 }, { id: 'x' }, C, D]),
  },
  'puts an added scene after the one it follows wherever the editor put that': {
    ours: cutOf([A, C, D, B]),
    theirs: cutOf([A, B, { id: 'x' }, C, D]),
    expected: cutOf([A, C, D, B, { id: 'x' }]),
  },
  'puts a scene added at the beginning there': {
    ours: cutOf([A, B, C]),
    theirs: cutOf([{ id: 'x' }, A, B, C, D]),
    expected: cutOf([{ id: 'x' }, A, B, C]),
  },
  'removes a scene and closes its gap': {
    ours: cutOf([A, B, { ...C, frames: 60 }, D]),
    theirs: cutOf([A, C, D]),
    expected: cutOf([A, { ...C, frames: 60 }, D]),
  },
  'keeps a scene the project removed where the editor worked on it': {
    ours: cutOf([A, { ...B, frames: 60 }, C, D]),
    theirs: cutOf([A, C, D]),
    expected: cutOf([A, { ...B, frames: 60 }, C, D]),
    conflicts: ['removed b.png'],
  },
  'removes a scene the editor worked on once that is decided': {
    ours: cutOf([A, { ...B, frames: 60 }, C, D]),
    theirs: cutOf([A, C, D]),
    expected: cutOf([A, C, D]),
    conflicts: ['removed b.png'],
    options: { decisions: new Map([['removed clip 1', 'theirs']]) },
  },
  'leaves a scene out that the editor removed': {
    ours: cutOf([A, C, D]),
    theirs: cutOf([A, { ...B, picture: 'b2' }, C, { ...D, picture: 'e' }]),
    expected: cutOf([A, C, { ...D, picture: 'e' }]),
    notCarried: ['removed b.png'],
  },
  'carries another order': {
    ours: cutOf([A, { ...B, frames: 80 }, C, D]),
    theirs: cutOf([A, C, B, D]),
    expected: cutOf([A, C, { ...B, frames: 80 }, D]),
  },
  'keeps the editor’s order where both changed it': {
    ours: cutOf([B, A, C, D]),
    theirs: cutOf([A, B, D, C]),
    expected: cutOf([B, A, C, D]),
    conflicts: ['order d.png'],
  },
  'asks where both replaced a picture': {
    ours: cutOf([A, { ...B, picture: 'x' }, C, D]),
    theirs: cutOf([A, { ...B, picture: 'b2' }, C, { ...D, picture: 'e' }]),
    expected: cutOf([A, { ...B, picture: 'x' }, C, { ...D, picture: 'e' }]),
    conflicts: ['media b.png'],
  },
  'asks nothing where both made the same change': {
    ours: cutOf([A, { ...B, more: zoomed }, { ...C, frames: 80 }, D]),
    theirs: cutOf([A, { ...B, more: zoomed }, { ...C, frames: 80 }, { ...D, frames: 90 }]),
    expected: cutOf([A, { ...B, more: zoomed }, { ...C, frames: 80 }, { ...D, frames: 90 }]),
  },
  'carries a zoom and keeps a level': {
    ours: cutOf([A, { ...B, voiceMore: louder }, C, D]),
    theirs: cutOf([A, { ...B, more: zoomed }, C, D]),
    expected: cutOf([A, { ...B, more: zoomed, voiceMore: louder }, C, D]),
  },
  'keeps the editor’s zoom where both zoomed, although both cannot be taken': {
    ours: cutOf([A, { ...B, more: zoomed }, C, D]),
    theirs: cutOf([A, { ...B, more: shifted }, C, D]),
    expected: cutOf([A, { ...B, more: zoomed }, C, D]),
    conflicts: ['motion b.png'],
    options: { decisions: new Map([['motion clip 1', 'both']]) },
  },
  'takes the project’s zoom once that is decided': {
    ours: cutOf([A, { ...B, more: zoomed }, C, D]),
    theirs: cutOf([A, { ...B, more: shifted }, C, D]),
    expected: cutOf([A, { ...B, more: shifted }, C, D]),
    conflicts: ['motion b.png'],
    options: { decisions: new Map([['motion clip 1', 'theirs']]) },
  },
  'carries transitions beside the editor’s': {
    ours: cutOf([A, { ...B, more: dissolve }, C, D]),
    theirs: cutOf([A, B, C, { ...D, more: dissolve }]),
    expected: cutOf([A, { ...B, more: dissolve }, C, { ...D, more: dissolve }]),
  },
  'carries words and keeps the editor’s': {
    ours: cutOf([A, { ...B, words: 'Our words' }, C, D]),
    theirs: cutOf([A, B, { ...C, words: 'New words' }, D]),
    expected: cutOf([A, { ...B, words: 'Our words' }, { ...C, words: 'New words' }, D]),
  },
  'keeps the editor’s words where both wrote': {
    ours: cutOf([A, { ...B, words: 'Our words' }, C, D]),
    theirs: cutOf([A, { ...B, words: 'New words' }, C, D]),
    expected: cutOf([A, { ...B, words: 'Our words' }, C, D]),
    conflicts: ['captions Words of b'],
  },
  'keeps the editor’s cut of a voice that was recorded again': {
    ours: cutOf([A, { ...B, frames: 70 }, C, D]),
    theirs: cutOf([A, { ...B, voice: 'b2' }, C, { ...D, picture: 'e' }]),
    expected: cutOf([A, { ...B, frames: 70 }, C, { ...D, picture: 'e' }]),
    conflicts: ['media voice-b.wav'],
  },
  'gives both pieces of a picture the new one': {
    base: cutOf([A, film, C, D]),
    ours: cutOf([
      A,
      { ...film, frames: 40, voiceFrames: 100 },
      { ...film, id: 'b', frames: 60, voice: '', words: 'Our words', more: { sourceStartFrame: 40 } },
      C,
      D,
    ]),
    theirs: cutOf([A, { ...film, picture: 'film2' }, C, D]),
    expected: cutOf([
      A,
      { ...film, picture: 'film2', frames: 40, voiceFrames: 100 },
      {
        ...film,
        picture: 'film2',
        frames: 60,
        voice: '',
        words: 'Our words',
        more: { sourceStartFrame: 40 },
      },
      C,
      D,
    ]),
  },
  'carries a logo and keeps the editor’s order': {
    ours: cutOf([A, C, B, D]),
    theirs: cutOf([A, B, C, D], {}, 210),
    expected: cutOf([A, C, B, D], {}, 110),
  },
  'keeps a hole the editor left': {
    ours: cutOf([A, { ...C, hole: 100 }, D]),
    theirs: cutOf([{ ...A, picture: 'a2' }, B, C, D]),
    expected: cutOf([{ ...A, picture: 'a2' }, { ...C, hole: 100 }, D]),
  },
  'carries the level of the music': {
    ours: cutOf([A, { ...B, frames: 80 }, C, D]),
    theirs: cutOf([A, B, C, D], louder),
    expected: cutOf([A, { ...B, frames: 80 }, C, D], louder),
  },
  'gives back what the way through a decision list lost': {
    base: cutOf([A, { ...B, more: zoomed }, C, D], louder),
    ours: { ...cutOf([A, B, { ...C, frames: 70 }, D]), captionTracks: [], markers: [] },
    theirs: cutOf([A, { ...B, picture: 'b2', more: zoomed }, C, D], louder),
    expected: cutOf([A, { ...B, picture: 'b2', more: zoomed }, { ...C, frames: 70 }, D], louder),
    options: { formats: ['EDL'], lacking: { captions: true, markers: true } },
  },
  'gives words and markers back to an edit that came without them, also if the project has not changed': {
    ours: { ...cutOf([A, { ...C, frames: 70 }, D]), captionTracks: [], markers: [] },
    theirs: delivered,
    expected: cutOf([A, { ...C, frames: 70 }, D]),
    options: { lacking: { captions: true, markers: true } },
  },
  'takes new words where the edit came without captions, but not those of a removed scene': {
    ours: { ...cutOf([A, C, D]), captionTracks: [] },
    theirs: cutOf([A, { ...B, words: 'New words' }, { ...C, words: 'Newer words' }, D]),
    expected: cutOf([A, { ...C, words: 'Newer words' }, D]),
    options: { lacking: { captions: true, markers: false } },
  },
  'keeps the words of a scene after a removed one where pictures start in the middle of dissolves': {
    base: cutOf([first, mixed(B), mixed(C), mixed(D)]),
    ours: { ...cutOf([first, { ...C, ...late }, mixed(D)]), captionTracks: [] },
    theirs: cutOf([first, mixed(B), mixed(C), mixed({ ...D, picture: 'e' })]),
    expected: cutOf([first, { ...C, ...late }, mixed({ ...D, picture: 'e' })]),
    options: { lacking: { captions: true, markers: false } },
  },
  'takes new words of a scene after a removed one where pictures start in the middle of dissolves': {
    base: cutOf([first, mixed(B), mixed(C), mixed(D)]),
    ours: cutOf([first, { ...C, ...late }, mixed(D)]),
    theirs: cutOf([first, mixed(B), mixed({ ...C, words: 'New words' }), mixed(D)]),
    expected: cutOf([first, { ...C, ...late, words: 'New words' }, mixed(D)]),
  },
  'puts a replaced picture into an edit whose cuts came back in the middle of their dissolves': {
    base: cutOf([A, mixing(B), mixing(C), mixing(D)]),
    ours: cutOf([first, mixed(B), mixed(C), mixed({ ...D, frames: 70 })]),
    theirs: cutOf([A, mixing(B), mixing({ ...C, picture: 'e' }), mixing(D)]),
    expected: cutOf([first, mixed(B), mixed({ ...C, picture: 'e' }), mixed({ ...D, frames: 70 })]),
    options: { formats: ['FCPXML'] },
  },
  'asks nothing about the dissolve into a scene that is now the first': {
    base: cutOf([A, { ...B, more: dissolve }, C, D]),
    ours: cutOf([A, { ...B, more: dissolve }, C, { ...D, frames: 80 }]),
    theirs: cutOf([B, C, D]),
    expected: cutOf([B, C, { ...D, frames: 80 }]),
  },
  'restores the dissolves that OpenShot drops': {
    base: cutOf([A, { ...B, more: dissolve }, C, D]),
    ours: cutOf([A, B, C, { ...D, frames: 80 }]),
    theirs: cutOf([A, { ...B, more: dissolve }, { ...C, picture: 'e' }, D]),
    expected: cutOf([A, { ...B, more: dissolve }, { ...C, picture: 'e' }, { ...D, frames: 80 }]),
    options: { formats: ['PREMIERE_XML'], lost: ['TRANSITIONS'] },
  },
  'keeps a zoom the editor made although the format loses zooms': {
    ours: cutOf([A, { ...B, more: zoomed }, C, D]),
    theirs: cutOf([A, { ...B, more: shifted }, C, D]),
    expected: cutOf([A, { ...B, more: zoomed }, C, D]),
    conflicts: ['motion b.png'],
    options: { formats: ['EDL'] },
  },
  'moves markers whose notes an editor joined with their names': {
    base: withMarkers(delivered, 'Scene a', 'Words of a'),
    ours: withMarkers(cutOf([A, { ...B, frames: 80 }, C, D]), 'Scene a: Words of a', ''),
    theirs: withMarkers(cutOf([{ ...A, picture: 'a2' }, B, C, D]), 'Scene a', 'Words of a', 10),
    expected: withMarkers(
      cutOf([{ ...A, picture: 'a2' }, { ...B, frames: 80 }, C, D]),
      'Scene a: Words of a',
      '',
      10,
    ),
  },
  'takes a new picture and narration for replacements although the scenes around them moved': {
    base: cutOf([silent(A), B, silent(D), C]),
    ours: cutOf([silent(A), { ...B, voiceMore: louder }, silent(D), C]),
    theirs: cutOf([C, silent(A), remade, silent(D)]),
    expected: cutOf([C, silent(A), { ...remade, voiceMore: louder }, silent(D)]),
  },
  'carries another shape of the frame': {
    ours: cutOf([A, { ...B, frames: 80 }, C, D]),
    theirs: { ...delivered, width: 1080, height: 1920 },
    expected: { ...cutOf([A, { ...B, frames: 80 }, C, D]), width: 1080, height: 1920 },
  },
};

test.each(Object.entries(cases))('%s', (_, one) => {
  const { ours, theirs, expected, conflicts = [], notCarried = [], base = delivered, options = {} } = one;
  const result = mergeCuts({ base, ours, theirs }, options);
  const named = (changes: readonly { field: string; subject: string }[]): readonly string[] =>
    changes.map(({ field, subject }) => `${field} ${subject}`);
  expect(linesOf(result.cut)).toEqual(linesOf(expected));
  expect(named(result.conflicts)).toEqual(conflicts);
  expect([...new Set(named(result.notCarried.filter(({ field }) => field === 'removed')))]).toEqual(
    notCarried,
  );
  expect([result.cut.width, result.cut.height]).toEqual([expected.width, expected.height]);
  checkTimeline(result.cut);
});

test('holds the last frame of a clip that is shorter than its place', () => {
  const base = cutOf([A, film, C]);
  const result = mergeCuts({
    base,
    ours: cutOf([A, { ...film, more: zoomed }, C]),
    theirs: cutOf([A, { ...film, picture: 'short' }, C]),
  });
  const pictures = linesOf(result.cut).filter((line) => line.startsWith('Pictures: short'));
  expect(pictures[0]).toMatch(/^Pictures: short 100\+60 from 0/);
  expect(pictures[1]).toMatch(/^Pictures: short 160\+40 from 59/);
  checkTimeline(result.cut);
});

test('shows both pictures, each for half of the time, once that is decided', () => {
  const cuts = {
    base: delivered,
    ours: cutOf([A, { ...B, picture: 'x', frames: 91 }, C, D]),
    theirs: cutOf([A, { ...B, picture: 'film', more: zoomed }, C, D]),
  };
  const undecided = mergeCuts(cuts);
  expect(undecided.conflicts.map(({ id, mayTakeBoth }) => [id, mayTakeBoth])).toEqual([
    ['media clip 1', true],
  ]);
  const decisions = new Map([['media clip 1', 'both']] as const);
  const { cut, conflicts } = mergeCuts(cuts, { decisions });
  expect(conflicts.map(({ choice }) => choice)).toEqual(['both']);
  const pictures = linesOf(cut).filter((line) => line.startsWith('Pictures:'));
  expect(pictures.map((line) => line.split(' from')[0])).toEqual([
    'Pictures: a 0+100',
    'Pictures: x 100+46',
    'Pictures: film 146+45',
    'Pictures: c 191+100',
    'Pictures: d 291+100',
  ]);
  const others = (of: Timeline): readonly string[] =>
    linesOf(of).filter((line) => !line.startsWith('Pictures:'));
  expect(others(cut)).toEqual(others(undecided.cut));
  checkTimeline(cut);
});

test('takes a file of the same name for another where its hash differs', () => {
  const ours = cutOf([A, { ...B, frames: 80 }, C, D]);
  const hashes = { base: new Map([['a', 'one']]), theirs: new Map([['a', 'other']]) };
  const again = mergeCuts({ base: delivered, ours, theirs: { ...delivered, name: 'now' } }, { hashes });
  expect(again.carried.map(({ field, subject }) => `${field} ${subject}`)).toEqual(['media a.png']);
  expect(
    again.cut.media.filter(({ fileName }) => fileName === 'a.png').map(({ mediaId }) => mediaId),
  ).toEqual(['a', 'a-2']);
});

test('knows a file by its hash wherever it lies and whatever it is called, and names scenes as they were delivered', () => {
  const renamed = (cut: Timeline): Timeline => ({
    ...cut,
    media: cut.media.map((one) =>
      one.mediaId === 'a' ? { ...one, fileName: 'IMG_1.png', location: 'file:///elsewhere/IMG_1.png' } : one,
    ),
  });
  const of = new Map([['a', 'one']]);
  const { cut, carried, conflicts } = mergeCuts(
    {
      base: delivered,
      ours: renamed(cutOf([A, { ...B, frames: 80 }, C, D])),
      theirs: cutOf([{ ...A, picture: 'a2' }, B, C, { ...D, picture: 'x' }]),
    },
    { hashes: { base: of, ours: of, theirs: of }, sceneStarts: [0, 200, 300] },
  );
  const expected = cutOf([{ ...A, picture: 'a2' }, { ...B, frames: 80 }, C, { ...D, picture: 'x' }]);
  expect([linesOf(cut), conflicts]).toEqual([linesOf(expected), []]);
  expect(carried.map(({ field, scene }) => [field, scene])).toEqual([
    ['media', 1],
    ['media', 3],
  ]);
});

test('refuses cuts of different rates', () => {
  const theirs = { ...delivered, frameRate: { numerator: 25, denominator: 1 } };
  expect(() => mergeCuts({ base: delivered, ours: delivered, theirs })).toThrow(RangeError);
});
