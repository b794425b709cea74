import { z } from 'zod';

/** What a generation was asked for while a script was all that could be. */
const olderRequestSchema = z.object({
  workflow: z.undefined().optional(),
  script: z.string(),
  aspectRatio: z.string(),
  voiceId: z.string().nullable(),
  languageCode: z.string().nullable(),
  pacing: z.string(),
  styleText: z.string(),
  materialIds: z.array(z.string()),
});

/** The request of a record in today's form; of an older record it asks the service for the same. */
export function currentRequest(stored: unknown): unknown {
  const older = olderRequestSchema.safeParse(stored).data;
  if (!older) return stored;
  const { script, aspectRatio, voiceId, languageCode, pacing, materialIds } = older;
  const aiStyle = older.styleText.trim();
  return {
    ...{ workflow: 'script', script, aspectRatio, visualPacing: pacing, autoExport: true },
    visualStyle:
      aiStyle === ''
        ? { type: 'STOCK' }
        : { type: 'AI_IMAGE', aiStyle, restyleFeaturedBRollWithAiStyle: false },
    ...(voiceId === null ? {} : { voiceId }),
    ...(languageCode === null ? {} : { language: languageCode }),
    ...(materialIds.length === 0 ? {} : { featuredMaterialIds: materialIds }),
  };
}
