import { z } from 'zod';
import { buildRequestShape, buildResultShape } from '../project-build/project-draft.ts';

/** Request and results so far of a prompt-to-video-clip run. */
export const promptToVideoClipStateSchema = z.object({
  ...buildRequestShape,
  prompt: z.string(),
  title: z.string(),
  /** The user's pictures of what to show. */
  imageFileIds: z.array(z.string()),
  durationSeconds: z.number().int().positive(),

  /** File name in the work folder. */
  frameFileName: z.string().nullable(),
  clip: z
    .object({ fileName: z.string(), durationFrames: z.number().int().positive(), hasSound: z.boolean() })
    .nullable(),
  ...buildResultShape,
});
export type PromptToVideoClipState = z.output<typeof promptToVideoClipStateSchema>;
