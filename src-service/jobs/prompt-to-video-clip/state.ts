import { z } from 'zod';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

/** What a prompt-to-video-clip run was asked for, and what its stages have made of it so far. */
export const promptToVideoClipStateSchema = z.object({
  ...buildRequestShape,
  prompt: z.string(),
  title: z.string(),
  /** Own pictures of what is to be shown. */
  imageFileIds: z.array(z.string()),
  durationSeconds: z.number().int().positive(),

  /** Names are those in the work folder. */
  frameFileName: z.string().nullable(),
  clip: z
    .object({ fileName: z.string(), durationFrames: z.number().int().positive(), hasSound: z.boolean() })
    .nullable(),
  ...buildResultShape,
});
export type PromptToVideoClipState = z.output<typeof promptToVideoClipStateSchema>;
