import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import { linesOf } from './cut-lines.ts';
import { clipsOn, cutApart, withItems } from './piece-cuts.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const [A, B, C, D] = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id })) as [Scene, Scene, Scene, Scene];
const base = cutOf([A, B, C, D]);
/** Cut in which the third scene is heard before it is seen. */
const early = [
  A,
  { ...B, frames: 110, voiceFrames: 100 },
  { ...C, frames: 90, voiceFrames: 100, lead: 10 },
  D,
];
/** Cut in which the second scene is still heard when the third is seen. */
const late = [
  A,
  { ...B, frames: 90, voiceFrames: 100 },
  { ...C, frames: 110, voiceFrames: 100, voiceOffset: 10 },
  D,
];
/** Edit that ends the second scene later. */
const longer = [A, { ...B, frames: 120 }, C, D];
/** The same, and the third scene starts later by as much. */
const rolled = [A, { ...B, frames: 120 }, { ...C, frames: 80, voiceMore: { sourceStartFrame: 20 } }, D];

test.each([
  { edit: 'rolled', mine: rolled, start: 'early', other: early },
  { edit: 'rolled', mine: rolled, start: 'late', other: late },
  { edit: 'lengthened', mine: longer, start: 'early', other: early },
])('asks where the editor $edit a cut whose sound the project lets start $start', ({ mine, other }) => {
  const ours = cutOf(mine);
  const { cut, conflicts } = mergeCuts({ base, ours, theirs: cutOf(other) });
  expect(conflicts.map(({ id }) => id)).toContain('place clip 6');
  const soundOf = (of: typeof cut): readonly string[] =>
    linesOf(of).filter((line) => line.startsWith('Speech'));
  expect(soundOf(cut)).toEqual(soundOf(ours));
});

/** Cut in which words and marker of the third scene start late too, with its sound. */
const allLate = late.map((scene) => (scene.id === 'c' ? { ...scene, voiceOffset: 0, lead: -10 } : scene));

test.each([
  { start: 'early', other: early },
  { start: 'late', other: allLate },
])(
  'leaves words and markers with the sound that stays where the project lets it start $start',
  ({ other }) => {
    const ours = cutOf(rolled);
    const undecided = mergeCuts({ base, ours, theirs: cutOf(other) });
    expect(linesOf(undecided.cut)).toEqual(linesOf(ours));
    expect(undecided.carried).toEqual([]);
    const decisions = new Map(undecided.conflicts.map(({ id }) => [id, 'theirs'] as const));
    const { cut } = mergeCuts({ base, ours, theirs: cutOf(other) }, { decisions });
    const wordsOf = (of: typeof cut): readonly string[] =>
      linesOf(of).filter((line) => /Words of c|Scene c/.test(line));
    expect(wordsOf(cut)).toEqual(wordsOf(cutOf(other)));
  },
);

test('leaves words with a sound whose beginning the project cut off if the editor’s cut of it stays', () => {
  const words = (offset: number, text: string) => ({
    startFrame: 100 + offset,
    durationFrames: 20,
    lines: [text],
  });
  const withWords = (cut: typeof base, ...offsets: readonly number[]): typeof base => ({
    ...cut,
    captionTracks: [
      {
        languageCode: 'en',
        captions: offsets.map((offset, index) => words(offset, `Words ${String(index)}`)),
      },
    ],
  });
  const film: Scene = { id: 'b', picture: 'film' };
  const trimmed = {
    ...film,
    frames: 70,
    more: { sourceStartFrame: 30 },
    voiceMore: { sourceStartFrame: 30 },
  };
  const ours = withWords(cutOf([A, { ...film, frames: 80 }, C, D]), 40, 60);
  const { cut, conflicts, carried } = mergeCuts({
    base: withWords(cutOf([A, film, C, D]), 40, 60),
    ours,
    theirs: withWords(cutOf([A, trimmed, C, D]), 10, 30),
  });
  expect(conflicts.map(({ id }) => id)).toEqual(['cut clip 1', 'cut clip 5']);
  expect(carried.map(({ id }) => id)).toEqual(['cut clip 8']);
  expect(linesOf(cut)).toEqual(linesOf(ours));
});

