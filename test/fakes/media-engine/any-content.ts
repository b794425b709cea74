import fc from 'fast-check';
import { layOutCaptions } from '../../../src-media/captions/lay-out-captions.ts';
import { placeScenes } from '../../../src-media/edit/place-scenes.ts';
import {
  type ProjectContent,
  type ProjectScene,
  samplesPerFrame,
  type SpokenWord,
  transitionStyles,
} from '../../../src-media/project-content.ts';

interface SceneSeed {
  readonly words: readonly string[];
  readonly framesPerWord: number;
  readonly rest: number;
  readonly startsSection: boolean;
  readonly isClip: boolean;
  readonly transition: ProjectScene['transition'];
}

const word = fc.constantFrom(
  'um',
  'Um,',
  'harbour',
  'lights.',
  'The',
  'boats',
  'come',
  'in',
  'erm...',
  'dusk!',
);

const sceneSeed: fc.Arbitrary<SceneSeed> = fc.record({
  words: fc.array(word, { maxLength: 8 }),
  framesPerWord: fc.integer({ min: 3, max: 20 }),
  rest: fc.integer({ min: 10, max: 60 }),
  startsSection: fc.boolean(),
  isClip: fc.boolean(),
  transition: fc.option(
    fc.record({
      style: fc.constantFrom(...transitionStyles),
      durationFrames: fc.integer({ min: 1, max: 40 }),
    }),
  ),
});

function wordsOf({ words, framesPerWord }: SceneSeed): SpokenWord[] {
  let textStart = 0;
  return words.map((text, index) => {
    const startSample = index * framesPerWord * samplesPerFrame;
    const endSample = startSample + (framesPerWord - 1) * samplesPerFrame;
    const spoken = { startSample, endSample, textStart, textEnd: textStart + text.length };
    textStart = spoken.textEnd + 1;
    return spoken;
  });
}

function sceneOf(seed: SceneSeed, index: number): ProjectScene {
  const durationFrames = seed.words.length * seed.framesPerWord + seed.rest;
  const facts = { fileId: `vg_file_p${index}`, origin: 'stock', variant: 0 } as const;
  return {
    sceneId: `scene-${index}`,
    text: seed.words.join(' '),
    isHeading: false,
    startsSection: seed.startsSection,
    startFrame: 0,
    durationFrames,
    picture: seed.isClip
      ? { ...facts, kind: 'clip', durationFrames, isAudible: false }
      : { ...facts, kind: 'still', zoom: null },
    transition: seed.transition,
    speechFileId: seed.words.length === 0 ? null : `vg_file_s${index}`,
    words: wordsOf(seed),
    presenterFileId: null,
  };
}

function contentOf(seeds: readonly SceneSeed[]): ProjectContent {
  const scenes = placeScenes(seeds.map(sceneOf));
  return {
    formatVersion: 2,
    languageCode: 'en',
    width: 1920,
    height: 1080,
    scenes,
    captions: layOutCaptions(scenes, { languageCode: 'en', aspect: { width: 16, height: 9 } }),
    captionStyle: {},
    music: null,
    logo: null,
    styleText: '',
    narration: { voiceKey: null, speed: 1, actorEntityId: null },
  };
}

/** Generates contents of one to eight scenes, with and without words, stills and clips. */
export const anyContent = fc.array(sceneSeed, { minLength: 1, maxLength: 8 }).map(contentOf);

/** Returns the flaws of a content; empty for every edit of a valid one. */
export function flawsOf({ scenes, captions }: ProjectContent): string[] {
  const flaws: string[] = [];
  let startFrame = 0;
  scenes.forEach((scene, index) => {
    const flaw = (what: string) => flaws.push(`${scene.sceneId}: ${what}`);
    if (scene.startFrame !== startFrame) flaw('not where the one before ends');
    if (scene.durationFrames < 1) flaw('has no length');
    startFrame += scene.durationFrames;
    const most = Math.min(scene.durationFrames, scenes[index - 1]?.durationFrames ?? 0) / 2;
    if ((scene.transition?.durationFrames ?? 0) > most) flaw('transition longer than half a neighbour');
    let last = { endSample: 0, textEnd: 0 };
    for (const spoken of scene.words) {
      if (spoken.startSample < last.endSample || spoken.endSample < spoken.startSample) flaw('words overlap');
      if (spoken.endSample > scene.durationFrames * samplesPerFrame) flaw('word outside of its scene');
      if (spoken.textStart < last.textEnd || spoken.textEnd > scene.text.length)
        flaw('word outside of the text');
      last = spoken;
    }
  });
  let captionEnd = 0;
  for (const caption of captions) {
    if (caption.startFrame < captionEnd || caption.durationFrames < 1) flaws.push('captions overlap');
    captionEnd = caption.startFrame + caption.durationFrames;
  }
  if (captionEnd > startFrame) flaws.push('a caption behind the end');
  return flaws;
}
