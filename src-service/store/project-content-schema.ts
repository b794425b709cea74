import { z } from 'zod';
import { captionStyleSchema } from '../../src-shared/api/common.ts';
import { logoPositions, pictureOrigins, transitionStyles } from '../engine/project-content.ts';
import type { ProjectContent } from '../engine/project-content.ts';

const frames = z.number().int().nonnegative();

export const spokenWordSchema = z.object({
  startSample: z.number().int(),
  endSample: z.number().int(),
  textStart: z.number().int(),
  textEnd: z.number().int(),
});

const stillZoomSchema = z.object({
  fromScale: z.number(),
  toScale: z.number(),
  centerX: z.number(),
  centerY: z.number(),
});

const pictureFields = { fileId: z.string(), origin: z.enum(pictureOrigins), variant: frames };
const scenePictureSchema = z.discriminatedUnion('kind', [
  z.object({ ...pictureFields, kind: z.literal('still'), zoom: stillZoomSchema.nullable() }),
  z.object({ ...pictureFields, kind: z.literal('clip'), durationFrames: frames, isAudible: z.boolean() }),
]);

/** `ProjectContent` as stored with its project. */
export const projectContentSchema: z.ZodType<ProjectContent> = z.object({
  formatVersion: z.literal(2),
  languageCode: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  scenes: z.array(
    z.object({
      sceneId: z.string(),
      text: z.string(),
      isHeading: z.boolean(),
      startsSection: z.boolean(),
      startFrame: frames,
      durationFrames: frames,
      picture: scenePictureSchema,
      transition: z.object({ style: z.enum(transitionStyles), durationFrames: frames }).nullable(),
      speechFileId: z.string().nullable(),
      words: z.array(spokenWordSchema),
      presenterFileId: z.string().nullable(),
    }),
  ),
  captions: z.array(z.object({ startFrame: frames, durationFrames: frames, lines: z.array(z.string()) })),
  captionStyle: captionStyleSchema.nullable(),
  music: z.object({ fileId: z.string(), volume: z.number() }).nullable(),
  logo: z.object({ fileId: z.string(), position: z.enum(logoPositions), sizePercent: z.number() }).nullable(),
  narration: z
    .object({ voiceKey: z.string().nullable(), speed: z.number(), actorEntityId: z.string().nullable() })
    .nullable(),
  styleText: z.string(),
});
