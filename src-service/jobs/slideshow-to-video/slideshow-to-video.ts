import { defineJobKind, type JobKind } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { finishStages } from '../project-build/finish-stages.ts';
import { presenterStages } from '../project-build/presenter-stage.ts';
import type { DraftScene, ProjectDraft } from '../project-build/project-draft.ts';
import { timelineStage } from '../project-build/timeline-stage.ts';
import type { RemixDeps } from '../remix/remix-deps.ts';
import { deckStage } from './deck-stage.ts';
import { narrationStage } from './narration-stage.ts';
import { slidesStage } from './slides-stage.ts';
import { deckOf, type SlideshowToVideoState, slideshowToVideoStateSchema } from './state.ts';

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
    lane: 'long',
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
