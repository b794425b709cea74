import { detectLanguage, isSpeakable } from '@dailies/media/script';
import { ActorVoices } from '../../catalogue/actor-voices.ts';
import { VoiceCatalogue } from '../../catalogue/voice-catalogue.ts';
import type { JobKind, Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { defineWorkflow } from '../project-build/define-workflow.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import { type DraftScene, type ProjectDraft, sceneMediaOf } from '../project-build/project-draft.ts';
import { findMedia } from '../project-media.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { narrationStage } from './narration-stage.ts';
import { slidesStage } from './slides-stage.ts';
import { deckOf, type SlideshowToVideoState, slideshowToVideoStateSchema } from './state.ts';

/**
 * Returns the narration of a slide (contract supplement §4.2.3): its entry in the scripts, none if they have too few
 * entries, or the speaker notes if there are no scripts. Unspeakable text makes a silent slide.
 */
function narrationOf(slideScripts: readonly string[] | null, index: number, notes: string): string {
  const text = (slideScripts ? (slideScripts[index] ?? '') : notes).trim();
  return isSpeakable(text) ? text : '';
}

/** Matches an actor's voice to the detected language, since it was chosen before the language was known. */
async function voiceKeyOf(
  deps: BuildDeps,
  { voiceKey, languageCode }: SlideshowToVideoState,
  detected: string,
): Promise<string | null> {
  if (voiceKey === null || languageCode !== null) return voiceKey;
  const { voices } = new VoiceCatalogue(await deps.engine.voices());
  return new ActorVoices(voices).voiceKeyIn(detected, voiceKey);
}

/** Creates the stage that reads the deck's pages and their narration. */
function deckStage(deps: BuildDeps): Stage<SlideshowToVideoState> {
  return {
    name: 'script',
    weight: 4,
    run: async ({ state, signal }) => {
      const source = await findMedia(deps, state.fileId);
      const { pages } = await deps.engine.documents.openDeck(source.path, { signal });
      const slides = pages.map(({ title, text, notes }, index) => ({
        title,
        text,
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
  if (!slide) throw new Error('A slide is incomplete.');
  return {
    ...sceneMediaOf(state, index),
    text: slide.narration,
    isHeading: false,
    startsSection: true,
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
    captionStyle,
    logo,
    narration: isNarrated ? { voiceKey, speed, actorEntityId: presenter?.actorEntityId ?? null } : null,
    presenter,
    styleText: '',
  };
}

/** Creates the kind of job that turns a deck into a project with a section per page, and a movie if requested. */
export function createSlideshowToVideoKind(deps: BuildDeps & RemixDeps): JobKind {
  return defineWorkflow(deps, {
    kind: slideshowToVideoKind,
    stateSchema: slideshowToVideoStateSchema,
    stagesOf: (state) => [
      deckStage(deps),
      narrationStage(deps),
      slidesStage(deps),
      ...presenterStages(deps, state),
    ],
    draftOf: draftSlideshow,
  });
}
