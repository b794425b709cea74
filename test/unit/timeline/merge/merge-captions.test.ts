import { expect, test } from 'vitest';
import { mergeCuts } from '../../../../src-timeline/merge/merge-cuts.ts';
import type { Caption, Timeline } from '../../../../src-timeline/model/timeline.ts';
import { caption } from '../formats/sample-timelines.ts';
import { linesOf } from './cut-lines.ts';
import { cutOf, type Scene } from './scene-cuts.ts';

const scenes = ['a', 'b', 'c', 'd'].map((id): Scene => ({ id }));

/** Returns the delivered scenes with changes to some. */
function scenesWith(changes: Readonly<Record<string, Partial<Scene>>>): readonly Scene[] {
  return scenes.map((scene) => ({ ...scene, ...changes[scene.id] }));
}

function withWords(cut: Timeline, ...added: readonly Caption[]): Timeline {
  const captionTracks = cut.captionTracks.map(({ captions, ...track }) => ({
    ...track,
    captions: [...captions, ...added].toSorted((a, b) => a.startFrame - b.startFrame),
  }));
  return { ...cut, captionTracks };
}

/** Merges a new picture of the first scene into an edit that came without captions. */
function mergedCut(changes: Parameters<typeof scenesWith>[0], ...words: readonly Caption[]): Timeline {
  const cuts = {
    base: withWords(cutOf(scenes), ...words),
    ours: { ...cutOf(scenesWith(changes)), captionTracks: [] },
    theirs: withWords(cutOf(scenesWith({ a: { picture: 'a2' } })), ...words),
  };
  return mergeCuts(cuts, { lacking: { captions: true, markers: false } }).cut;
}

function wordsOf({ captionTracks }: Timeline): unknown[] {
  return (captionTracks[0]?.captions ?? []).map(({ startFrame, lines }) => [startFrame, ...lines]);
}

test('leaves out words of the end of a scene that the editor cut off', () => {
  const changes = { b: { frames: 50 }, d: { frames: 50 } };
  const late = [caption(160, 30, 'Late words of b'), caption(360, 30, 'Late words of d')];
  const expected = cutOf(scenesWith({ a: { picture: 'a2' }, ...changes }));
  expect(linesOf(mergedCut(changes, ...late))).toEqual(linesOf(expected));
});

test('places words with their sound where picture and sound are cut apart', () => {
  const changes = {
    b: { frames: 90, voiceFrames: 100 },
    c: { frames: 110, voiceOffset: 10, voiceFrames: 100 },
  };
  expect(wordsOf(mergedCut(changes, caption(192, 2, 'Last words of b')))).toEqual([
    [5, 'Words of a'],
    [105, 'Words of b'],
    [192, 'Last words of b'],
    [205, 'Words of c'],
    [305, 'Words of d'],
  ]);
});

test('moves words with a trimmed sound, and leaves out those before its start', () => {
  const changes = { b: { frames: 70, voiceMore: { sourceStartFrame: 30 } } };
  expect(wordsOf(mergedCut(changes, caption(160, 20, 'Late words of b')))).toEqual([
    [5, 'Words of a'],
    [130, 'Late words of b'],
    [175, 'Words of c'],
    [275, 'Words of d'],
  ]);
});

test('places words by the picture if the editor removed their sound', () => {
  const changes = { b: { voice: '' } };
  expect(wordsOf(mergedCut(changes))).toContainEqual([105, 'Words of b']);
});

/** Changes of an editor who let the narration of the last scene start before its picture. */
const jCut = { c: { frames: 110, voiceFrames: 100 }, d: { frames: 90, voiceFrames: 100, lead: 10 } };

test('keeps words with a sound that starts before its picture if the scene before becomes longer', () => {
  const cuts = {
    base: cutOf(scenes),
    ours: cutOf(scenesWith(jCut)),
    theirs: cutOf(scenesWith({ c: { frames: 130 } })),
  };
  const expected = cutOf(scenesWith({ ...jCut, c: { frames: 140, voiceFrames: 130 } }));
  expect(wordsOf(mergeCuts(cuts).cut)).toEqual(wordsOf(expected));
});

