import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layOutCaptions } from '../../../../src-media/captions/lay-out-captions.ts';
import { applyCleanUp } from '../../../../src-media/edit/apply-clean-up.ts';
import { lengthOfRanges, mergeRanges, placeAfterCuts } from '../../../../src-media/edit/cut-ranges.ts';
import { cutWords } from '../../../../src-media/edit/cut-words.ts';
import { fillerPhrases, findFillers } from '../../../../src-media/edit/filler-words.ts';
import { planCleanUp, type SceneSound } from '../../../../src-media/edit/plan-clean-up.ts';
import { type ProjectContent, samplesPerFrame } from '../../../../src-media/project-content.ts';
import { writtenWords } from '../../../../src-shared/script/written-words.ts';
import { anyContent, flawsOf } from '../../../fakes/media-engine/any-content.ts';

/** Returns the sounds of a content, quiet between its words and after the last. */
function soundsOf(content: ProjectContent): Map<number, SceneSound> {
  return new Map(
    content.scenes.flatMap((scene, index) => {
      if (scene.speechFileId === null) return [];
      const sampleCount = scene.durationFrames * samplesPerFrame;
      const quiet = scene.words.map(({ endSample }, word) => ({
        start: endSample,
        end: scene.words[word + 1]?.startSample ?? sampleCount,
      }));
      return [[index, { sampleCount, quiet }] as const];
    }),
  );
}

function cleaned(content: ProjectContent, wishes: Parameters<typeof planCleanUp>[2]): ProjectContent {
  const plan = planCleanUp(content, soundsOf(content), wishes);
  const scenes = plan.map((scene) => ({ ...scene, speechFileId: 'cut', presenterFileId: null }));
  return applyCleanUp(content, scenes, { layOutCaptions });
}

const phrases = fillerPhrases('en-US', []);
const pause = fc.option(fc.double({ min: 0, max: 3, noNaN: true }));

test('a cleaned content is sound, never longer than before and never without a scene', () => {
  fc.assert(
    fc.property(anyContent, pause, fc.boolean(), (content, minPauseSeconds, removes) => {
      const edited = cleaned(content, { phrases: removes ? phrases : [], minPauseSeconds });
      expect(flawsOf(edited)).toEqual([]);
      expect(edited.scenes.length).toBeGreaterThan(0);
      const length = (of: ProjectContent) => of.scenes.reduce((sum, scene) => sum + scene.durationFrames, 0);
      expect(length(edited)).toBeLessThanOrEqual(length(content));
      if (!removes && minPauseSeconds === null) expect(edited).toEqual(content);
    }),
  );
});

test('exactly the fillers are gone from the text, and words stand where the text has them', () => {
  fc.assert(
    fc.property(anyContent, (content) => {
      const edited = cleaned(content, { phrases, minPauseSeconds: null });
      const plain = (of: ProjectContent) =>
        of.scenes.flatMap(({ text, words }) =>
          words.map((word) =>
            text
              .slice(word.textStart, word.textEnd)
              .toLowerCase()
              .replace(/[^a-z]/g, ''),
          ),
        );
      const kept = plain(content).filter((word) => word !== 'um' && word !== 'erm');
      const isAllFiller = kept.length === 0 && content.scenes.every(({ words }) => words.length > 0);
      if (!isAllFiller) expect(plain(edited)).toEqual(kept);
    }),
  );
});

function scene(text: string) {
  const words = writtenWords(text, 'en').map(({ start, end }, index) => ({
    textStart: start,
    textEnd: end,
    startSample: index * 100,
    endSample: index * 100 + 90,
  }));
  return { text, words };
}

test.each([
  ['Um, the boats come in.', 'The boats come in.'],
  ['The boats, um, come in.', 'The boats come in.'],
  ['The boats come in, uh.', 'The boats come in.'],
  ['Yes. Erm, no. Hmm!', 'Yes. No.'],
  ['Umbrellas and hums stay.', 'Umbrellas and hums stay.'],
  ['We “uh” go', 'We go'],
])('%s becomes %s', (before, after) => {
  const { text, words } = scene(before);
  const removed = findFillers(
    words.map(({ textStart, textEnd }) => text.slice(textStart, textEnd)),
    phrases,
  );
  expect(cutWords({ text, words }, removed, []).text).toBe(after);
});

test('given phrases of several words are found beside the known ones, in any case', () => {
  const found = findFillers(['So,', 'You', 'know,', 'um', 'fine'], fillerPhrases('en', ['you know']));
  expect([...found].sort()).toEqual([1, 2, 3]);
  expect(findFillers(['Ähm,', 'so'], fillerPhrases('de-AT', [])).has(0)).toBe(true);
  expect(findFillers(['Ehm', 'so'], fillerPhrases('fi', [])).has(0)).toBe(true);
});

