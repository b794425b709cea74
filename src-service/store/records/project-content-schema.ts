import { pictureOrigins, type ProjectContent, transitionStyles } from '@dailies/media/project';
import { z } from 'zod';
import { captionStyleSchema } from '../../../src-shared/api/common.ts';
import { logoPositions } from '../../../src-shared/api/remix.ts';

const frames = z.number().int().nonnegative();

export const spokenWordSchema = z.object({
  startSample: z.number().int(),
  endSample: z.number().int(),
  textStart: z.number().int(),
  textEnd: z.number().int(),
});

/** Speech of scenes, one entry each; the file is null if nobody speaks. */
export const spokenScenesSchema = z.array(
  z.object({
    fileName: z.string().nullable(),
    durationFrames: z.number().int().positive(),
    words: z.array(spokenWordSchema),
  }),
);

const stillZoomSchema = z.object({
  fromScale: z.number(),
  toScale: z.number(),
  centerX: z.number(),
  centerY: z.number(),
});

const pictureFields = {
  fileId: z.string(),
  origin: z.enum(pictureOrigins),
  variant: frames,
  sourceFileId: z.string().optional(),
  fittedFileId: z.string().optional(),
  styleText: z.string().optional(),
  prompt: z.string().optional(),
  largeFileId: z.string().optional(),
};
const scenePictureSchema = z.discriminatedUnion('kind', [
  z.object({ ...pictureFields, kind: z.literal('still'), zoom: stillZoomSchema.nullable() }),
  z.object({
    ...pictureFields,
    kind: z.literal('clip'),
    durationFrames: frames,
    isAudible: z.boolean(),
    motionPrompt: z.string().optional(),
  }),
]);

export const logoSchema = z.object({
  fileId: z.string(),
  position: z.enum(logoPositions),
  sizePercent: z.number(),
});

export const presenterSchema = z.object({ actorEntityId: z.string(), side: z.number().int().positive() });

const currentSchema = z.object({
  formatVersion: z.literal(2),
  languageCode: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  scenes: z.array(
    z.object({
      sceneId: z.string(),
      title: z.string().optional(),
      text: z.string(),
      isHeading: z.boolean(),
      startsSection: z.boolean(),
      startFrame: frames,
      durationFrames: frames,
      minDurationFrames: frames.optional(),
      picture: scenePictureSchema,
      transition: z.object({ style: z.enum(transitionStyles), durationFrames: frames }).nullable(),
      speechFileId: z.string().nullable(),
      words: z.array(spokenWordSchema),
      presenterFileId: z.string().nullable(),
    }),
  ),
  captions: z.array(z.object({ startFrame: frames, durationFrames: frames, lines: z.array(z.string()) })),
  captionStyle: captionStyleSchema.nullable(),
  hiddenCaptionStyle: captionStyleSchema.optional(),
  music: z.object({ fileId: z.string(), volume: z.number() }).nullable(),
  logo: logoSchema.nullable(),
  narration: z
    .object({ voiceKey: z.string().nullable(), speed: z.number(), actorEntityId: z.string().nullable() })
    .nullable(),
  presenter: presenterSchema.optional(),
  styleText: z.string(),
});

const firstSceneSchema = z.looseObject({ picture: z.looseObject({ kind: z.string() }) });
const firstVersionSchema = z.looseObject({ formatVersion: z.literal(1), scenes: z.array(firstSceneSchema) });

/** Upgrades content of version 1, which had only hard cuts and no music, logo or zooms. */
function upgradeContent(stored: unknown): unknown {
  const first = firstVersionSchema.safeParse(stored);
  if (!first.success) return stored;
  const scenes = first.data.scenes.map((scene, index) => ({
    ...scene,
    startsSection: index === 0,
    picture: {
      ...scene.picture,
      origin: scene.picture.kind === 'clip' ? 'own' : 'drawn',
      variant: 0,
      ...(scene.picture.kind === 'clip' ? { isAudible: false } : { zoom: null }),
    },
    transition: null,
    presenterFileId: null,
  }));
  const narration = { voiceKey: null, speed: 1, actorEntityId: null };
  return { ...first.data, formatVersion: 2, scenes, music: null, logo: null, narration, styleText: '' };
}

/** Schema of stored `ProjectContent`; upgrades content of earlier versions. */
export const projectContentSchema: z.ZodType<ProjectContent> = z.preprocess(upgradeContent, currentSchema);
