import { z } from 'zod';
import { modelQualitySchema, spokenTextSchema } from '../api/common.ts';
import { idSchema } from './id.ts';

/** A word that the voice says as if it were written in another way. */
const respellingSchema = z.object({
  word: z.string().trim().min(1).max(500),
  respelling: z.string().trim().min(1).max(500),
});
export type Respelling = z.infer<typeof respellingSchema>;

/** Words of one project that are respelled for its voice. */
export const respellingsSchema = z.array(respellingSchema).max(1_000);

/** Multiple of the voice's usual speed. */
const voiceSpeed = z.number().min(0.5).max(2);

/** What a tool of the service makes as a take. An omitted field leaves the choice to the service. */
export const toolTakeSchemas = [
  z.object({
    tool: z.literal('image'),
    prompt: spokenTextSchema,
    quality: modelQualitySchema.optional(),
  }),
  /** Without sound. */
  z.object({
    tool: z.literal('clip'),
    prompt: spokenTextSchema,
    durationSeconds: z.number().int().min(1).max(30),
    quality: modelQualitySchema.optional(),
  }),
  /** The respellings become those of the project. */
  z.object({
    tool: z.literal('speech'),
    text: spokenTextSchema,
    voiceId: idSchema,
    voiceSpeed: voiceSpeed.optional(),
    languageCode: z.string().max(35).optional(),
    respellings: respellingsSchema,
  }),
] as const;
export type ToolTake = z.infer<(typeof toolTakeSchemas)[number]>;

/** How a project is spoken and drawn. Null: not known here. */
export const narrationSchema = z.object({
  voiceId: z.string().nullable(),
  voiceSpeed: voiceSpeed.nullable(),
  languageCode: z.string().nullable(),
  /** Written style of its pictures. */
  style: z.string().nullable(),
  respellings: respellingsSchema,
});
export type Narration = z.infer<typeof narrationSchema>;
