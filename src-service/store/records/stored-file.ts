import { z } from 'zod';
import { transcriptSchema } from '../../../src-shared/api/common.ts';
import { fileScopes, fileTypeSchema } from '../../../src-shared/api/files.ts';
import { flagColumn, jsonColumn } from './rows.ts';

/** Owner of the built-in catalogue's files. No team has this id. */
export const catalogueTeamId = 'catalogue';

const storedSourceSchema = z.object({
  status: z.enum(['pending', 'ready', 'failed', 'skipped']),
  /** Name in the file's own folder; null if there are no bytes. */
  fileName: z.string().nullable(),
  mimeType: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** Expiry of its link in Unix seconds; null if it has none. */
  expiresAt: z.number().nullable(),
});

/** One rendition of a file on disk. */
export type StoredSource = z.output<typeof storedSourceSchema>;

/** The renditions a file may have. */
export const renditions = ['download', 'preview', 'thumbnail', 'hls'] as const;
export type Rendition = (typeof renditions)[number];

const sourcesSchema = z.object({
  download: storedSourceSchema,
  preview: storedSourceSchema,
  thumbnail: storedSourceSchema,
  /** Streaming files; `fileName` is the master playlist. */
  hls: storedSourceSchema.default(() => emptySource('skipped')),
});
export type StoredSources = z.output<typeof sourcesSchema>;

/** A source without bytes. */
export function emptySource(status: 'pending' | 'failed' | 'skipped'): StoredSource {
  return {
    status,
    fileName: null,
    mimeType: null,
    width: null,
    height: null,
    sizeBytes: null,
    expiresAt: null,
  };
}

/** Returns sources without bytes, all with the same status. */
export function emptySources(status: 'pending' | 'failed' | 'skipped'): StoredSources {
  const source = emptySource(status);
  return { download: source, preview: source, thumbnail: source, hls: source };
}

/** Facts of a file that nobody has described, shared or put away yet, and that no tool has made. */
export const newFileFacts = {
  transcript: null,
  description: null,
  isArchived: false,
  isPublicPreviewEnabled: false,
  publicPlaybackId: null,
  sourceToolType: null,
  sourceToolExecutionId: null,
} as const;

/** Lists a file belongs to: uploads and tool results, project media, or exports. */
const shelves = ['standalone', 'project', 'export'] as const;
export type Shelf = (typeof shelves)[number];

export const fileSchema = z.object({
  fileId: z.string(),
  teamId: z.string(),
  userId: z.string(),
  projectId: z.string().nullable(),
  shelf: z.enum(shelves),
  scope: z.enum(fileScopes),
  type: fileTypeSchema.nullable(),
  displayName: z.string(),
  /** Description of the content, from the analysis or from the request that made it. */
  description: z.string().nullable(),
  isHidden: flagColumn,
  /** Archived files are in no list or search, but remain readable. */
  isArchived: flagColumn,
  durationSeconds: z.number().nullable(),
  transcript: jsonColumn(transcriptSchema).nullable().catch(null),
  /** `awaiting` until an upload's bytes are stored; `made` for files made by this service. */
  uploadState: z.enum(['awaiting', 'stored', 'made']),
  /** Until when bytes may be sent, in Unix seconds; null for files made here. */
  uploadExpiresAt: z.number().nullable(),
  analysisState: z.enum(['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED']),
  sources: jsonColumn(sourcesSchema).catch(() => emptySources('failed')),
  isPublicPreviewEnabled: flagColumn,
  /** Assigned with the first public preview, and kept. */
  publicPlaybackId: z.string().nullable(),
  /** Null unless a tool made the file. */
  sourceToolType: z.string().nullable(),
  sourceToolExecutionId: z.string().nullable(),
});

/** A file record. */
export type StoredFile = z.output<typeof fileSchema>;

/** Returns the source of a public preview: the preview, or the file itself if it has none, such as a document. */
export function publicSourceOf({ sources }: StoredFile): StoredSource {
  const hasNone = sources.preview.status === 'skipped' || sources.preview.status === 'failed';
  return hasNone ? sources.download : sources.preview;
}
