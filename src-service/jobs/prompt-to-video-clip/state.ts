import { z } from 'zod';
import { buildRequestShape, buildResultShape, type WorkflowRequest } from '../project-build/project-draft.ts';

/** Request and results so far of a prompt-to-video-clip run. */
export const promptToVideoClipStateSchema = z.object({
  ...buildRequestShape,
  prompt: z.string(),
  title: z.string(),
  /** The user's pictures of what to show. */
  imageFileIds: z.array(z.string()),
  durationSeconds: z.number().int().positive(),

  /** File name in the work folder. */
  frameFileName: z.string().nullable().default(null),
  clip: z
    .object({ fileName: z.string(), durationFrames: z.number().int().positive(), hasSound: z.boolean() })
    .nullable()
    .default(null),
  ...buildResultShape,
});
export type PromptToVideoClipState = z.output<typeof promptToVideoClipStateSchema>;
export type PromptToVideoClipRequest = WorkflowRequest<typeof promptToVideoClipStateSchema>;
