import { z } from 'zod';

/** An enumeration the service may extend: known values are typed, others pass through as text. */
export function openEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.union([z.enum(values), z.string()]) as unknown as z.ZodType<Values[number] | (string & {})>;
}

/** Opaque id; stored as received, never parsed (specification §2.1). */
export const idSchema = z.string().min(1).max(200);

/** Maximum number of entries in a list of ids or actions. */
export const maxListed = 100;
export const idListSchema = z.array(idSchema).max(maxListed);

/** Unix time in whole seconds, UTC. */
export const unixSecondsSchema = z.number().int().nonnegative();

/** Contract supplement §7. */
export const textSchema = z.string().max(100_000);
/** Text about the look, or about one of many scenes. */
export const noteSchema = z.string().max(10_000);

const isWritten = (text: string) => text.trim() !== '';
/** Text with at least one character that is not white space. */
export const spokenTextSchema = textSchema.refine(isWritten, 'must not be blank');
/** Like `spokenTextSchema`, for notes. */
export const spokenNoteSchema = noteSchema.refine(isWritten, 'must not be blank');

const jobStatuses = ['pending', 'running', 'succeeded', 'failed', 'cancelled'] as const;
/** Shared by runs, executions, exports, interchange jobs, remix actions and messages (specification §2.2). */
export const jobStatusSchema = z.enum(jobStatuses);

/** Status as the service reports it. An unknown status, added later, does not end the job. */
export const reportedJobStatusSchema = z.union([
  jobStatusSchema,
  z
    .string()
    .min(1)
    .transform((): 'unrecognised' => 'unrecognised'),
]);
export type ReportedJobStatus = z.infer<typeof reportedJobStatusSchema>;

/** Condition that resolves the error (specification §2.8). */
const errorRequirementSchema = z.object({
  type: z.string(),
  details: z.record(z.string(), z.string()).optional(),
});

/** Body of every non-2xx response (specification §2.8, §7). Branch on `code`, never on `message`. */
export const apiErrorSchema = z.object({
  message: z.string(),
  code: z.string().nullish(),
  requirement: errorRequirementSchema.nullish(),
  internalErrorCode: z.string().nullish(),
});
export type ApiErrorBody = z.infer<typeof apiErrorSchema>;

/** The fields every job record has (specification §2.4, §2.5). */
export const jobFields = {
  status: reportedJobStatusSchema,
  progressPercentage: z.number().min(0).max(100),
  attemptIndex: z.number().int().nonnegative(),
  error: apiErrorSchema.nullable(),
};

/** Ratio units, not pixels (contract supplement §2.1). */
export const aspectRatioSchema = z.object({
  width: z.number().int().min(1).max(10_000),
  height: z.number().int().min(1).max(10_000),
});
export type AspectRatio = z.infer<typeof aspectRatioSchema>;
/** Aspect ratio of a request, where the field may be omitted. */
export const wantedAspectRatioSchema = aspectRatioSchema.default({ width: 16, height: 9 });

export const modelQualitySchema = z.enum(['LOW', 'STANDARD', 'HIGH', 'MAX']);
export type ModelQuality = z.infer<typeof modelQualitySchema>;

/** Watermark and end screen (specification §4.3). */
export const markModeSchema = z.enum(['NONE', 'VIDEO_GEN', 'AUTO']);
export type MarkMode = z.infer<typeof markModeSchema>;

/** Query booleans travel as the words `true` and `false` (contract supplement §1). */
export const queryBooleanSchema = z.enum(['true', 'false']).transform((word) => word === 'true');

/** Accepts a number or its decimal digits. Rejects other spellings of numbers, such as `1e2`. */
const pageLimitSchema = z.coerce
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.number().min(1).max(200));

export const pageQueryFields = {
  limit: pageLimitSchema.default(50),
  cursor: z.string().min(1).max(2_000).optional(),
};
export const pageQuerySchema = z.object(pageQueryFields);