test('takes new words for a sound that starts before its picture without asking', () => {
  const cuts = {
    base: cutOf(scenes),
    ours: cutOf(scenesWith(jCut)),
    theirs: cutOf(scenesWith({ d: { words: 'New words' } })),
  };
  const { cut, conflicts } = mergeCuts(cuts);
  expect(conflicts).toEqual([]);
  expect(wordsOf(cut)).toEqual([
    [5, 'Words of a'],
    [105, 'Words of b'],
    [205, 'Words of c'],
    [305, 'New words'],
  ]);
});

test('keeps words with a sound that starts before its picture if the scene before is removed', () => {
  const cuts = {
    base: cutOf(scenes),
    ours: cutOf(scenesWith(jCut)),
    theirs: cutOf(scenes.filter(({ id }) => id !== 'c')),
  };
  const { cut } = mergeCuts(cuts, { decisions: new Map([['removed clip 2', 'theirs']]) });
  expect(linesOf(cut)).toContainEqual(expect.stringMatching(/: voice-d 190\+100 /));
  expect(wordsOf(cut)).toEqual([
    [5, 'Words of a'],
    [105, 'Words of b'],
    [195, 'Words of d'],
  ]);
});

test('gives words back to an edit that undid the early sound of the delivered cut', () => {
  const cuts = {
    base: cutOf(scenesWith(jCut)),
    ours: { ...cutOf(scenes), captionTracks: [] },
    theirs: cutOf(scenesWith({ ...jCut, a: { picture: 'a2' } })),
  };
  const { cut } = mergeCuts(cuts, { lacking: { captions: true, markers: false } });
  expect(wordsOf(cut)).toEqual(wordsOf(cutOf(scenes)));
});

test('keeps the words of a sound that the editor keeps beside a new one of the project', () => {
  const cuts = {
    base: cutOf(scenes),
    ours: cutOf(scenesWith({ b: { frames: 70 } })),
    theirs: cutOf(scenesWith({ b: { voice: 'b2', words: 'New words' }, c: { words: 'Newer words' } })),
  };
  const sounds = 'media clip 5';
  const kept = mergeCuts(cuts);
  expect(kept.conflicts.map(({ id }) => id)).toEqual([sounds]);
  expect(wordsOf(kept.cut).slice(1, 3)).toEqual([
    [105, 'Words of b'],
    [175, 'Newer words'],
  ]);
  const taken = mergeCuts(cuts, { decisions: new Map([[sounds, 'theirs']]) });
  expect(wordsOf(taken.cut)).toContainEqual([105, 'New words']);
});

test('takes the captions of the languages that came, and moves those of the others', () => {
  const inGerman = (cut: Timeline, word: string): Timeline => ({
    ...cut,
    captionTracks: cut.captionTracks.flatMap((track) => [
      track,
      {
        languageCode: 'de',
        captions: track.captions.map((one) => ({
          ...one,
          lines: one.lines.map((line) => line.replace('Words', word)),
        })),
      },
    ]),
  });
  const edited = scenes.slice(1);
  const remade = scenesWith({ c: { picture: 'c2' } });
  const ours = cutOf(edited);
  const [words] = ours.captionTracks;
  const own = { ...ours, captionTracks: words ? [{ ...words, captions: words.captions.slice(1) }] : [] };
  const lacking = { captions: true, except: [words?.languageCode ?? ''], markers: false };
  const base = inGerman(cutOf(scenes), 'Worte');
  for (const [theirs, expected] of [
    [base, 'Worte'],
    [inGerman(cutOf(remade), 'Wörter'), 'Wörter'],
  ] as const) {
    const { cut, conflicts } = mergeCuts({ base, ours: own, theirs }, { lacking });
    expect(cut.captionTracks.map(({ captions }) => captions.map(({ lines }) => lines.join()))).toEqual([
      ['Words of c', 'Words of d'],
      ['b', 'c', 'd'].map((scene) => `${expected} of ${scene}`),
    ]);
    expect(conflicts).toEqual([]);
  }
});
