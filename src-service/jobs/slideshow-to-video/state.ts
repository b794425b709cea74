import { z } from 'zod';
import { captionStyleSchema } from '../../../src-shared/api/common.ts';
import { logoSchema, spokenScenesSchema } from '../../store/project-content-schema.ts';
import { picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

/** What a slideshow-to-video run was asked for, and what its stages have made of it so far. */
export const slideshowToVideoStateSchema = z.object({
  ...buildRequestShape,
  ...presenterRequestShape,
  /** The PDF or PowerPoint file. */
  fileId: z.string(),
  /** What is said on which slide; null: the speaker notes. */
  slideScripts: z.array(z.string()).nullable(),
  /** Null: detected from what is said. */
  languageCode: z.string().nullable(),
  /** Null: the best voice for the language. */
  voiceKey: z.string().nullable(),
  speed: z.number(),
  /** Null: the pages are shown as they are. */
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
          /** Everything that is written on it. */
          text: z.string(),
          /** Empty on a silent slide. */
          narration: z.string(),
        }),
      ),
    })
    .nullable(),
  /** One per slide. */
  speech: spokenScenesSchema,
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type SlideshowToVideoState = z.output<typeof slideshowToVideoStateSchema>;
export type Slide = NonNullable<SlideshowToVideoState['deck']>['slides'][number];

/** What a run is asked for, before any stage. */
export type SlideshowToVideoRequest = Omit<
  SlideshowToVideoState,
  'deck' | 'speech' | 'pictures' | 'presenters' | 'mediaFileIds'
>;

/** @throws when a stage is run before the one that reads the deck. */
export function deckOf(state: SlideshowToVideoState): NonNullable<SlideshowToVideoState['deck']> {
  if (!state.deck) throw new Error('The deck has not been read yet.');
  return state.deck;
}
