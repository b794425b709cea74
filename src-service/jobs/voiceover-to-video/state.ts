import { z } from 'zod';
import { captionStyleSchema, transcriptSchema, visualPacingSchema } from '../../../src-shared/api/common.ts';
import { logoSchema, spokenWordSchema } from '../../store/project-content-schema.ts';
import { picturesRequestShape, picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

/** What a voiceover-to-video run was asked for, and what its stages have made of it so far. */
export const voiceoverToVideoStateSchema = z.object({
  ...buildRequestShape,
  ...picturesRequestShape,
  ...presenterRequestShape,
  /** The recording. */
  fileId: z.string(),
  title: z.string(),
  /** As given with the upload; null: pauses separate the scenes. */
  transcript: transcriptSchema.nullable(),
  pacing: visualPacingSchema,
  /** BCP 47 tag of what is said. */
  languageCode: z.string(),
  /** Null hides the captions. */
  captionStyle: captionStyleSchema.nullable(),
  logo: logoSchema.nullable(),

  /** One per scene; names are those in the work folder. */
  speech: z.array(
    z.object({
      fileName: z.string(),
      text: z.string(),
      startsParagraph: z.boolean(),
      durationFrames: z.number().int().positive(),
      words: z.array(spokenWordSchema),
    }),
  ),
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type VoiceoverToVideoState = z.output<typeof voiceoverToVideoStateSchema>;

/** What a run is asked for, before any stage. */
export type VoiceoverToVideoRequest = Omit<
  VoiceoverToVideoState,
  'speech' | 'pictures' | 'presenters' | 'mediaFileIds'
>;
