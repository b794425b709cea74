import { detectLanguage, isSpeakable } from '@dailies/media/script';
import type { Stage } from '../job-kind.ts';
import type { BuildDeps } from '../project-build/build-deps.ts';
import { findMedia } from '../project-media.ts';
import type { SlideshowToVideoState } from './state.ts';

/**
 * What is said on a slide (contract supplement §4.2.3): its entry of the scripts, nothing where they are too few,
 * its speaker notes where there are none at all. Text nobody can speak makes a silent slide.
 */
function narrationOf(slideScripts: readonly string[] | null, index: number, notes: string): string {
  const text = (slideScripts ? (slideScripts[index] ?? '') : notes).trim();
  return isSpeakable(text) ? text : '';
}

/** Reads the pages of the deck and what is said on each. */
export function deckStage(deps: BuildDeps): Stage<SlideshowToVideoState> {
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
      return { state: { ...state, deck: { languageCode, slides } } };
    },
    isIntact: (state) => state.deck !== null,
  };
}
