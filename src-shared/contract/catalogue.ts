import { z } from 'zod';
import { call } from '../ipc/define.ts';

const voiceSchema = z.object({
  voiceId: z.string(),
  displayName: z.string(),
  languageCode: z.string(),
  gender: z.enum(['MALE', 'FEMALE', 'NEUTRAL']),
  accent: z.string().nullable(),
  description: z.string().nullable(),
  supportsAllLanguages: z.boolean(),
});

export type Voice = z.infer<typeof voiceSchema>;

const languageSchema = z.object({ languageCode: z.string(), name: z.string() });
export type Language = z.infer<typeof languageSchema>;

export const catalogueCalls = {
  /** The whole catalogue of the service, cached for hours. */
  'catalogue.voices': call(z.object({}), z.object({ voices: z.array(voiceSchema) })),
  'catalogue.languages': call(z.object({}), z.object({ languages: z.array(languageSchema) })),
};
