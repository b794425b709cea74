import { z } from 'zod';
import { captionStyleSchema } from '../../../src-shared/api/common.ts';
import { logoSchema, spokenScenesSchema } from '../../store/records/project-content-schema.ts';
import { picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape, type WorkflowRequest } from '../project-build/project-draft.ts';

/** Request and results so far of a slideshow-to-video run. */
export const slideshowToVideoStateSchema = z.object({
  ...buildRequestShape,
  ...presenterRequestShape,
  /** Id of the PDF or PowerPoint file. */
  fileId: z.string(),
  /** Narration by slide; null uses the speaker notes. */
  slideScripts: z.array(z.string()).nullable(),
  /** Null detects the language from the narration. */
  languageCode: z.string().nullable(),
  /** Null selects the best voice for the language. */
  voiceKey: z.string().nullable(),
  speed: z.number(),
  /** Null shows the pages as they are. */
  themeEntityId: z.string().nullable(),
  /** Null hides the captions. */
  captionStyle: captionStyleSchema.nullable(),
  logo: logoSchema.nullable(),

  deck: z
    .object({
      languageCode: z.string(),
      slides: z.array(
        z.object({
          title: z.string(),
          /** All text on the page. */
          text: z.string(),
          /** Empty for a silent slide. */
          narration: z.string(),
        }),
      ),
    })
    .nullable()
    .default(null),
  /** One entry per slide. */
  speech: spokenScenesSchema.default([]),
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type SlideshowToVideoState = z.output<typeof slideshowToVideoStateSchema>;
export type Slide = NonNullable<SlideshowToVideoState['deck']>['slides'][number];
export type SlideshowToVideoRequest = WorkflowRequest<typeof slideshowToVideoStateSchema>;

/** @throws if the stage that reads the deck has not run yet. */
export function deckOf(state: SlideshowToVideoState): NonNullable<SlideshowToVideoState['deck']> {
  if (!state.deck) throw new Error('The deck has not been read yet.');
  return state.deck;
}
