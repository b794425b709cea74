import { z } from 'zod';
import { idSchema, pageOf, pageQueryFields, queryBooleanSchema } from './common.ts';

/** Specification §2.7. The specification has no samples; a service may add them. */
const ttsVoiceSchema = z.object({
  voiceId: idSchema,
  languageCode: z.string(),
  displayName: z.string(),
  displayGender: z.enum(['MALE', 'FEMALE', 'NEUTRAL']),
  supportsDirectToolExecution: z.boolean(),
  supportsAllLanguages: z.boolean(),
  isDeprecated: z.boolean(),
  accent: z.string().nullish(),
  description: z.string().nullish(),
  /** A signed link to a short recording of the voice. */
  sampleUrl: z.string().nullish(),
});
export type TtsVoice = z.infer<typeof ttsVoiceSchema>;

export const ttsVoiceListQuerySchema = z.object({
  ...pageQueryFields,
  includeDeprecatedVoices: queryBooleanSchema.optional(),
  query: z.string().max(500).optional(),
});
export const ttsVoiceListSchema = pageOf('ttsVoices', ttsVoiceSchema);

/** Contract supplement §4.8; not paginated. */
export const languageListQuerySchema = z.object({ query: z.string().max(500).optional() });
export const languageListSchema = z.object({
  languages: z.array(z.object({ languageCode: z.string(), name: z.string() })),
});
