import { z } from 'zod';
import {
  contentPolicyConfigSchema,
  idListSchema,
  idSchema,
  jobFields,
  markModeSchema,
  modelQualitySchema,
  noteSchema,
  openEnum,
  pageOf,
  pageQueryFields,
  queryBooleanSchema,
  spokenTextSchema,
  textSchema,
  unixSecondsSchema,
  wantedAspectRatioSchema,
} from './common.ts';
import { fileInfoSchema, fileTypes } from './files.ts';
import { withOldNames } from './old-names.ts';

/** Fields that every tool start takes (contract supplement §2.6). */
const tail = {
  numResults: z.number().int().min(1).max(100).default(1),
  isOutputTemporary: z.boolean().default(false),
  hideFromUi: z.boolean().default(false),
};
const markedTail = { ...tail, watermarkMode: markModeSchema.default('AUTO') };
const prompt = spokenTextSchema;
const fourIds = z.array(idSchema).max(4);

export const generateImageSchema = z.object({
  prompt,
  imageFileIds: fourIds.optional(),
  entityIds: idListSchema.optional(),
  aspectRatio: wantedAspectRatioSchema,
  quality: modelQualitySchema.optional(),
  contentPolicyConfig: contentPolicyConfigSchema.optional(),
  ...markedTail,
});

/** Requires at least one of the six inputs (specification §4.5). Dialogue counts only if it is not blank. */
export const generateVideoClipSchema = z
  .object({
    prompt: textSchema.optional(),
    startFrameFileId: idSchema.optional(),
    imageFileIds: fourIds.optional(),
    videoFileIds: fourIds.optional(),
    audioFileIds: fourIds.optional(),
    spokenDialogue: textSchema.optional(),
    voiceDescription: noteSchema.optional(),
    generateAudio: z.boolean().default(false),
    suppressBackgroundMusic: z.boolean().default(false),
    durationSeconds: z.number().int().min(1).max(30).nullish(),
    aspectRatio: wantedAspectRatioSchema,
    quality: modelQualitySchema.optional(),
    contentPolicyConfig: contentPolicyConfigSchema.optional(),
    ...markedTail,
  })
  .refine(
    (body) =>
      [body.prompt, body.spokenDialogue].some((text) => text !== undefined && text.trim() !== '') ||
      body.startFrameFileId !== undefined ||
      [body.imageFileIds, body.videoFileIds, body.audioFileIds].some(
        (ids) => ids !== undefined && ids.length > 0,
      ),
    'needs one of prompt, startFrameFileId, imageFileIds, videoFileIds, audioFileIds, spokenDialogue',
  );

const subToolModeSchema = z.enum(['AUTO', 'ENABLED', 'DISABLED']).default('AUTO');
export const generateMotionGraphicSchema = z.object({
  prompt,
  fileIds: z.array(idSchema).max(8).optional(),
  entityIds: idListSchema.optional(),
  durationSeconds: z.number().int().min(1).max(300).nullish(),
  aspectRatio: wantedAspectRatioSchema,
  transparentBackground: z.boolean().default(true),
  subToolModes: z
    .object({
      generateImages: subToolModeSchema,
      generateVideoClips: subToolModeSchema,
      generateVoiceover: subToolModeSchema,
      searchStockMedia: subToolModeSchema,
    })
    .partial()
    .optional(),
  ...tail,
});

export const textToSpeechSchema = z.object({
  ttsText: z.string().min(1).max(100_000),
  voiceId: z.string().min(1).max(200),
  speechLanguageCode: z.string().max(35).nullish(),
  pronunciationReplacements: z
    .array(z.object({ original: z.string().min(1).max(500), replacement: z.string().max(500) }))
    .max(1_000)
    .optional(),
  autoExpandPronunciationReplacements: z.boolean().default(false),
  voiceSpeed: z.number().min(0.5).max(2).optional(),
  ...tail,
});

export const generateSoundEffectSchema = z.object({
  prompt,
  durationSeconds: z.number().min(1).max(30).nullish(),
  promptInfluence: z.number().min(0).max(1).nullish(),
  ...tail,
});

export const generateMusicSchema = z.object({ prompt, ...tail });

export const generateAvatarSchema = withOldNames(
  { audioStorageFileId: 'audioFileId' },
  z.object({
    actorEntityId: idSchema,
    audioFileId: idSchema,
    avatarQuality: modelQualitySchema.optional(),
    ...markedTail,
  }),
);

export const imageToolSchema = withOldNames(
  { imageStorageFileId: 'imageFileId' },
  z.object({ imageFileId: idSchema, ...markedTail }),
);
export const videoToolSchema = withOldNames(
  { videoStorageFileId: 'videoFileId' },
  z.object({ videoFileId: idSchema, ...markedTail }),
);

export const startedToolSchema = z.object({ toolExecutionId: idSchema });

const toolResultSchema = z.object({
  fileId: idSchema,
  type: openEnum(fileTypes),
  downloadUrl: z.string().nullable(),
  downloadUrlExpiresAt: unixSecondsSchema.nullable(),
  thumbnailUrl: z.string().nullable(),
  thumbnailUrlExpiresAt: unixSecondsSchema.nullable(),
  file: fileInfoSchema,
});

/** The execution record (contract supplement §4.1). */
export const toolExecutionSchema = z.object({
  toolExecutionId: idSchema,
  toolType: z.string(),
  ...jobFields,
  results: z.array(toolResultSchema),
});

export const toolExecutionListQuerySchema = z.object({
  ...pageQueryFields,
  selfOnly: queryBooleanSchema.optional(),
});
export const toolExecutionListSchema = pageOf('toolExecutions', toolExecutionSchema);
