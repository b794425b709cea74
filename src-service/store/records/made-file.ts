import type { FileScope, FileType } from '../../../src-shared/api/files.ts';
import type { StoredProject } from './project-repository.ts';
import { emptySource, newFileFacts, type Shelf, type StoredFile, type StoredSource } from './stored-file.ts';

/** A source whose bytes are in the file store. */
export interface ReadySource {
  readonly fileName: string;
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /** Expiry of its link in Unix seconds. */
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

/** Returns what a file of a project has from it: its owner, and whether it is hidden. */
export function factsOfProject({ teamId, userId, projectId, isHidden }: StoredProject) {
  return { teamId, userId, projectId, isHidden };
}

/** Makes the record of a file that a job has made. */
export function madeFile(file: {
  readonly fileId: string;
  readonly teamId: string;
  readonly userId: string;
  /** Null for a file without a project. */
  readonly projectId: string | null;
  readonly shelf: Shelf;
  readonly scope: FileScope;
  readonly type: FileType;
  readonly displayName: string;
  readonly isHidden: boolean;
  readonly durationSeconds: number | null;
  readonly download: ReadySource;
  readonly thumbnail?: ReadySource | undefined;
  readonly preview?: ReadySource | undefined;
  readonly hls?: ReadySource | undefined;
  /** Description of the content. A file with one counts as analysed, and searches find it. */
  readonly description?: string;
  readonly transcript?: NonNullable<StoredFile['transcript']>;
  /** The tool that made it, if one did. */
  readonly sourceTool?: { readonly toolType: string; readonly toolExecutionId: string };
}): StoredFile {
  const { download, thumbnail, preview, hls, sourceTool, ...facts } = file;
  const sourceOf = (made: ReadySource | undefined) => (made ? readySource(made) : emptySource('skipped'));
  return {
    ...newFileFacts,
    ...facts,
    uploadState: 'made',
    uploadExpiresAt: null,
    analysisState: file.description === undefined ? 'UNATTEMPTED' : 'FULFILLED',
    sources: {
      download: readySource(download),
      preview: sourceOf(preview),
      thumbnail: sourceOf(thumbnail),
      hls: sourceOf(hls),
    },
    sourceToolType: sourceTool?.toolType ?? null,
    sourceToolExecutionId: sourceTool?.toolExecutionId ?? null,
  };
}
