import type { FileScope, FileType } from '../../src-shared/api/files.ts';
import { emptySource } from '../store/stored-file.ts';
import type { Shelf, StoredFile, StoredSource } from '../store/stored-file.ts';

/** Bytes that are in their place, as a source. */
export interface ReadySource {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Unix seconds until which its link holds. */
  readonly expiresAt: number;
}

export function readySource(source: ReadySource): StoredSource {
  return {
    status: 'ready',
    fileName: source.fileName,
    mimeType: source.mimeType,
    width: source.width ?? null,
    height: source.height ?? null,
    sizeBytes: source.sizeBytes,
    expiresAt: source.expiresAt,
  };
}

/** The record of a file a job has made. */
export function madeFile(file: {
  readonly fileId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly shelf: Shelf;
  readonly scope: FileScope;
  readonly type: FileType;
  readonly displayName: string;
  readonly isHidden: boolean;
  readonly durationSeconds: number | null;
  readonly download: ReadySource;
  readonly thumbnail?: ReadySource;
}): StoredFile {
  const { download, thumbnail, ...facts } = file;
  return {
    ...facts,
    transcript: null,
    uploadState: 'made',
    uploadExpiresAt: null,
    analysisState: 'UNATTEMPTED',
    sources: {
      download: readySource(download),
      preview: emptySource('skipped'),
      thumbnail: thumbnail ? readySource(thumbnail) : emptySource('skipped'),
    },
  };
}
