import { detectLanguage, isSpeakable } from '@dailies/media/script';
import { ActorVoices } from '../../catalogue/actor-voices.ts';
import { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import { defineJobKind, type JobKind, type Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import type { DraftScene, ProjectDraft } from '../project-build/project-draft.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import { findMedia } from '../project-media.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { narrationStage } from './narration-stage.ts';
import { slidesStage } from './slides-stage.ts';
import { deckOf, type SlideshowToVideoState, slideshowToVideoStateSchema } from './state.ts';

/**
 * What is said on a slide (contract supplement §4.2.3): its entry of the scripts, nothing where they are too few,
 * its speaker notes where there are none at all. Text nobody can speak makes a silent slide.
 */
function narrationOf(slideScripts: readonly string[] | null, index: number, notes: string): string {
  const text = (slideScripts ? (slideScripts[index] ?? '') : notes).trim();
  return isSpeakable(text) ? text : '';
}

/** An actor's voice was chosen before the language was known; it is matched to it. */
async function voiceKeyOf(
  deps: BuildDeps,
  { voiceKey, languageCode }: SlideshowToVideoState,
  detected: string,
): Promise<string | null> {
  if (voiceKey === null || languageCode !== null) return voiceKey;
  const { voices } = new VoiceCatalogue(await deps.engine.voices());
  return new ActorVoices(voices).voiceKeyIn(detected, voiceKey);
}

/** Reads the pages of the deck and what is said on each. */
function deckStage(deps: BuildDeps): Stage<SlideshowToVideoState> {
  return {
    name: 'script',
    weight: 4,
    run: async ({ state, signal }) => {
      const source = await findMedia(deps, state.fileId);
      const { pages } = await deps.engine.documents.openDeck(source.path, { signal });
      const slides = pages.map(({ title, text, notes }, index) => ({
        ...{ title, text },
        narration: narrationOf(state.slideScripts, index, notes),
      }));
      const said = slides.map(({ narration }) => narration).join(' ');
      const written = slides.map(({ text }) => text).join(' ');
      const languageCode = state.languageCode ?? detectLanguage(said.trim() === '' ? written : said);
      const voiceKey = await voiceKeyOf(deps, state, languageCode);
      return { state: { ...state, voiceKey, deck: { languageCode, slides } } };
    },
    isIntact: (state) => state.deck !== null,
  };
}

export const slideshowToVideoKind = 'slideshow-to-video';

function draftSlide(state: SlideshowToVideoState, index: number): DraftScene {
  const slide = deckOf(state).slides[index];
  const spoken = state.speech[index];
  const picture = state.pictures[index];
  if (!slide || !spoken || !picture) throw new Error('A slide is incomplete.');
  return {
    text: slide.narration,
    isHeading: false,
    startsSection: true,
    durationFrames: spoken.durationFrames,
    words: spoken.words,
    speechFileName: spoken.fileName,
    presenterFileName: state.presenters[index] ?? null,
    picture,
    pictureOrigin: 'own',
    isAudible: false,
  };
}

function draftSlideshow(state: SlideshowToVideoState): ProjectDraft {
  const { captionStyle, logo, voiceKey, speed, presenter } = state;
  const { languageCode, slides } = deckOf(state);
  const isNarrated = slides.some(({ narration }) => narration !== '');
  return {
    languageCode,
    scenes: slides.map((_slide, index) => draftSlide(state, index)),
    ...{ captionStyle, logo },
    narration: isNarrated ? { voiceKey, speed, actorEntityId: presenter?.actorEntityId ?? null } : null,
    styleText: '',
  };
}

/** A deck becomes a project with a section for each page, and a movie when one was asked for. */
export function createSlideshowToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineJobKind({
    kind: slideshowToVideoKind,
    queue: 'long',
    stateSchema: slideshowToVideoStateSchema,
    stagesOf: (state) => [
      deckStage(deps),
      narrationStage(deps),
      slidesStage(deps),
      ...presenterStages(deps, state),
      timelineStage(deps, draftSlideshow),
      ...finishStages(deps, state),
    ],
  });
}
