import { z } from 'zod';
import * as api from '../api/entities.ts';
import { call } from '../ipc/define.ts';
import { mediaPathSchema } from './app/app.ts';

const voiceSchema = z.object({
  voiceId: z.string(),
  displayName: z.string(),
  languageCode: z.string(),
  gender: z.enum(['MALE', 'FEMALE', 'NEUTRAL']),
  accent: z.string().nullable(),
  description: z.string().nullable(),
  supportsAllLanguages: z.boolean(),
  /** False if only movies can have the voice, and no speech by itself. */
  supportsDirectToolExecution: z.boolean(),
  /** True if the voice still works but should no longer be chosen. */
  isDeprecated: z.boolean(),
  /** Path of a short recording of the voice; null if the service has none. */
  samplePath: mediaPathSchema.nullable(),
});

export type Voice = z.infer<typeof voiceSchema>;

const languageSchema = z.object({ languageCode: z.string(), name: z.string() });
export type Language = z.infer<typeof languageSchema>;

/** As in the API. The description is empty if the service has none. */
export const entitySchema = api.entitySchema.omit({ createdAt: true, updatedAt: true }).extend({
  entityType: api.entityTypeSchema,
  isBuiltIn: z.boolean().default(false),
});

export type Entity = z.infer<typeof entitySchema>;

export const catalogueCalls = {
  /** Lists the whole catalogue of the service, cached for hours. */
  'catalogue.voices': call(z.object({}), z.object({ voices: z.array(voiceSchema) })),
  'catalogue.languages': call(z.object({}), z.object({ languages: z.array(languageSchema) })),
  /** Lists actors, products, visual styles and themes, built-in ones first. Each call reads from the service. */
  'catalogue.entities': call(z.object({}), z.object({ entities: z.array(entitySchema) })),
};
