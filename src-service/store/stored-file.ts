import { z } from 'zod';
import { transcriptSchema } from '../../src-shared/api/common.ts';
import { fileScopes, fileTypeSchema } from '../../src-shared/api/files.ts';
import { flagColumn, jsonColumn } from './rows.ts';

const storedSourceSchema = z.object({
  status: z.enum(['pending', 'ready', 'failed', 'skipped']),
  /** Name inside the file's own folder; null when there are no bytes. */
  fileName: z.string().nullable(),
  mimeType: z.string().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  /** Unix seconds until which its link was signed; null when it has none. */
  expiresAt: z.number().nullable(),
});

/** One rendition of a file on disk. */
export type StoredSource = z.output<typeof storedSourceSchema>;

/** The renditions a file may have. */
export const renditions = ['download', 'preview', 'thumbnail'] as const;
export type Rendition = (typeof renditions)[number];

const sourcesSchema = z.object({
  download: storedSourceSchema,
  preview: storedSourceSchema,
  thumbnail: storedSourceSchema,
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

/** The three sources in one state without bytes. */
export function emptySources(status: 'pending' | 'failed' | 'skipped'): StoredSources {
  return { download: emptySource(status), preview: emptySource(status), thumbnail: emptySource(status) };
}

/** Which lists a file stands in: uploads and tool output, what a project is made of, what was exported. */
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
    is_hidden: flagColumn,
    duration_seconds: z.number().nullable(),
    transcript: jsonColumn(transcriptSchema).nullable().catch(null),
    upload_state: z.enum(['awaiting', 'stored', 'made']),
    upload_expires_at: z.number().nullable(),
    analysis_state: z.enum(['UNATTEMPTED', 'LOADING', 'FULFILLED', 'REJECTED']),
    sources: jsonColumn(sourcesSchema).catch(() => emptySources('failed')),
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
    isHidden: row.is_hidden,
    durationSeconds: row.duration_seconds,
    transcript: row.transcript,
    /** `awaiting` until the bytes of an upload are there; `made` by this service. */
    uploadState: row.upload_state,
    /** Unix seconds until which bytes may be sent; null for files made here. */
    uploadExpiresAt: row.upload_expires_at,
    analysisState: row.analysis_state,
    sources: row.sources,
  }));

/** A file record. */
export type StoredFile = z.output<typeof fileRow>;
