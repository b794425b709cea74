import { z } from 'zod';
import {
  aspectRatioSchema,
  captionStyleSchema,
  idSchema,
  jobFields,
  maxListed,
  modelQualitySchema,
  noteSchema,
  pageOf,
  spokenNoteSchema,
  spokenTextSchema,
} from './common.ts';
import { withOldNames } from './old-names.ts';

const transitionStyleSchema = z.enum(['DYNAMIC', 'NONE', 'FADE', 'RISE', 'PAN', 'POP', 'WIPE']);
/** Corners and edges of the frame where a logo can be placed. */
export const logoPositions = [
  'TOP_LEFT',
  'TOP_CENTER',
  'TOP_RIGHT',
  'BOTTOM_LEFT',
  'BOTTOM_CENTER',
  'BOTTOM_RIGHT',
] as const;
const logoPositionSchema = z.enum(logoPositions);

/** The fifteen remix actions (contract supplement §4.3.1) in their current spelling. */
export const currentRemixActionSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('SET_BACKGROUND_MUSIC'),
    fileId: idSchema.nullish(),
    volume: z.number().min(0).max(1).nullish(),
  }),
  z.object({
    type: z.literal('SET_LOGO'),
    fileId: idSchema.nullish(),
    position: logoPositionSchema.nullish(),
    sizePercent: z.number().nullish(),
  }),
  z.object({ type: z.literal('ENABLE_CAPTIONS'), captionStyle: captionStyleSchema.nullish() }),
  z.object({ type: z.literal('DISABLE_CAPTIONS') }),
  z.object({
    type: z.literal('ADD_TRANSITIONS'),
    sectionTransition: transitionStyleSchema.nullish(),
    assetTransition: transitionStyleSchema.nullish(),
  }),
  z.object({ type: z.literal('ADD_ZOOM') }),
  z.object({ type: z.literal('RESIZE_PROJECT'), aspectRatio: aspectRatioSchema }),
  z.object({
    type: z.literal('CLEAN_UP_TRANSCRIPT'),
    removeFillers: z.boolean().nullish(),
    removePauses: z.boolean().nullish(),
    fillerWords: z.array(z.string().max(500)).max(1_000).nullish(),
    minPauseSeconds: z.number().nonnegative().nullish(),
  }),
  z.object({
    type: z.literal('CONVERT_IMAGES_TO_VIDEOS'),
    motionPrompt: noteSchema.nullish(),
    muteOutputVideos: z.boolean().nullish(),
    quality: modelQualitySchema.optional(),
  }),
  z.object({
    type: z.literal('REGENERATE_IMAGES'),
    stylePrompt: spokenNoteSchema,
    quality: modelQualitySchema.optional(),
  }),
  z.object({
    type: z.literal('UPSCALE_ASSETS'),
    includeVideos: z.boolean().nullish(),
    includeStockContent: z.boolean().nullish(),
  }),
  z.object({
    type: z.literal('CHANGE_NARRATOR'),
    voiceId: z.string().min(1).max(200),
    actorEntityId: idSchema.nullish(),
    avatarQuality: modelQualitySchema.optional(),
    voiceSpeed: z.number().min(0.5).max(2).nullish(),
  }),
  z.object({ type: z.literal('SHUFFLE_STOCK_VISUALS') }),
  z.object({ type: z.literal('GENERATE_MUSIC'), prompt: spokenTextSchema }),
  z.object({
    type: z.literal('TRANSLATE_PROJECT'),
    languageCode: z.string().min(2).max(35),
    changeVoice: z.boolean().nullish(),
    translateImageText: z.boolean().nullish(),
  }),
]);

/** Like `currentRemixActionSchema`, but accepts older spellings too. */
export const remixActionSchema = withOldNames({ modelMode: 'quality' }, currentRemixActionSchema);
export type RemixAction = z.output<typeof remixActionSchema>;
export const remixActionsSchema = z.array(remixActionSchema).max(maxListed);

export const remixProjectSchema = z.object({
  remixActions: remixActionsSchema.min(1),
  saveAsNewProject: z.boolean().default(false),
});

export const remixedProjectSchema = z.object({
  projectId: idSchema,
  projectUrl: z.string().nullish(),
  remixActionIds: z.array(idSchema),
});

const remixActionRunSchema = z.object({
  remixActionId: idSchema,
  type: z.string(),
  projectId: idSchema,
  projectUrl: z.string(),
  ...jobFields,
});
export const remixActionRunListSchema = pageOf('remixActions', remixActionRunSchema);
