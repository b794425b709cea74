import { z } from 'zod';
import {
  idSchema,
  openEnum,
  pageOf,
  pageQueryFields,
  queryBooleanSchema,
  transcriptSchema,
  unixSecondsSchema,
} from './common.ts';

export const fileTypes = ['IMAGE', 'VIDEO', 'AUDIO', 'PDF', 'SLIDESHOW', 'TEXT', 'LOTTIE'] as const;
export const fileTypeSchema = z.enum(fileTypes);
export type FileType = z.infer<typeof fileTypeSchema>;

export const fileScopes = ['GLOBAL', 'PROJECT', 'EXPORT', 'TEMPORARY', 'ENTITY'] as const;
export type FileScope = (typeof fileScopes)[number];

/** One rendition of a file (contract supplement §4.6). */
const fileSourceSchema = z.object({
  status: openEnum(['pending', 'ready', 'failed', 'skipped']),
  url: z.string().nullish(),
  expiresAt: unixSecondsSchema.nullish(),
  width: z.number().int().nullish(),
  height: z.number().int().nullish(),
  fileBytes: z.number().int().nullish(),
});
export type FileSource = z.infer<typeof fileSourceSchema>;

/** The file record (contract supplement §4.6). */
export const fileInfoSchema = z.object({
  fileId: idSchema,
  type: openEnum(fileTypes).nullable(),
  scope: openEnum(fileScopes),
  displayName: z.string().optional(),
  description: z.string().nullish(),
  durationSeconds: z.number().nullish(),
  /** Null for any other form, of which the documents name one: a file must not make its list unreadable. */
  transcript: transcriptSchema.nullish().catch(null),
  transcriptText: z.string().nullish(),
  downloadUrl: z.string().nullish(),
  downloadUrlExpiresAt: unixSecondsSchema.nullish(),
  thumbnailUrl: z.string().nullish(),
  thumbnailUrlExpiresAt: unixSecondsSchema.nullish(),
  thumbnailSource: fileSourceSchema.nullish(),
  previewSource: fileSourceSchema.nullish(),
  downloadSource: fileSourceSchema.nullish(),
  hlsSource: fileSourceSchema.nullish(),
  isPublicPreviewEnabled: z.boolean().optional(),
  staticPublicPreviewSource: fileSourceSchema.nullish(),
  publicHlsUrl: z.string().nullish(),
  publicPlaybackId: z.string().nullish(),
  sourceToolType: z.string().optional(),
  sourceToolExecutionId: z.string().optional(),
  fileAnalysisMetadata: z
    .object({
      analysisLoadingState: openEnum(['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED']),
      analysisProgressPercentage: z.number().min(0).max(100),
      analysisAttemptIndex: z.number().int().optional(),
    })
    .optional(),
});
export type FileInfo = z.infer<typeof fileInfoSchema>;

export const fileListQuerySchema = z.object({
  ...pageQueryFields,
  selfOnly: queryBooleanSchema.optional(),
  includeExportFiles: queryBooleanSchema.optional(),
  includeProjectFiles: queryBooleanSchema.optional(),
});
export const fileListSchema = pageOf('files', fileInfoSchema);

const uploadSchema = z.object({
  displayName: z.string().min(1).max(1_000),
  type: fileTypeSchema.optional(),
  isTemporary: z.boolean().default(false),
  hideFromUi: z.boolean().default(false),
  transcript: transcriptSchema.nullish(),
});

const silentName = /\.(?:avif|gif|heic|heif|jp2|jpe?g|pdf|png|pptx?|svg|tiff?|txt|webp)$/iu;

/** True if an upload is declared as something without sound or, where it is not declared, named like that. */
function isSilent({ type, displayName }: { type?: unknown; displayName?: unknown }): boolean {
  if (type !== undefined) return type !== 'AUDIO' && type !== 'VIDEO';
  return typeof displayName === 'string' && silentName.test(displayName);
}

/** The transcript of a file that is no sound or video is ignored, right or wrong (contract supplement §9, S4). */
export const createUploadSchema = z.preprocess((upload: z.input<typeof uploadSchema>) => {
  const isIgnored = typeof upload === 'object' && upload !== null && isSilent(upload);
  return isIgnored ? { ...upload, transcript: null } : upload;
}, uploadSchema);
export const createdUploadSchema = z.object({ fileId: idSchema, uploadUrl: z.string() });

export const searchFilesSchema = z.object({
  query: z.string().min(1).max(2_000),
  numResults: z.number().int().min(1).max(100).default(10),
  selfOnly: z.boolean().default(false),
});
export const fileSearchResultsSchema = z.object({
  results: z.array(z.object({ similarity: z.number().min(0).max(1), file: fileInfoSchema })),
});