test('a pause over the border of two scenes counts as one', () => {
  const content: ProjectContent = {
    formatVersion: 2,
    languageCode: 'en',
    width: 1920,
    height: 1080,
    captions: [],
    captionStyle: {},
    music: null,
    logo: null,
    narration: null,
    styleText: '',
    scenes: [0, 1].map((index) => ({
      sceneId: `s${index}`,
      text: '',
      isHeading: false,
      startsSection: true,
      transition: null,
      startFrame: index * 30,
      durationFrames: 30,
      words: [],
      speechFileId: 's',
      presenterFileId: null,
      picture: { kind: 'still', fileId: 'p', origin: 'own', variant: 0, zoom: null },
    })),
  };
  const second = 48_000;
  const sounds = new Map([
    [0, { sampleCount: second, quiet: [{ start: second * 0.6, end: second }] }],
    [1, { sampleCount: second, quiet: [{ start: 0, end: second * 0.3 }] }],
  ]);
  const lengths = (minPauseSeconds: number) =>
    planCleanUp(content, sounds, { phrases: [], minPauseSeconds }).map(
      ({ durationFrames }) => durationFrames,
    );
  expect(lengths(0.75)).toEqual([]);
  expect(lengths(0.65)).toEqual([21, 24]);
});

/** A recording of one scene of eight words in four seconds. */
function recordingOf(
  timeOf: (index: number) => { readonly startSample: number; readonly endSample: number },
) {
  const text = 'So we went, um, extraordinarily far that afternoon.';
  const words = writtenWords(text, 'en').map(({ start, end }, index) => ({
    textStart: start,
    textEnd: end,
    ...timeOf(index),
  }));
  const content: ProjectContent = {
    formatVersion: 2,
    languageCode: 'en',
    width: 1920,
    height: 1080,
    captions: [],
    captionStyle: {},
    music: null,
    logo: null,
    narration: null,
    styleText: '',
    scenes: [
      {
        sceneId: 's',
        text,
        isHeading: false,
        startsSection: true,
        transition: null,
        startFrame: 0,
        durationFrames: 120,
        words,
        speechFileId: 's',
        presenterFileId: null,
        picture: { kind: 'still', fileId: 'p', origin: 'own', variant: 0, zoom: null },
      },
    ],
  };
  return (...silences: readonly (readonly [number, number])[]) => {
    const quiet = silences.map(([start, end]) => ({ start: start * 48_000, end: end * 48_000 }));
    const sounds = new Map([[0, { sampleCount: 4 * 48_000, quiet }]]);
    return planCleanUp(content, sounds, { phrases, minPauseSeconds: null }).map(({ cuts, text }) => ({
      cuts: cuts.map(({ start, end }) => [start / 48_000, end / 48_000]),
      text,
    }));
  };
}

const withoutFiller = 'So we went extraordinarily far that afternoon.';

test.each([
  ['no silence', []],
  ['a silence only before it', [[1.3, 1.5]]],
  ['a silence only after it', [[1.9, 2.1]]],
  [
    'silences too far from it',
    [
      [1.1, 1.3],
      [2.2, 2.4],
    ],
  ],
  ['one long silence over its whole time', [[1.2, 2.2]]],
] as const)('a filler at an estimated time stays in sound and text with %s', (_name, silences) => {
  const plan = recordingOf((index) => ({ startSample: index * 24_000, endSample: (index + 1) * 24_000 }));
  expect(plan(...silences)).toEqual([]);
});

test('a filler at an estimated time is cut at the silences that confirm it', () => {
  const plan = recordingOf((index) => ({ startSample: index * 24_000, endSample: (index + 1) * 24_000 }));
  expect(plan([1.3, 1.55], [1.9, 2.1])).toEqual([{ cuts: [[1.55, 2.1]], text: withoutFiller }]);
});

test('a filler at a measured time is cut without silences', () => {
  const edges = [0, 0.3, 0.5, 1.2, 1.9, 2.9, 3.1, 3.3, 4].map((seconds) => seconds * 48_000);
  const plan = recordingOf((index) => ({ startSample: edges[index] ?? 0, endSample: edges[index + 1] ?? 0 }));
  expect(plan()).toEqual([{ cuts: [[1.2, 1.9]], text: withoutFiller }]);
});

test('samples keep their order behind cuts, and what is behind them all moves by their length', () => {
  const ranges = fc.array(
    fc.tuple(fc.nat(1000), fc.nat(200)).map(([start, more]) => ({ start, end: start + more })),
  );
  fc.assert(
    fc.property(ranges, fc.nat(2000), (given, sample) => {
      const cuts = mergeRanges(given);
      cuts.slice(1).forEach(({ start }, index) => expect(start).toBeGreaterThan(cuts[index]?.end ?? 0));
      expect(placeAfterCuts(sample, cuts)).toBeLessThanOrEqual(placeAfterCuts(sample + 1, cuts));
      expect(placeAfterCuts(5000, cuts)).toBe(5000 - lengthOfRanges(cuts));
    }),
  );
});
