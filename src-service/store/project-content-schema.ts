import { z } from 'zod';
import { captionStyleSchema } from '../../src-shared/api/common.ts';
import type { ProjectContent } from '../engine/project-content.ts';

const frames = z.number().int().nonnegative();

export const spokenWordSchema = z.object({
  startSample: z.number().int(),
  endSample: z.number().int(),
  textStart: z.number().int(),
  textEnd: z.number().int(),
});

const scenePictureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('still'), fileId: z.string() }),
  z.object({ kind: z.literal('clip'), fileId: z.string(), durationFrames: frames }),
]);

/** `ProjectContent` as stored with its project. */
export const projectContentSchema: z.ZodType<ProjectContent> = z.object({
  formatVersion: z.literal(1),
  languageCode: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  scenes: z.array(
    z.object({
      sceneId: z.string(),
      text: z.string(),
      isHeading: z.boolean(),
      startFrame: frames,
      durationFrames: frames,
      picture: scenePictureSchema,
      speechFileId: z.string(),
      words: z.array(spokenWordSchema),
    }),
  ),
  captions: z.array(z.object({ startFrame: frames, durationFrames: frames, lines: z.array(z.string()) })),
  captionStyle: captionStyleSchema.nullable(),
});