/** The pagination envelope with the items under their endpoint's name (specification §2.9, §4.10). */
export function pageOf<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  const items = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  return z.object({ ...items, hasMore: z.boolean(), nextCursor: z.string().nullable() });
}

export const nothingSchema = z.object({});

const rgbColorSchema = z.object({
  red: z.number().int().min(0).max(255),
  green: z.number().int().min(0).max(255),
  blue: z.number().int().min(0).max(255),
});

/** Per-field override of the caption look (contract supplement §2.4). Sizes are in pixels at 1080p. */
export const captionStyleSchema = z.object({
  fontName: z.string().max(200).optional(),
  fontSize: z.number().min(1).max(500).optional(),
  fontWeight: z.number().int().min(100).max(900).multipleOf(100).optional(),
  textColor: rgbColorSchema.optional(),
  textJustification: z.enum(['LEFT', 'CENTER', 'RIGHT']).optional(),
  verticalAlignment: z.enum(['TOP', 'MIDDLE', 'BOTTOM']).optional(),
  strokeColor: rgbColorSchema.nullish(),
  strokeWeight: z.number().min(0).max(100).optional(),
  backgroundStyle: z
    .object({
      type: z.enum(['RECT', 'WRAPPED', 'WORD_BY_WORD']),
      backgroundColor: rgbColorSchema,
      borderRadiusProportion: z.number().min(0).max(1).optional(),
      opacityProportion: z.number().min(0).max(1).optional(),
    })
    .nullish(),
  spokenTextColor: rgbColorSchema.nullish(),
  spokenTextStrokeColor: rgbColorSchema.nullish(),
  persistSpokenTextColor: z.boolean().optional(),
});

/**
 * How pictures are found or made (contract supplement §2.3). A saved style is `AI_IMAGE` with an `entityId`, which then
 * counts instead of `aiStyle`; `ENTITY` is its older form (§9, S1 and S2).
 */
export const visualStyleSchema = z
  .object({
    type: z.enum(['STOCK', 'AI_IMAGE', 'ENTITY']),
    aiStyle: noteSchema.optional(),
    entityId: idSchema.optional(),
    restyleFeaturedBRollWithAiStyle: z.boolean().default(true),
  })
  .refine((style) => style.type !== 'AI_IMAGE' || (style.aiStyle ?? style.entityId) !== undefined, {
    path: ['aiStyle'],
    message: 'is required when type is AI_IMAGE and entityId is omitted',
  })
  .refine((style) => style.type !== 'ENTITY' || style.entityId !== undefined, {
    path: ['entityId'],
    message: 'is required when type is ENTITY',
  });

export type VisualStyle = z.infer<typeof visualStyleSchema>;

export const visualPacingSchema = z.enum(['FAST', 'MEDIUM', 'SLOW']);
export type VisualPacing = z.infer<typeof visualPacingSchema>;

const secondsRange = {
  startSeconds: z.number().nonnegative(),
  endSeconds: z.number().positive(),
};

function isSortedWithoutOverlap(ranges: readonly { startSeconds: number; endSeconds: number }[]): boolean {
  return ranges.every((range, index) => {
    const previous = ranges[index - 1];
    return range.endSeconds > range.startSeconds && (!previous || previous.endSeconds <= range.startSeconds);
  });
}

/** Words with their times (contract supplement §2.5). */
export const transcriptSchema = z.object({
  languageCode: z.string().nullish(),
  words: z
    .array(z.object({ ...secondsRange, word: z.string() }))
    .min(1)
    .refine(isSortedWithoutOverlap, 'must be sorted and must not overlap'),
});

export const sceneDescriptionsSchema = z
  .array(z.object({ ...secondsRange, description: noteSchema }))
  .max(1_000)
  .refine(isSortedWithoutOverlap, 'must be sorted and must not overlap');

export const contentPolicyConfigSchema = z.object({
  maxPromptRewrites: z.number().int().min(0).max(4).default(0),
});