test('lets the sound of a cut that the editor left alone start as the project has it', () => {
  const { cut, conflicts } = mergeCuts({
    base,
    ours: cutOf([{ ...A, frames: 80 }, B, C, D]),
    theirs: cutOf(early),
  });
  expect(conflicts).toEqual([]);
  expect(linesOf(cut)).toContain('Speech: voice-c 180+100 from 0');
});

test('asks nothing about the order of a picture that the editor only divided', () => {
  const ours = withItems(base, 'Pictures', 1, cutApart(40));
  const { cut, conflicts } = mergeCuts({ base, ours, theirs: cutOf([A, C, B, D]) });
  expect(conflicts).toEqual([]);
  expect(clipsOn('Pictures', cut).map(({ mediaId }) => mediaId)).toEqual(['a', 'c', 'b', 'b', 'd']);
});

test('takes new words of a scene without sound although the editor rolled its cut over them', () => {
  const silent = [A, { ...B, voice: '' }, { ...C, voice: '' }, D];
  const delivered = cutOf(silent);
  const pictures = cutOf([A, { ...B, frames: 110 }, { ...C, frames: 90 }, D]).tracks[0];
  if (!pictures) throw new Error('The cut lacks pictures.');
  const ours = { ...delivered, tracks: [pictures, ...delivered.tracks.slice(1)] };
  const theirs = cutOf(silent.map((scene) => (scene.id === 'c' ? { ...scene, words: 'New words' } : scene)));
  const { cut, conflicts } = mergeCuts({ base: delivered, ours, theirs });
  expect(conflicts).toEqual([]);
  expect(linesOf(cut)).toContain('205+40 New words');
  expect(linesOf(cut)).not.toContain('205+40 Words of c');
});

test('moves words and a marker with the scene that the editor moved them to', () => {
  const silent = [A, { ...B, voice: '' }, { ...C, voice: '' }, D];
  const delivered = cutOf(silent);
  const ours = {
    ...delivered,
    captionTracks: delivered.captionTracks.map((track) => ({
      ...track,
      captions: track.captions
        .map((one) => (one.startFrame === 105 ? { ...one, startFrame: 250 } : one))
        .toSorted((a, b) => a.startFrame - b.startFrame),
    })),
    markers: (delivered.markers ?? []).map((one) => (one.frame === 100 ? { ...one, frame: 260 } : one)),
  };
  const theirs = cutOf(silent.toSpliced(2, 0, { id: 'x' }));
  const { cut } = mergeCuts({ base: delivered, ours, theirs });
  expect(linesOf(cut)).toContain('350+40 Words of b');
  expect(linesOf(cut)).toContain('360 Scene b');
});

test('leaves words and a marker at their time in the picture where both sides cut off its beginning', () => {
  const film: Scene = { id: 'b', picture: 'film' };
  const trimmed = (head: number): Scene => ({
    ...film,
    frames: 100 - head,
    more: { sourceStartFrame: head },
    voiceMore: { sourceStartFrame: head },
  });
  const withMarker = (cut: typeof base): typeof base => ({
    ...cut,
    markers: [...(cut.markers ?? []), { frame: 108, name: 'Own', note: '' }].toSorted(
      (one, other) => one.frame - other.frame,
    ),
  });
  const ours = withMarker(cutOf([A, trimmed(20), C]));
  const { cut, carried } = mergeCuts({
    base: withMarker(cutOf([A, film, C])),
    ours,
    theirs: withMarker(cutOf([A, trimmed(10), C])),
  });
  expect(linesOf(cut)).toEqual(linesOf(ours));
  expect(carried.map(({ field }) => field)).toEqual(['cut']);
});

test('trims a sound that would start before the film', () => {
  const ours = cutOf([
    { ...A, frames: 110, voiceFrames: 100 },
    { ...B, frames: 90, voiceFrames: 100, lead: 10 },
    C,
    D,
  ]);
  const decisions = new Map([['removed clip 0', 'theirs']] as const);
  const { cut } = mergeCuts({ base, ours, theirs: cutOf([B, C, D]) }, { decisions });
  const expected = cutOf([{ ...B, frames: 90, voiceMore: { sourceStartFrame: 10 } }, C, D]);
  const clipsOf = (of: typeof cut): readonly string[] => linesOf(of).filter((line) => /^[A-Z]/.test(line));
  expect(clipsOf(cut)).toEqual(clipsOf(expected));
});
