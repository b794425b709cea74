import { z } from 'zod';
import {
  captionStyleSchema,
  idListSchema,
  idSchema,
  jobFields,
  modelQualitySchema,
  noteSchema,
  openEnum,
  pageOf,
  pageQueryFields,
  queryBooleanSchema,
  sceneDescriptionsSchema,
  spokenTextSchema,
  textSchema,
  unixSecondsSchema,
  visualPacingSchema,
  visualStyleSchema,
  wantedAspectRatioSchema,
} from './common.ts';
import { withOldNames } from './old-names.ts';
import { exportProjectSchema } from './projects.ts';
import { remixActionsSchema } from './remix.ts';

/** Fields of every workflow start (specification §4.2). */
const start = {
  aspectRatio: wantedAspectRatioSchema,
  remixActions: remixActionsSchema.default([]),
  isOutputTemporary: z.boolean().default(false),
  hideFromUi: z.boolean().default(false),
  autoExport: z.boolean().default(false),
  exportOptions: exportProjectSchema.prefault({}),
};

const voiceSpeed = z.number().min(0.5).max(2).optional();
const narrator = {
  language: z.string().min(2).max(35).optional(),
  actorEntityId: idSchema.nullish(),
  avatarQuality: modelQualitySchema.optional(),
};
const look = { captionStyle: captionStyleSchema.nullish(), logoFileId: idSchema.nullish() };

/** Contract supplement §4.2.1. The voice speaks the script word for word. */
export const scriptToVideoSchema = z.object({
  script: spokenTextSchema,
  visualStyle: visualStyleSchema,
  visualPacing: visualPacingSchema.default('MEDIUM'),
  quality: modelQualitySchema.optional(),
  voiceId: z.string().max(200).nullish(),
  voiceSpeed,
  featuredBRollFileIds: idListSchema.default([]),
  workflowAgentContext: textSchema.optional(),
  scenes: sceneDescriptionsSchema.optional(),
  ...narrator,
  ...start,
});

export const voiceoverToVideoSchema = z.object({
  fileId: idSchema,
  visualStyle: visualStyleSchema,
  visualPacing: visualPacingSchema.default('MEDIUM'),
  quality: modelQualitySchema.optional(),
  scenes: sceneDescriptionsSchema.optional(),
  workflowAgentContext: textSchema.optional(),
  ...narrator,
  ...look,
  ...start,
});

export const slideshowToVideoSchema = z.object({
  fileId: idSchema,
  slideScripts: z.array(textSchema).max(1_000).optional(),
  voiceId: z.string().max(200).nullish(),
  voiceSpeed,
  slideshowThemeEntityId: idSchema.nullish(),
  ...narrator,
  ...look,
  ...start,
});

const sceneGenerationSchema = z.object({
  aiStyle: noteSchema.nullish(),
  type: z.enum(['AI_IMAGE', 'AI_VIDEO']).default('AI_VIDEO'),
});
const sceneSeconds = z.number().int().min(1).max(20).nullish();

const sceneSchema = withOldNames(
  { actorEntityId: 'actorEntityIds[]' },
  z.object({
    prompt: spokenTextSchema,
    title: z.string().max(500).optional(),
    generation: sceneGenerationSchema.nullish(),
    durationSeconds: sceneSeconds,
    actorEntityIds: idListSchema.optional(),
    productEntityIds: idListSchema.optional(),
    visualStyleEntityId: idSchema.nullish(),
    voiceoverScript: noteSchema.nullish(),
  }),
);

export const storyboardToVideoSchema = z.object({
  scenes: z.array(sceneSchema).min(1).max(100),
  actorEntityIds: idListSchema.optional(),
  productEntityIds: idListSchema.optional(),
  defaultGeneration: sceneGenerationSchema.nullish(),
  defaultDurationSeconds: sceneSeconds,
  quality: modelQualitySchema.default('HIGH'),
  workflowAgentContext: textSchema.optional(),
  ...start,
});

export const promptToVideoClipSchema = z.object({
  prompt: spokenTextSchema,
  imageFileIds: z.array(idSchema).max(4).optional(),
  durationSeconds: z.number().int().min(1).max(30).default(10),
  quality: modelQualitySchema.optional(),
  ...start,
});

/** Accepts both spellings in use (contract supplement §4.2.6). */
export const contentOutlineToVideoSchema = z
  .object({
    outlineMarkdown: textSchema.optional(),
    briefMarkdown: textSchema.optional(),
    inputFileIds: idListSchema.optional(),
    aspectRatio: wantedAspectRatioSchema,
    remixActions: remixActionsSchema.default([]),
    hideFromUi: z.boolean().default(false),
  })
  .refine((body) => Boolean((body.outlineMarkdown ?? body.briefMarkdown)?.trim()), {
    path: ['outlineMarkdown'],
    message: 'must not be blank',
  });

/** Specification §2.3, which requires the two ids only, with `remixActionIds` of contract supplement §4.2. */
export const startedWorkflowSchema = z.object({
  workflowRunId: idSchema,
  projectId: idSchema,
  projectUrl: z.string().nullish(),
  remixActionIds: z.array(idSchema).nullish(),
});

/** Specification §2.4. Every nullable field is always present. */
export const workflowRunSchema = z.object({
  workflowRunId: idSchema,
  workflowType: openEnum([
    'SCRIPT_TO_VIDEO',
    'VOICEOVER_TO_VIDEO',
    'SLIDESHOW_TO_VIDEO',
    'STORYBOARD_TO_VIDEO',
    'PROMPT_TO_VIDEO_CLIP',
  ]),
  ...jobFields,
  projectId: idSchema,
  projectUrl: z.string(),
  exportId: idSchema.nullable(),
  downloadUrl: z.string().nullable(),
  downloadUrlExpiresAt: unixSecondsSchema.nullable(),
  thumbnailUrl: z.string().nullable(),
  thumbnailUrlExpiresAt: unixSecondsSchema.nullable(),
  exportFileId: idSchema.nullable(),
});
export type WorkflowRun = z.infer<typeof workflowRunSchema>;

export const workflowRunListQuerySchema = z.object({
  ...pageQueryFields,
  selfOnly: queryBooleanSchema.optional(),
});
export const workflowRunListSchema = pageOf('workflowRuns', workflowRunSchema);
