import { z } from 'zod';
import {
  captionStyleSchema,
  modelQualitySchema,
  noteSchema,
  sceneDescriptionsSchema,
  spokenTextSchema,
  textSchema,
  visualPacingSchema,
} from '../api/common.ts';
import { remixActionsSchema } from '../api/remix.ts';
import { exportOptionsSchema } from './export-options.ts';
import { idSchema } from './id.ts';

export const aspectRatioSchema = z.enum(['16:9', '9:16', '1:1', '4:5']);
export type AspectRatioName = z.infer<typeof aspectRatioSchema>;

/** Maximum number of own stills and clips of one generation. */
export const maxMaterials = 100;
/** Maximum number of opening frames and references of one clip. */
export const maxClipImages = 4;
/** Maximum number of scenes of one storyboard. */
export const maxStoryboardScenes = 100;

/** How pictures are found or made. A written style redraws own stills only if requested. */
const chosenStyleSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('STOCK') }),
  z.object({
    type: z.literal('AI_IMAGE'),
    aiStyle: noteSchema,
    restyleFeaturedBRollWithAiStyle: z.boolean().optional(),
  }),
  z.object({ type: z.literal('ENTITY'), entityId: idSchema }),
]);

const notes = textSchema.optional();
const voice = { voiceId: idSchema.optional(), voiceSpeed: z.number().min(0.5).max(2).optional() };
const narrator = {
  language: z.string().min(2).max(35).optional(),
  actorEntityId: idSchema.optional(),
  avatarQuality: modelQualitySchema.optional(),
};
const pictures = {
  visualStyle: chosenStyleSchema,
  visualPacing: visualPacingSchema.optional(),
  quality: modelQualitySchema.optional(),
  scenes: sceneDescriptionsSchema.optional(),
  workflowAgentContext: notes,
};
const overlays = {
  captionStyle: captionStyleSchema.nullable().optional(),
  logoMaterialId: idSchema.optional(),
};
const everywhere = {
  aspectRatio: aspectRatioSchema.optional(),
  hideFromUi: z.boolean().optional(),
  /** Actions that name files by their material ids. */
  remixActions: remixActionsSchema.optional(),
};
const start = {
  ...everywhere,
  isOutputTemporary: z.boolean().optional(),
  autoExport: z.boolean().optional(),
  exportOptions: exportOptionsSchema.optional(),
};

const scriptSchema = z.object({
  workflow: z.literal('script'),
  script: z.string(),
  /** Own stills and clips, used first and in this order. */
  featuredMaterialIds: z.array(idSchema).max(maxMaterials).optional(),
  ...pictures,
  ...voice,
  ...narrator,
  ...start,
});

const voiceoverSchema = z.object({
  workflow: z.literal('voiceover'),
  materialId: idSchema,
  ...pictures,
  ...narrator,
  ...overlays,
  ...start,
});

/** Maximum number of slides of a slideshow with a text of their own. */
export const maxSlides = 1_000;

const slideshowSchema = z.object({
  workflow: z.literal('slideshow'),
  materialId: idSchema,
  /** Texts by slide. Absent: the speaker notes; empty: no narration. */
  slideScripts: z.array(textSchema).max(maxSlides).optional(),
  slideshowThemeEntityId: idSchema.optional(),
  ...voice,
  ...narrator,
  ...overlays,
  ...start,
});

const sceneGenerationSchema = z.object({
  aiStyle: noteSchema.optional(),
  type: z.enum(['AI_IMAGE', 'AI_VIDEO']).optional(),
});
const sceneSeconds = z.number().int().min(1).max(20).optional();
const entityIds = z.array(idSchema).max(100).optional();

/** One card of a storyboard. */
const storyboardSceneSchema = z.object({
  prompt: spokenTextSchema,
  title: z.string().max(500).optional(),
  generation: sceneGenerationSchema.optional(),
  durationSeconds: sceneSeconds,
  actorEntityIds: entityIds,
  productEntityIds: entityIds,
  visualStyleEntityId: idSchema.optional(),
  voiceoverScript: noteSchema.optional(),
});

const storyboardSchema = z.object({
  workflow: z.literal('storyboard'),
  scenes: z.array(storyboardSceneSchema).min(1).max(maxStoryboardScenes),
  actorEntityIds: entityIds,
  productEntityIds: entityIds,
  defaultGeneration: sceneGenerationSchema.optional(),
  defaultDurationSeconds: sceneSeconds,
  quality: z.enum(['HIGH', 'MAX']).optional(),
  workflowAgentContext: notes,
  ...start,
});

const clipSchema = z.object({
  workflow: z.literal('clip'),
  prompt: spokenTextSchema,
  /** The opening frame first, then references. */
  imageMaterialIds: z.array(idSchema).max(maxClipImages).optional(),
  durationSeconds: z.number().int().min(1).max(30).optional(),
  quality: modelQualitySchema.optional(),
  ...start,
});

const outlineSchema = z.object({
  workflow: z.literal('outline'),
  outlineMarkdown: spokenTextSchema,
  inputMaterialIds: z.array(idSchema).max(maxMaterials).optional(),
  ...everywhere,
});

/**
 * Request of one generation. Fields have the names of the service's API; own files are given by their material ids. An
 * omitted field leaves the choice to the service.
 */
export const startGenerationSchema = z.discriminatedUnion('workflow', [
  scriptSchema,
  voiceoverSchema,
  slideshowSchema,
  storyboardSchema,
  clipSchema,
  outlineSchema,
]);

export type StartGeneration = z.infer<typeof startGenerationSchema>;
export const workflowNames = ['script', 'voiceover', 'slideshow', 'storyboard', 'clip', 'outline'] as const;
export const workflowNameSchema = z.enum(workflowNames);
export type WorkflowName = StartGeneration['workflow'];
/** The request of one workflow. */
export type StartOf<Name extends WorkflowName> = Extract<StartGeneration, { workflow: Name }>;
