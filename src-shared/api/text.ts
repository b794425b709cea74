import { z } from 'zod';
import { modelQualitySchema } from './common.ts';

/** Contract supplement §4.5. */
export const generateTextSchema = z.object({
  prompt: z.string().min(1).max(100_000),
  system: z.string().max(100_000).nullish(),
  quality: modelQualitySchema.optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxOutputTokens: z.number().int().min(1).max(2_000).default(512),
});
export const generatedTextSchema = z.object({ text: z.string() });
