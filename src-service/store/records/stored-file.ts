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

export const fileRow = z
  .object({
    file_id: z.string(),
    team_id: z.string(),
    user_id: z.string(),
    project_id: z.string().nullable(),
    shelf: z.enum(shelves),
    scope: z.enum(fileScopes),
    type: fileTypeSchema.nullable(),
    display_name: z.string(),
    description: z.string().nullable(),
    is_hidden: flagColumn,
    is_archived: flagColumn,
    duration_seconds: z.number().nullable(),
    transcript: jsonColumn(transcriptSchema).nullable().catch(null),
    upload_state: z.enum(['awaiting', 'stored', 'made']),
    upload_expires_at: z.number().nullable(),
    analysis_state: z.enum(['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED']),
    sources: jsonColumn(sourcesSchema).catch(() => emptySources('failed')),
    is_public_preview_enabled: flagColumn,
    public_playback_id: z.string().nullable(),
    source_tool_type: z.string().nullable(),
    source_tool_execution_id: z.string().nullable(),
  })
  .transform((row) => ({
    fileId: row.file_id,
    teamId: row.team_id,
    userId: row.user_id,
    projectId: row.project_id,
    shelf: row.shelf,
    scope: row.scope,
    type: row.type,
    displayName: row.display_name,
    /** Description of the content, from the analysis or from the request that made it. */
    description: row.description,
    isHidden: row.is_hidden,
    /** Archived files are in no list or search, but remain readable. */
    isArchived: row.is_archived,
    durationSeconds: row.duration_seconds,
    transcript: row.transcript,
    /** `awaiting` until an upload's bytes are stored; `made` for files made by this service. */
    uploadState: row.upload_state,
    /** Until when bytes may be sent, in Unix seconds; null for files made here. */
    uploadExpiresAt: row.upload_expires_at,
    analysisState: row.analysis_state,
    sources: row.sources,
    isPublicPreviewEnabled: row.is_public_preview_enabled,
    /** Assigned with the first public preview, and kept. */
    publicPlaybackId: row.public_playback_id,
    /** Null unless a tool made the file. */
    sourceToolType: row.source_tool_type,
    sourceToolExecutionId: row.source_tool_execution_id,
  }));

/** A file record. */
export type StoredFile = z.output<typeof fileRow>;

/** Returns the source of a public preview: the preview, or the file itself if it has none, such as a document. */
export function publicSourceOf({ sources }: StoredFile): StoredSource {
  const hasNone = sources.preview.status === 'skipped' || sources.preview.status === 'failed';
  return hasNone ? sources.download : sources.preview;
}
