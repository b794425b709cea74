import { z } from 'zod';
import { aspectRatioSchema } from '../../../src-shared/api/common.ts';
import { remixActionSchema } from '../../../src-shared/api/remix.ts';

const videoWishSchema = z.object({
  kind: z.enum(['script', 'topic', 'storyboard', 'clip']),
  text: z.string(),
  scenes: z.array(z.string()),
  title: z.string(),
  aspectRatio: aspectRatioSchema,
  seconds: z.number().nullable(),
  styleText: z.string(),
  gender: z.enum(['FEMALE', 'MALE']).nullable(),
  voiceSpeed: z.number().default(1),
  edits: z.array(remixActionSchema).default([]),
});

/** An action the assistant offers and carries out only once approved. */
export const offerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('generate'),
    workflowType: z.enum(['SCRIPT_TO_VIDEO', 'STORYBOARD_TO_VIDEO', 'PROMPT_TO_VIDEO_CLIP']),
    title: z.string(),
    description: z.string(),
    wish: videoWishSchema,
  }),
  z.object({
    kind: z.literal('edit'),
    label: z.string(),
    summary: z.string(),
    actions: z.array(remixActionSchema),
    /** Share of the project to keep; null if it is not to be shortened. */
    shortenTo: z.number().nullable(),
    estimatedCredits: z.number(),
    creditsRemaining: z.number().int().nullable(),
  }),
]);
export type Offer = z.output<typeof offerSchema>;
export type GenerateOffer = Extract<Offer, { kind: 'generate' }>;
export type EditOffer = Extract<Offer, { kind: 'edit' }>;
