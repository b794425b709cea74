import { z } from 'zod';
import { spokenTextSchema } from '../api/common.ts';
import { idSchema } from './id.ts';
import { editTools, type ToolName } from './operation.ts';

/** Tools that make a picture or a clip. */
const pictureTools = [
  'generateImage',
  'generateVideoClip',
  'generateMotionGraphic',
  'generateAvatar',
  ...editTools.image,
  ...editTools.video,
] as const satisfies readonly ToolName[];

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
  /** A picture or clip by the body of the tool's request, which gets the aspect ratio of the cut if it has none. */
  z.object({
    tool: z.literal('picture'),
    operation: z.enum(pictureTools),
    body: z.record(z.string(), z.unknown()),
    /** Names the take until it is made. */
    title: z.string().trim().min(1).max(1_000),
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
