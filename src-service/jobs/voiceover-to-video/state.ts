import { z } from 'zod';
import { captionStyleSchema, transcriptSchema, visualPacingSchema } from '../../../src-shared/api/common.ts';
import { logoSchema, spokenWordSchema } from '../../store/records/project-content-schema.ts';
import { picturesRequestShape, picturesResultShape } from '../project-build/pictures-stage.ts';
import { presenterRequestShape, presenterResultShape } from '../project-build/presenter-stage.ts';
import { buildRequestShape, buildResultShape, type WorkflowRequest } from '../project-build/project-draft.ts';

/** Request and results so far of a voiceover-to-video run. */
export const voiceoverToVideoStateSchema = z.object({
  ...buildRequestShape,
  ...picturesRequestShape,
  ...presenterRequestShape,
  /** Id of the recording. */
  fileId: z.string(),
  title: z.string(),
  /** Transcript given with the upload; null splits scenes at pauses. */
  transcript: transcriptSchema.nullable(),
  pacing: visualPacingSchema,
  /** BCP 47 tag of the spoken language. */
  languageCode: z.string(),
  /** Null hides the captions. */
  captionStyle: captionStyleSchema.nullable(),
  logo: logoSchema.nullable(),

  /** One entry per scene; file names are relative to the work folder. */
  speech: z
    .array(
      z.object({
        fileName: z.string(),
        text: z.string(),
        startsParagraph: z.boolean(),
        durationFrames: z.number().int().positive(),
        words: z.array(spokenWordSchema),
      }),
    )
    .default([]),
  ...picturesResultShape,
  ...presenterResultShape,
  ...buildResultShape,
});
export type VoiceoverToVideoState = z.output<typeof voiceoverToVideoStateSchema>;
export type VoiceoverToVideoRequest = WorkflowRequest<typeof voiceoverToVideoStateSchema>;
